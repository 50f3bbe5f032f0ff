import { t } from '../../../src-shared/messages/message'
import { Bell, CircleDot, CircleHelp, Clock, GitFork, Mail, UserPen, Webhook, Zap } from '@lucide/vue'
import type { Component } from 'vue'
import type {
  ExecutionRow,
  WorkedOut,
  WorkflowDetail,
  WorkflowRow,
  WorkflowStep,
} from '../../../src-shared/bridge/workflows'
import { executionStatuses, onTheWay, stepTypes } from '../../../src-shared/interface/workflow'
import { formatClock, formatNearDay, formatNumber, formatSpan, missing } from '../../format'

/** A word and the look of its tag (controls.css, `.tag`). */
interface Said {
  word: string
  tone: '' | 'info' | 'success' | 'warning' | 'danger'
}

/** Whether a workflow runs. */
export function enabledWord({ enabled }: Pick<WorkflowRow, 'enabled'>): Said {
  return enabled
    ? { word: t('workflows.workflowWords.enabled'), tone: 'success' }
    : { word: t('words.disabled'), tone: '' }
}

/** What a list of workflows can be narrowed to. */
export const workflowStates: readonly { value: string; label: string }[] = [
  { value: '', label: t('words.anyState') },
  { value: 'enabled', label: t('workflows.workflowWords.enabled') },
  { value: 'disabled', label: t('words.disabled') },
]

const statuses: Record<(typeof executionStatuses)[number], Said> = {
  RUNNING: { word: t('words.running'), tone: 'info' },
  WAITING: { word: t('words.waiting'), tone: 'info' },
  COMPLETED: { word: t('workflows.workflowWords.completed'), tone: 'success' },
  EXITED: { word: t('workflows.workflowWords.left'), tone: '' },
  FAILED: { word: t('words.failed'), tone: 'danger' },
  CANCELLED: { word: t('words.cancelled'), tone: '' },
}

/** An execution's status as it is said. What is not known is said as the service says it. */
export function statusWord(status: string): Said {
  const known = executionStatuses.find((each) => each === status)
  return known ? statuses[known] : { word: status, tone: '' }
}

/** The statuses of executions with how many of each there are, in their order; what is not known comes last. */
export function statusCounts(
  byStatus: Record<string, number>,
): { status: string; word: string; count: number }[] {
  const others = Object.keys(byStatus).filter(
    (status) => !executionStatuses.some((known) => known === status),
  )
  return [...executionStatuses, ...others.sort()]
    .map((status) => ({ status, word: statusWord(status).word, count: byStatus[status] ?? 0 }))
    .filter(({ count }) => count > 0)
}

/** How many executions stand at a step now. */
export function standing({ executions }: Pick<WorkflowRow, 'executions'>): number {
  return onTheWay.reduce((sum, status) => sum + (executions[status] ?? 0), 0)
}

/** How many executions there are, with a plus where only the newest are counted: "5,000+". */
export function allText({
  executions,
  newestAlone,
}: Pick<WorkflowRow, 'executions' | 'newestAlone'>): string {
  return `${formatNumber(allOf(executions))}${newestAlone === null ? '' : '+'}`
}

/** That figures are of the newest executions alone; empty where they are of all. */
export function newestWords({ newestAlone }: Pick<WorkflowRow, 'newestAlone'>): string {
  return newestAlone === null ? '' : t('workflows.workflowWords.ofTheNewestNewestalone', { newestAlone })
}

/** What the figures of a row of the list are of, for a pointer that rests on them; undefined where it goes without saying. */
export function newestTitle({ newestAlone }: Pick<WorkflowRow, 'newestAlone'>): string | undefined {
  return newestAlone === null
    ? undefined
    : t('workflows.workflowWords.countsTheNewestNewestalone', { newestAlone })
}

/** How many executions there are in the copy. */
export function allOf(byStatus: Record<string, number>): number {
  return Object.values(byStatus).reduce((sum, count) => sum + count, 0)
}

