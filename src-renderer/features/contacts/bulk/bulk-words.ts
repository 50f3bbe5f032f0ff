import { t, type MessageKey, type MessageValues } from '../../../../src-shared/messages/message'
import { plainText } from '../../../../src-shared/interface/exact-number'
import type { BulkAction, BulkPreview, BulkResult } from '../../../../src-shared/bridge/bulk'
import type { Job } from '../../../../src-shared/bridge/jobs'
import { formatDuration, formatNumber } from '../../../format'

/** What can be done to many contacts at once, each with a dialog: a field is changed, they are unsubscribed, or deleted. */
export type BulkKind = 'change' | 'unsubscribe' | 'delete'

/** The menu, in its order. */
export const bulkKinds: { kind: BulkKind; label: string; danger?: boolean }[] = [
  { kind: 'change', label: t('contacts.bulkWords.changeAField') },
  { kind: 'unsubscribe', label: t('contacts.bulkWords.unsubscribe') },
  { kind: 'delete', label: t('words.delete'), danger: true },
]

/** A line that says what is so, and beside it what explains it. */
export interface NotedFact {
  label: string
  value: string
  note?: string
}

/** An action as a command, with whom it concerns: "Unsubscribe 3 selected people", "Delete all 1,204 that match". */
export function bulkCommand(kind: BulkKind, who: { selected: number } | { matching: number }): string {
  return 'selected' in who
    ? t('contacts.bulkWords.commandSelected', { kind, count: who.selected })
    : t('contacts.bulkWords.commandMatching', { kind, count: who.matching })
}

/** The verb on the button, with how many it concerns: "Add to 391". */
export function changeVerb(action: BulkAction, count: number): string {
  return t('contacts.bulkWords.verb', { kind: action.kind === 'list' ? action.how : action.kind, count })
}

/** Whether the number has to be typed before it is done: what cannot be taken back, and what people themselves said. */
export function isTyped(action: BulkAction): boolean {
  const { kind } = action
  return kind === 'delete' || kind === 'unsubscribe' || (kind === 'subscribe' && action.again)
}

/** What is about to be done, as the title of its dialog: "Add “vip” to tags of 425 people". `key` stands in it. */
export function bulkHeading(
  action: BulkAction | null,
  count: number,
): { text: MessageKey; values: MessageValues; key: string | null } {
  switch (action?.kind) {
    case 'list': {
      const { key } = action
      const text =
        action.how === 'add' ? 'contacts.bulkWords.addQuotedToKey' : 'contacts.bulkWords.removeQuotedFromKey'
      return { text, values: { quoted: quoted(action.values), key, count }, key }
    }
    case 'set': {
      const { key } = action
      const values = {
        key,
        quoted: quoted(Array.isArray(action.value) ? action.value : [action.value]),
        count,
      }
      return { text: 'contacts.bulkWords.setKeyToQuoted', values, key }
    }
    case 'remove':
      return { text: 'contacts.bulkWords.clearKeyOf', values: { key: action.key, count }, key: action.key }
    case 'addTo':
      return {
        text: 'told.addPeopleToSegment',
        values: { count, name: action.segment.name },
        key: null,
      }
    case 'subscribe':
      return { text: 'told.subscribePeople', values: { count }, key: null }
    case 'unsubscribe':
      return { text: 'told.unsubscribePeople', values: { count }, key: null }
    case 'delete':
      return { text: 'told.deletePeople', values: { count }, key: null }
    default:
      return { text: 'contacts.bulkWords.changePeople', values: { count }, key: null }
  }
}

const quoted = (values: readonly unknown[]) => values.map((value) => `“${plainText(value)}”`).join(', ')

/** The three counts of a preview, which add up to who is selected. */
export function countTabs(
  { kind }: BulkAction,
  { willChange, alreadySo, protected: left, gone }: BulkPreview,
): { key: 'change' | 'already' | 'left'; label: string; count: number }[] {
  return [
    { key: 'change', label: t('contacts.bulkWords.willChange'), count: willChange },
    {
      key: 'already',
      label: kind === 'remove' ? t('contacts.bulkWords.doNotHaveIt') : t('contacts.bulkWords.haveItAlready'),
      count: alreadySo,
    },
    { key: 'left', label: t('contacts.bulkWords.cannotChange'), count: left + gone },
  ]
}

/** Why nothing would be done. */
export function nothingWords({ kind }: BulkAction, { selected, alreadySo }: BulkPreview): string {
  return t('contacts.bulkWords.nothing', { kind: alreadySo === selected ? kind : 'mixed', count: selected })
}

