import { plainText } from '../../../../src-shared/interface/exact-number'
import type { BulkAction, BulkPreview, BulkResult, BulkMethod } from '../../../../src-shared/bridge/bulk'
import { formatCount, formatLeft, formatNumber, missing } from '../../../format'

/** What can be done to many contacts at once. A list is one of the fields that are set. */
export type BulkKind = Exclude<BulkAction['kind'], 'list'>

/** The menu, in its order; `group` parts it. */
export const bulkKinds: { kind: BulkKind; label: string; group: string; danger?: boolean }[] = [
  { kind: 'subscribe', label: 'Subscribe', group: 'subscribed' },
  { kind: 'unsubscribe', label: 'Unsubscribe', group: 'subscribed' },
  { kind: 'set', label: 'Set a field', group: 'data' },
  { kind: 'remove', label: 'Remove a field', group: 'data' },
  { kind: 'addTo', label: 'Add to a segment', group: 'segment' },
  { kind: 'delete', label: 'Delete', group: 'delete', danger: true },
]

const verbs: Record<BulkKind, { done: (people: string) => string; command?: (people: string) => string }> = {
  subscribe: { done: (people) => `Subscribe ${people}` },
  unsubscribe: { done: (people) => `Unsubscribe ${people}` },
  delete: { done: (people) => `Delete ${people}` },
  set: { done: (people) => `Change ${people}`, command: (people) => `Set a field of ${people}` },
  remove: { done: (people) => `Change ${people}`, command: (people) => `Remove a field of ${people}` },
  addTo: { done: (people) => `Add ${people}`, command: (people) => `Add ${people} to a segment` },
}

/** The verb on the button, with how many it concerns: "Unsubscribe 1,204 contacts". */
export function bulkVerb(kind: BulkKind, count: number): string {
  return verbs[kind].done(formatCount(count, 'contact'))
}

/** An action as a command, with whom it concerns: "Unsubscribe 3 selected contacts", "Delete all 1,204 that match". */
export function bulkCommand(kind: BulkKind, who: { selected: number } | { matching: number }): string {
  const people =
    'selected' in who
      ? `${formatNumber(who.selected)} selected ${who.selected === 1 ? 'contact' : 'contacts'}`
      : `all ${formatNumber(who.matching)} that match`
  const { done, command = done } = verbs[kind]
  return command(people)
}

/** Whether the number has to be typed before it is done: what cannot be taken back, and what people themselves said. */
export function isTyped(action: BulkAction): boolean {
  const { kind } = action
  return kind === 'delete' || kind === 'unsubscribe' || (kind === 'subscribe' && action.again)
}

/** What is about to be done, as the title of its dialog: "Add “vip” to tags of 425 people". */
export function bulkHeading(kind: BulkKind, action: BulkAction | null, selected: number): string {
  const people = formatCount(selected, 'person', 'people')
  switch (action?.kind) {
    case 'list':
      return action.how === 'add'
        ? `Add ${quoted(action.values)} to ${action.key} of ${people}`
        : `Take ${quoted(action.values)} from ${action.key} of ${people}`
    case 'set':
      return `Set ${action.key} to ${quoted([action.value])} for ${people}`
    case 'remove':
      return `Remove ${action.key} of ${people}`
    case 'addTo':
      return `Add ${people} to “${action.segment.name}”`
    default:
      return kind === 'set' ? `Change ${people}` : (verbs[kind].command?.(people) ?? verbs[kind].done(people))
  }
}

const quoted = (values: readonly unknown[]) => values.map((value) => `“${plainText(value)}”`).join(', ')

/** The three counts of a preview, which add up to who is selected. */
export function countTabs(
  { kind }: BulkAction,
  { willChange, alreadySo, protected: left, gone }: BulkPreview,
): { key: 'change' | 'already' | 'left'; label: string; count: number }[] {
  return [
    { key: 'change', label: kind === 'delete' ? 'will be deleted' : 'will change', count: willChange },
    { key: 'already', label: kind === 'remove' ? 'do not have it' : 'have it already', count: alreadySo },
    { key: 'left', label: 'cannot', count: left + gone },
  ]
}

/** What a change takes, how it is taken back, and why some cannot, a line each. */
export function previewTerms(action: BulkAction, preview: BulkPreview): { label: string; value: string }[] {
  const kind = action.kind === 'list' ? 'set' : action.kind
  const { seconds, canUndo, protected: left, gone, replaced } = preview
  const takes = `${seconds > 0 ? `${formatLeft(seconds)}. ` : ''}${costOf(kind, preview)}`
  const undo = canUndo
    ? 'In Activity. Whoever was edited since keeps the newer value.'
    : 'Nobody who is deleted can be put back.'
  return [
    { label: 'Takes', value: takes },
    { label: 'Undo', value: undo },
    ...(replaced > 0 ? [{ label: 'Replaces', value: lossOf(kind, preview) }] : []),
    ...(left > 0 ? [{ label: 'Cannot', value: leftWords(action, left) }] : []),
    ...(gone > 0 ? [{ label: 'Gone', value: `${formatNumber(gone)} are not in the copy any more.` }] : []),
  ]
}

function leftWords(action: BulkAction, count: number): string {
  return action.kind === 'list'
    ? `${formatNumber(count)} hold something else in ${action.key}, not a list. They stay as they are.`
    : `${formatNumber(count)} unsubscribed. They are left as they are.`
}

/** A value from before or after, as a person reads it. */
export function bulkValue(kind: BulkKind, value: unknown): string {
  if (kind === 'subscribe' || kind === 'unsubscribe') return value === true ? 'Subscribed' : 'Unsubscribed'
  if (value === null || value === undefined) return missing
  return plainText(value)
}

