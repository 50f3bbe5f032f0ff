import { Bell, CircleHelp, Clock, GitFork, Mail, OctagonX, UserPen, Webhook, Zap } from '@lucide/vue'
import type { Component } from 'vue'
import type { WorkflowRow, WorkflowStep } from '../../../src-shared/bridge/workflows'
import { executionStatuses, onTheWay, stepTypes } from '../../../src-shared/interface/workflow'
import { formatCount, formatNumber } from '../../format'

/** A word and the look of its tag (controls.css, `.tag`). */
interface Said {
  word: string
  tone: '' | 'info' | 'success' | 'warning' | 'danger'
}

/** Whether a workflow runs. */
export function enabledWord({ enabled }: Pick<WorkflowRow, 'enabled'>): Said {
  return enabled ? { word: 'Enabled', tone: 'success' } : { word: 'Disabled', tone: '' }
}

/** What a list of workflows can be narrowed to. */
export const workflowStates: readonly { value: string; label: string }[] = [
  { value: '', label: 'Any state' },
  { value: 'enabled', label: 'Enabled' },
  { value: 'disabled', label: 'Disabled' },
]

const statuses: Record<(typeof executionStatuses)[number], Said> = {
  RUNNING: { word: 'Running', tone: 'info' },
  WAITING: { word: 'Waiting', tone: 'info' },
  COMPLETED: { word: 'Completed', tone: 'success' },
  EXITED: { word: 'Left', tone: '' },
  FAILED: { word: 'Failed', tone: 'danger' },
  CANCELLED: { word: 'Cancelled', tone: '' },
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
  return newestAlone === null ? '' : `of the newest ${formatNumber(newestAlone)} executions`
}

/** What the figures of a row of the list are of, for a pointer that rests on them; undefined where it goes without saying. */
export function newestTitle({ newestAlone }: Pick<WorkflowRow, 'newestAlone'>): string | undefined {
  return newestAlone === null ? undefined : `Counts the newest ${formatNumber(newestAlone)} executions alone`
}

/** How many executions are listed: "12 executions", "12 of the newest 5,000 executions". */
export function listedText(count: number, workflow: Pick<WorkflowRow, 'newestAlone'>): string {
  const { newestAlone } = workflow
  if (newestAlone === null) return formatCount(count, 'execution')
  return count >= newestAlone
    ? `The newest ${formatNumber(count)} executions`
    : `${formatNumber(count)} ${newestWords(workflow)}`
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
  if (eventName !== null) return `On ${eventName}`
  if (triggerType === 'MANUAL') return 'By hand'
  return triggerType === 'SCHEDULE' ? 'By a schedule' : (triggerType ?? 'Not known')
}

const kinds: Record<(typeof stepTypes)[number], { word: string; icon: Component }> = {
  TRIGGER: { word: 'Start', icon: Zap },
  SEND_EMAIL: { word: 'Mail', icon: Mail },
  DELAY: { word: 'Wait', icon: Clock },
  WAIT_FOR_EVENT: { word: 'Wait for event', icon: Bell },
  CONDITION: { word: 'Question', icon: GitFork },
  WEBHOOK: { word: 'Call', icon: Webhook },
  UPDATE_CONTACT: { word: 'Change', icon: UserPen },
  EXIT: { word: 'End', icon: OctagonX },
}

/** A kind of step, with its sign. */
export function kindOf(type: string): { word: string; icon: Component } {
  const known = stepTypes.find((each) => each === type)
  return known ? kinds[known] : { word: type, icon: CircleHelp }
}

const branches: Record<string, string> = {
  yes: 'Yes',
  no: 'No',
  event: 'It happened',
  timeout: 'Time ran out',
  default: 'Otherwise',
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
export function waysWords(step: Pick<WorkflowStep, 'ways'>, steps: readonly WorkflowStep[]): string {
  return step.ways
    .map(({ to, branch }) => {
      const target = steps.find(({ id }) => id === to)
      const name = target ? nameOf(target) : 'a step that is not there'
      return branch === '' ? name : `${branchWord(branch)}: ${name}`
    })
    .join('; ')
}

/** A step as a screen reader says it in the graph. */
export function stepLabel(step: WorkflowStep, steps: readonly WorkflowStep[], reached: boolean): string {
  const parts = [nameOf(step), step.words]
  if (step.here > 0) parts.push(hereText(step.here))
  if (step.ways.length > 0) parts.push(`Leads to ${waysWords(step, steps)}`)
  if (!reached) parts.push('Nothing leads here')
  return parts.map((part) => (/[.?!]$/.test(part) ? part : `${part}.`)).join(' ')
}

/** What enabling or disabling a workflow means, before it happens. */
export function switchWords(workflow: WorkflowRow): { title: string; verb: string; sentences: string[] } {
  const waiting = standing(workflow)
  if (workflow.enabled) {
    return {
      title: 'Disable the workflow',
      verb: 'Disable',
      sentences: [
        `Nobody starts it any more${workflow.eventName === null ? '' : `, though ${workflow.eventName} may happen`}.`,
        waiting === 0
          ? 'Nobody is on the way through it in the copy.'
          : `${formatCount(waiting, 'contact')} ${waiting === 1 ? 'is' : 'are'} on the way through it. What becomes of them the service decides: look at the executions afterwards.`,
        ...(workflow.newestAlone === null
          ? []
          : [`That is ${newestWords(workflow)}; of older ones the copy knows nothing.`]),
      ],
    }
  }
  return {
    title: 'Enable the workflow',
    verb: 'Enable',
    sentences: [
      workflow.eventName === null
        ? 'From now on it starts as its trigger says.'
        : `From now on everybody with the event ${workflow.eventName} starts it${workflow.allowReentry ? ', each time anew' : ', once each'}.`,
      'Its mails go out by themselves, without another confirmation. Events of the past start nothing.',
    ],
  }
}

/** How many stand at a step, for the small space in the graph. */
export function hereText(here: number): string {
  return here === 0 ? '' : `${formatNumber(here)} here`
}