/** How long a change takes: "About 50 s". */
export function takesWords(seconds: number): string {
  if (seconds < 5) return t('contacts.bulkWords.aMoment')
  const round = seconds < 90 ? 5 : 1
  return t('format.about', { time: formatDuration(Math.ceil(seconds / round) * round * 1000) })
}

/** How many requests a change takes, and why so many. */
export function requestWords({ way, requests, singleRequests, perMinute }: BulkPreview): string {
  return t('contacts.bulkWords.requests', {
    way: way.kind === 'single' ? (way.lacking ? 'lacking' : 'single') : way.kind,
    count: requests,
    most: way.kind === 'single' ? 1 : way.most,
    singleRequests,
    perMinute,
  })
}

/** What a change takes, how it is taken back, what it replaces, and why some cannot, a line each. */
export function previewTerms(action: BulkAction, preview: BulkPreview): NotedFact[] {
  const { seconds, protected: left, gone, replaced } = preview
  const lines: (NotedFact & { count?: number })[] = [
    { label: t('words.takes'), value: takesWords(seconds), note: requestWords(preview) },
    { label: t('words.undo'), value: t('words.inActivity'), note: undoNote(action) },
    {
      label: action.kind === 'remove' ? t('contacts.bulkWords.removes') : t('contacts.bulkWords.replaces'),
      value: t('counts.values', { count: replaced }),
      count: replaced,
    },
    {
      label: t('contacts.bulkWords.cannot'),
      value: formatNumber(left),
      note: leftNote(action, preview),
      count: left,
    },
    {
      label: t('contacts.bulkWords.gone'),
      value: formatNumber(gone),
      note: t('contacts.bulkWords.goneNote'),
      count: gone,
    },
  ]
  return lines.flatMap(({ count, ...line }) => (count === 0 ? [] : [line]))
}

function leftNote(action: BulkAction, { left, protected: count }: BulkPreview): string {
  if (action.kind !== 'list') return t('contacts.bulkWords.unsubscribedStay', { count })
  const isText = left.length === count && left.every(({ before }) => typeof before === 'string')
  return t('contacts.bulkWords.notAList', { holds: isText ? 'text' : 'other', count, key: action.key })
}

/** What taking a change back does. */
export function undoNote({ kind }: BulkAction): string {
  return kind === 'addTo'
    ? t('contacts.bulkWords.theyAreTakenOut')
    : t('contacts.bulkWords.whoeverWasEditedSince')
}

/** What taking a change back concerns, a line each. */
export function undoFacts({ job, toUndo, kept }: BulkResult): NotedFact[] {
  const lines = [
    { label: t('words.change'), value: job.title },
    { label: t('contacts.bulkWords.toTakeBack'), value: formatNumber(toUndo) },
  ]
  return kept > 0 ? [...lines, { label: t('words.keptChangedSince'), value: formatNumber(kept) }] : lines
}

/** The verb on the button: "Undo for 1,204 people". */
export function undoVerb({ toUndo }: BulkResult): string {
  return t('contacts.bulkWords.undoForPeople', { toUndo })
}

/** What came of a change, a line each; lines of nothing are left out. */
export function resultFacts(result: BulkResult): { label: string; value: string; strong?: boolean }[] {
  const { way } = result
  const lines = [
    { label: t('words.done'), count: result.changed, strong: true },
    { label: t('contacts.bulkWords.wereSoAlready'), count: result.skipped },
    { label: t('words.failed'), count: result.failed },
    { label: t('words.takenBack'), count: result.reversed },
    { label: t('words.keptChangedSince'), count: result.kept },
    { label: t('contacts.bulkWords.couldNotBeTaken'), count: result.unreversed },
  ]
  const counts = lines
    .filter(({ count, strong }) => strong || count > 0)
    .map(({ label, count, strong }) => ({ label, value: formatNumber(count), ...(strong ? { strong } : {}) }))
  if (way.kind === 'unknown') return counts
  const value = way.kind === 'single' ? '1' : t('contacts.bulkWords.upToMost', { most: way.most })
  return [...counts, { label: t('contacts.bulkWords.peopleARequest'), value }]
}

/** What came of a change, or of taking it back, in one line: "391 of 425 changed, 3 could not". */
export function endedWords(job: Pick<Job, 'kind' | 'state'>, result: BulkResult): string {
  const isStopped = job.state === 'finished' ? 'no' : 'yes'
  if (job.kind === 'bulk.undo') {
    const { reversed: count, kept, unreversed: failed } = result
    return t('contacts.bulkWords.takenBackOf', { isStopped, count, total: result.changed, kept, failed })
  }
  const { action, changed: count, selected } = result
  const failed = result.failed + result.left
  return t('contacts.bulkWords.doneOf', { isStopped, kind: action.kind, count, selected, failed })
}