/** What starts it. */
export function triggerWords({
  triggerType,
  eventName,
}: Pick<WorkflowRow, 'triggerType' | 'eventName'>): string {
  if (eventName !== null) return t('workflows.workflowWords.onEventname', { eventName })
  if (triggerType === 'MANUAL') return t('words.byHand')
  return triggerType === 'SCHEDULE'
    ? t('workflows.workflowWords.byASchedule')
    : (triggerType ?? t('words.notKnown'))
}

const kinds: Record<(typeof stepTypes)[number], { word: string; icon: Component }> = {
  TRIGGER: { word: t('workflows.workflowWords.start'), icon: Zap },
  SEND_EMAIL: { word: t('words.mail'), icon: Mail },
  DELAY: { word: t('workflows.stepKinds.wait'), icon: Clock },
  WAIT_FOR_EVENT: { word: t('workflows.stepKinds.waitForEvent'), icon: Bell },
  CONDITION: { word: t('workflows.workflowWords.question'), icon: GitFork },
  WEBHOOK: { word: t('workflows.workflowWords.call'), icon: Webhook },
  UPDATE_CONTACT: { word: t('words.change'), icon: UserPen },
  EXIT: { word: t('workflows.stepKinds.end'), icon: CircleDot },
}

/** A kind of step, with its sign. */
export function kindOf(type: string): { word: string; icon: Component } {
  const known = stepTypes.find((each) => each === type)
  return known ? kinds[known] : { word: type, icon: CircleHelp }
}

const branches: Record<string, string> = {
  yes: t('words.yes'),
  no: t('words.no'),
  event: t('workflows.exits.itHappened'),
  timeout: t('workflows.exits.timeRanOut'),
  default: t('workflows.answerFields.otherwise'),
}

/** A way out of a step, as it is labelled; empty for the only one. */
export function branchWord(branch: string): string {
  return branches[branch] ?? branch
}

/** What a step is called: by its author, or by its kind. */
export function nameOf({ name, type }: Pick<WorkflowStep, 'name' | 'type'>): string {
  return name === '' ? kindOf(type).word : name
}

/** Where a step leads, in words: "Yes: Done; No: The first note". */
function waysWords(step: Pick<WorkflowStep, 'ways'>, steps: readonly WorkflowStep[]): string {
  return step.ways
    .map(({ to, branch }) => {
      const target = steps.find(({ id }) => id === to)
      const name = target ? nameOf(target) : t('workflows.workflowWords.aStepThatIs')
      return branch === '' ? name : `${branchWord(branch)}: ${name}`
    })
    .join('; ')
}

/** Where a step leads, for whoever stands there: "A plan now?", "Yes: Customer, late. No: Trial over."; empty: nowhere. */
export function thenWords(step: Pick<WorkflowStep, 'ways'>, steps: readonly WorkflowStep[]): string {
  const words = waysWords(step, steps)
  return step.ways.length > 1 ? `${words.replaceAll('; ', '. ')}.` : words
}

/** What stands above a step in the graph: the way that leads there, and how many came: "Time ran out, 426". */
export function captionOf(
  step: WorkflowStep,
  steps: readonly WorkflowStep[],
  { fresh, more }: { fresh: boolean; more: boolean },
): string {
  const branches = steps.flatMap(({ ways }) =>
    ways.flatMap(({ to, branch }) => (to === step.id && branch !== '' ? branchWord(branch) : [])),
  )
  const way = [...new Set(branches)].reduce(
    (one, other) => (one === '' ? other : t('workflows.workflowWords.wayOrWay', { one, other })),
    '',
  )
  if (fresh) return t('workflows.workflowWords.wayNew', { isWay: way !== '', way })
  const { sure, unsure } = step.came
  const came = `${formatNumber(sure)}${unsure > 0 || more ? '+' : ''}`
  if (step.type === 'TRIGGER') return t('workflows.workflowWords.cameInAll', { came })
  return way === '' ? came : t('workflows.workflowWords.wayCame', { way, came })
}

/** About how wide a caption is, with how many are here beside it (CSS pixels at 12 px). */
export function captionWidth(caption: string, here: number): number {
  const beside = here > 0 ? hereText(here).length * 7 + 12 : 0
  return Math.ceil(caption.length * 6.4) + beside
}