/** What will happen, and what is left alone, a line each: they add up to who is selected. */
export function previewFacts(
  kind: BulkKind,
  preview: BulkPreview,
): { label: string; value: string; strong?: boolean }[] {
  const already: Record<BulkKind, string> = {
    subscribe: 'Subscribed already',
    unsubscribe: 'Unsubscribed already',
    set: 'Have this value already',
    remove: 'Do not have this field',
    addTo: 'In it already',
    delete: 'Deleted already',
  }
  const rest = [
    { label: already[kind], count: preview.alreadySo },
    { label: 'Unsubscribed, left as they are', count: preview.protected },
    { label: 'Gone from the copy', count: preview.gone },
  ]
  return [
    { label: 'Selected', value: formatNumber(preview.selected) },
    { label: 'Will change', value: formatNumber(preview.willChange), strong: true },
    ...rest
      .filter(({ count }) => count > 0)
      .map(({ label, count }) => ({ label, value: formatNumber(count) })),
  ]
}

/** What goes with people who are deleted, a line each. */
export function deletionFacts(preview: BulkPreview): { label: string; value: string }[] {
  const { willChange, gone, seconds } = preview
  return [
    { label: 'Deleted', value: `${formatNumber(willChange)} with their data, events and verdicts` },
    ...(gone > 0 ? [{ label: 'Gone already', value: formatNumber(gone) }] : []),
    { label: 'Takes', value: seconds > 0 ? formatLeft(seconds) : 'A moment' },
  ]
}

/** What it costs, and whether it can be taken back. */
export function previewNote(kind: BulkKind, preview: BulkPreview): string {
  const { seconds, canUndo, replaced } = preview
  const cost = `${costOf(kind, preview)}${seconds > 0 ? ` ${formatLeft(seconds)}.` : ''}`
  if (!canUndo) return `${cost} Deleted contacts cannot be put back.`
  if (kind === 'addTo') return `${cost} Who is in the segment already is passed over. It can be undone.`
  const undo = 'It can be undone for whoever has not changed since.'
  return `${replaced === 0 ? '' : `${lossOf(kind, preview)} `}${cost} ${undo}`
}

/** How many values are lost: "Of 1,204 contacts, 425 have another value now: it is replaced." */
function lossOf(kind: BulkKind, { willChange, replaced }: BulkPreview): string {
  if (kind === 'remove') return `${formatCount(replaced, 'value is', 'values are')} removed.`
  const has = replaced === 1 ? 'has' : 'have'
  return `Of ${formatCount(willChange, 'contact')}, ${formatNumber(replaced)} ${has} another value now: it is replaced.`
}

/** How many requests it takes, and why so many. */
function costOf(kind: BulkKind, { way, requests, singleRequests }: BulkPreview): string {
  const count = formatCount(requests, 'request')
  if (kind === 'addTo') return `At most ${count}.`
  switch (way.kind) {
    case 'single':
      return way.lacking
        ? `At most ${count}: this service changes one contact at a time.`
        : `At most ${count}, one contact at a time.`
    case 'many':
      return `About ${count}, up to ${formatNumber(way.most)} contacts at a time.`
    case 'unknown':
      return (
        `About ${count} if the service changes ${formatNumber(way.most)} contacts at a time, ` +
        `at most ${formatNumber(singleRequests)} if it does not.`
      )
  }
}

/** Which way a change goes; null where nobody knows yet. */
export function wayFact(way: BulkMethod): { label: string; value: string } | null {
  if (way.kind === 'unknown') return null
  return {
    label: 'Contacts a request',
    value: way.kind === 'single' ? '1' : `up to ${formatNumber(way.most)}`,
  }
}

/** What taking a change back concerns, a line each. */
export function undoFacts({ job, toUndo, kept }: BulkResult): { label: string; value: string }[] {
  const lines = [
    { label: 'Change', value: job.title },
    { label: 'To take back', value: formatNumber(toUndo) },
  ]
  return kept > 0 ? [...lines, { label: 'Kept, changed since', value: formatNumber(kept) }] : lines
}

/** The verb on the button: "Undo for 1,204 contacts". */
export function undoVerb({ toUndo }: BulkResult): string {
  return `Undo for ${formatCount(toUndo, 'contact')}`
}

/** What taking a change back does. */
export function undoNote({ action }: BulkResult): string {
  return action.kind === 'addTo'
    ? 'They are taken out of the segment again.'
    : 'Whoever has changed since is left as they are now.'
}

/** What came of a change, a line each; lines of nothing are left out. */
export function resultFacts(result: BulkResult): { label: string; value: string; strong?: boolean }[] {
  const lines = [
    { label: 'Done', count: result.changed, strong: true },
    { label: 'Were so already', count: result.skipped },
    { label: 'Failed', count: result.failed },
    { label: 'Taken back', count: result.reversed },
    { label: 'Kept, changed since', count: result.kept },
    { label: 'Could not be taken back', count: result.unreversed },
  ]
  const counts = lines
    .filter(({ count, strong }) => strong || count > 0)
    .map(({ label, count, strong }) => ({ label, value: formatNumber(count), ...(strong ? { strong } : {}) }))
  const way = wayFact(result.way)
  return way ? [...counts, way] : counts
}

/** What came of a change in one line: "391 of 425 changed, 3 could not". */
export function endedWords({ total, done, failed }: { total: number; done: number; failed: number }): string {
  const changed = `${formatNumber(done - failed)} of ${formatNumber(total)} changed`
  return failed > 0 ? `${changed}, ${formatNumber(failed)} could not` : changed
}
