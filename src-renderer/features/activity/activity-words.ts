import { z } from 'zod'
import { said, toldSentenceSchema } from '../../../src-shared/messages/told'
import { t, tParts } from '../../../src-shared/messages/message'
import type { ActivityEntry, ActivityHead, Cause } from '../../../src-shared/bridge/activity'
import { formatClock, formatDay, formatNumber, formatPercent } from '../../format'
import { jobShare } from '../../jobs/job-words'
import { changesOf, valueWords } from './changes'

/** How an entry came out: its word, and the tone that it is said in. */
export interface Outcome {
  text: string
  tone: 'plain' | 'bad' | 'warning' | 'going'
}

const outcomes: Record<ActivityEntry['outcome'], Outcome> = {
  done: { text: t('words.done'), tone: 'plain' },
  failed: { text: t('words.failed'), tone: 'bad' },
  unknown: { text: t('words.noAnswer'), tone: 'warning' },
  cancelled: { text: t('words.cancelled'), tone: 'plain' },
  running: { text: t('words.running'), tone: 'going' },
  paused: { text: t('words.paused'), tone: 'plain' },
}

/** The outcomes that the list can be narrowed to. */
export const outcomeChoices = (['done', 'failed', 'unknown', 'cancelled', 'running'] as const).map(
  (value) => ({
    value,
    label: outcomes[value].text,
  }),
)

/** How a single entry ended. A status of 400 and above says that it was refused. */
export function outcomeOf({ outcome, status }: Pick<ActivityEntry, 'outcome' | 'status'>): Outcome {
  const refused = outcome === 'failed' && status !== null && status >= 400 && status < 500
  return refused ? { text: t('words.refused'), tone: 'bad' } : outcomes[outcome]
}

/** Whether an entry, or something that it stands for, goes on still. */
const isUnderWay = ({ outcome, runningParts }: ActivityHead): boolean =>
  outcome === 'running' || runningParts > 0

/** How an entry and what it stands for came out. */
export function headOutcome(head: ActivityHead): Outcome {
  const { work, failedParts, parts } = head
  if (head.outcome === 'paused') return outcomes.paused
  if (isUnderWay(head)) {
    const share = work && jobShare(work)
    return share === null ? outcomes.running : { text: formatPercent(Math.floor(share * 100)), tone: 'going' }
  }
  const own = work === null && parts > 0 && head.outcome !== 'done' ? 1 : 0
  const failed = Math.max(work?.failed ?? 0, failedParts + own)
  if (failed > 0 && (parts > 0 || work !== null))
    return { text: t('activity.activityWords.failedFailed', { failed }), tone: 'bad' }
  return outcomeOf(head)
}

/** A sentence in parts: a field stands in mono. */
export interface SentencePart {
  text: string
  mono?: boolean
}

/** Whose address an entry is about; of what an older Postroom kept as words, the address in them. */
export function addressOf({ told, title }: Pick<ActivityEntry, 'title' | 'told'>): string | null {
  const address = told?.values.email ?? told?.values.to
  if (typeof address === 'string') return address
  return told ? null : (title.split(' ').find((word) => word.includes('@')) ?? null)
}

/** Who or what an entry is about, for the head of its panel. */
export function subjectOf(entry: Pick<ActivityEntry, 'title' | 'told'>): string {
  return addressOf(entry) ?? entry.title
}

/** Who caused an entry. */
export function causeWords(cause: Cause): string {
  const words: Record<Cause, string> = {
    person: t('activity.activityWords.you'),
    outbox: t('activity.activityWords.outbox'),
    schedule: t('activity.activityWords.schedule'),
    first: t('activity.activityWords.first'),
    resumed: t('activity.activityWords.restart'),
    postroom: t('words.postroom'),
  }
  return words[cause]
}

/** What an entry did, in a sentence. */
export function sentenceOf(head: ActivityHead): SentencePart[] {
  if (head.brought !== null) return [{ text: runSentence(head) }]
  const [change, ...others] = changesOf(head.sent, head.before)
  const whom = addressOf(head)
  if (head.kind !== 'write' || change === undefined || whom === null) return [{ text: head.title }]
  if (change.field === 'subscribed' && others.length === 0)
    return [
      {
        text:
          change.after === true
            ? t('activity.activityWords.subscribeWhom', { whom })
            : t('activity.activityWords.unsubscribeWhom', { whom }),
      },
    ]
  if (others.length > 0)
    return [{ text: t('activity.activityWords.changeCountFieldsOf', { count: others.length + 1, whom }) }]
  const values = { whom, after: valueWords(change.after), before: valueWords(change.before) }
  return tParts('activity.activityWords.setFieldOfWhom', ['field'], values).map((part) =>
    typeof part === 'string' ? { text: part } : { text: change.field, mono: true },
  )
}