/** A time that was worked out: "19 Nov, 09:40", "about 22 Nov, 09:40"; an en dash where it is not known. */
export function workedOutWords(time: WorkedOut | null, now: number): string {
  if (time === null) return missing
  const moment = `${formatNearDay(time.at, now)}, ${formatClock(time.at)}`
  return time.about ? t('workflows.workflowWords.aboutMoment', { moment }) : moment
}

/** Since when somebody stands at a step, as a span: "2 d 4 h", "about 9 d"; an en dash where it is not known. */
export function sinceWords({ since }: Pick<ExecutionRow, 'since'>, now: number): string {
  if (since === null) return missing
  const moment = formatSpan(now - since.at)
  return since.about ? t('workflows.workflowWords.aboutMoment', { moment }) : moment
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** When somebody goes on: "in 41 min", "tomorrow, 09:40", "23 Nov, 17:58"; an en dash where that is not known. */
export function dueWords({ due }: Pick<ExecutionRow, 'due'>, now: number): string {
  if (due === null) return missing
  const left = due.at - now
  const tomorrow = new Date(now + dayMs).toDateString() === new Date(due.at).toDateString()
  const moment =
    left <= 0
      ? t('workflows.workflowWords.anyMoment')
      : left < 12 * hourMs
        ? t('workflows.workflowWords.inSpan', { span: formatSpan(left) })
        : tomorrow
          ? t('workflows.workflowWords.tomorrowClock', { clock: formatClock(due.at) })
          : workedOutWords({ ...due, about: false }, now)
  return due.about ? t('workflows.workflowWords.aboutMoment', { moment }) : moment
}

/** A step as a screen reader says it in the graph. */
export function stepLabel(
  step: WorkflowStep,
  steps: readonly WorkflowStep[],
  { reached, fault }: { reached: boolean; fault: string },
): string {
  const parts = [nameOf(step), ...(fault === '' ? [kindOf(step.type).word, step.words] : [fault])]
  if (step.here > 0) parts.push(hereText(step.here))
  if (step.ways.length > 0)
    parts.push(t('workflows.workflowWords.leadsToWayswords', { waysWords: waysWords(step, steps) }))
  if (!reached) parts.push(t('workflows.workflowWords.nothingLeadsHere'))
  return parts.map((part) => (/[.?!]$/.test(part) ? part : `${part}.`)).join(' ')
}

/** Who is on the way, by step: "Three more days", "122". */
export function standingLines({ steps }: Pick<WorkflowDetail, 'steps'>): { label: string; value: string }[] {
  return (steps ?? [])
    .filter(({ here }) => here > 0)
    .map((step) => ({ label: nameOf(step), value: formatNumber(step.here) }))
}

/** What enabling or disabling a workflow means, before it happens. */
export function switchWords(workflow: WorkflowRow): { title: string; verb: string; sentences: string[] } {
  const waiting = standing(workflow)
  if (workflow.enabled) {
    return {
      title: t('workflows.workflowWords.disableName', { name: workflow.name }),
      verb: t('workflows.workflowPage.disable'),
      sentences: [
        t('workflows.workflowWords.nobodyStartsItAny', {
          isNull: workflow.eventName === null,
          eventName: workflow.eventName,
        }),
        waiting === 0
          ? t('workflows.workflowWords.nobodyIsOnThe')
          : t('workflows.workflowWords.contactsAreOnThe', { waiting }),
        ...(workflow.newestAlone === null
          ? []
          : [t('workflows.workflowWords.thatIsNewestwordsOf', { newestWords: newestWords(workflow) })]),
      ],
    }
  }
  return {
    title: t('workflows.workflowWords.enableName', { name: workflow.name }),
    verb: t('workflows.workflowPage.enable'),
    sentences: [
      workflow.eventName === null
        ? t('workflows.workflowWords.fromNowOnIt')
        : t('workflows.workflowWords.fromNowOnEverybody', {
            eventName: workflow.eventName,
            isAllowReentry: Boolean(workflow.allowReentry),
          }),
      t('workflows.workflowWords.itsMailsGoOut'),
    ],
  }
}

/** How many stand at a step, for the little room in the graph. */
export function hereText(here: number): string {
  return here === 0 ? '' : t('words.hereHere', { here })
}