/** "Quick refresh: 41 changed, 388 new", over all runs that an entry stands for. */
function runSentence(head: ActivityHead): string {
  const { title, told, parts, brought } = head
  const what = parts === 0 ? title : (joinedWords(told?.say) ?? title)
  const { added = 0, changed = 0, removed = 0 } = brought ?? {}
  const found = [
    ...(changed > 0 ? [t('words.changedChanged', { changed })] : []),
    ...(added > 0 ? [t('words.addedNew', { added })] : []),
    ...(removed > 0 ? [t('words.removedGone', { removed })] : []),
  ]
  // What one under way has not brought yet is no news.
  if (found.length === 0 && isUnderWay(head)) return what
  return `${what}: ${found.length > 0 ? found.join(', ') : t('words.noChange')}`
}

/** Runs of several lists as one. */
function joinedWords(say: string | undefined): string | null {
  if (say === 'told.quickRefresh') return t('words.quickRefresh')
  return say === 'told.fullRun' ? t('activity.activityWords.fullSync') : null
}

/** What a run or a job counted, a line each. */
export function countLines(sent: unknown): { label: string; value: string }[] {
  const counts = new Map(Object.entries(sent ?? {}))
  return countWords.flatMap(([key, label]) => {
    const count: unknown = counts.get(key)
    return typeof count === 'number' ? [{ label, value: formatNumber(count) }] : []
  })
}

const toldsSchema = z.array(z.union([z.string(), toldSentenceSchema])).nullish()
const notesSchema = z.object({ note: toldsSchema, report: toldsSchema })

/** What a run noted besides its counts, a sentence each. */
export function noteWords(sent: unknown): string[] {
  const { note, report } = notesSchema.safeParse(sent).data ?? {}
  return [...(note ?? []), ...(report ?? [])].map(said)
}

/** When it was: an instant, a span of a job, or how often since when. */
export function whenWords({ at, since, parts, work, durationMs, outcome }: ActivityHead): string {
  if (since !== null)
    return t('activity.activityWords.countRunsSinceClock', { count: parts + 1, clock: formatClock(since) })
  const [from, to] = [formatClock(at), formatClock(at + (durationMs ?? 0))]
  return work !== null && outcome !== 'running' && from !== to ? `${from}–${to}` : from
}

/** The day that an entry stands under: "Today", "Yesterday", or its date. */
export function dayWords(at: number, now: number): string {
  const day = (instant: number) => new Date(instant).toDateString()
  if (day(at) === day(now)) return t('words.today')
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  return day(at) === yesterday.toDateString() ? t('activity.activityWords.yesterday') : formatDay(at)
}

const countWords = [
  ['total', t('words.inAll')],
  ['done', t('words.done')],
  ['failed', t('words.failed')],
  ['requests', t('words.requests')],
  ['expected', t('words.serviceSaid')],
  ['received', t('words.listed')],
  ['added', t('words.new')],
  ['changed', t('words.changed')],
  ['unchanged', t('words.unchanged')],
  ['removed', t('words.gone')],
  ['pages', t('words.pages')],
] as const

/** Whether Postroom did it by itself. */
export function isBackground({ kind, cause, work }: Pick<ActivityHead, 'kind' | 'cause' | 'work'>): boolean {
  return kind === 'run' && work === null && cause !== 'person'
}

/** "PATCH /contacts/cnt_1", or nothing for a run. */
export function requestLine({ method, path }: Pick<ActivityEntry, 'method' | 'path'>): string {
  return method === null ? '' : `${method} ${path ?? ''}`.trim()
}

/** How far back the list can be asked to go, in days; "any" is all of it. */
export const spans = [
  { value: 'any', label: t('activity.activityWords.anyTime') },
  { value: '1', label: t('words.last24Hours') },
  { value: '7', label: t('words.last7Days') },
  { value: '30', label: t('words.last30Days') },
] as const
export type LogSpan = (typeof spans)[number]['value']
