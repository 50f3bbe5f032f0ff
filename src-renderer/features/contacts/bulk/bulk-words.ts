import { t } from '../../../../src-shared/messages/message'
import { plainText } from '../../../../src-shared/interface/exact-number'
import type { BulkAction, BulkPreview, BulkResult, BulkMethod } from '../../../../src-shared/bridge/bulk'
import { formatLeft, formatNumber, missing } from '../../../format'

/** What can be done to many contacts at once. A list is one of the fields that are set. */
export type BulkKind = Exclude<BulkAction['kind'], 'list'>

/** The menu, in its order; `group` parts it. */
export const bulkKinds: { kind: BulkKind; label: string; group: string; danger?: boolean }[] = [
  { kind: 'subscribe', label: t('contacts.bulkWords.subscribe'), group: 'subscribed' },
  { kind: 'unsubscribe', label: t('contacts.bulkWords.unsubscribe'), group: 'subscribed' },
  { kind: 'set', label: t('contacts.bulkWords.setAField'), group: 'data' },
  { kind: 'remove', label: t('contacts.bulkWords.removeAField'), group: 'data' },
  { kind: 'addTo', label: t('contacts.bulkWords.addToASegment'), group: 'segment' },
  { kind: 'delete', label: t('contacts.selectionFoot.delete'), group: 'delete', danger: true },
]

const verbs: Record<BulkKind, { done: (people: string) => string; command?: (people: string) => string }> = {
  subscribe: { done: (people) => t('contacts.bulkWords.subscribePeople', { people }) },
  unsubscribe: { done: (people) => t('contacts.bulkWords.unsubscribePeople', { people }) },
  delete: { done: (people) => t('contacts.bulkWords.deletePeople', { people }) },
  set: {
    done: (people) => t('contacts.bulkWords.changePeople', { people }),
    command: (people) => t('contacts.bulkWords.setAFieldOf', { people }),
  },
  remove: {
    done: (people) => t('contacts.bulkWords.changePeople', { people }),
    command: (people) => t('contacts.bulkWords.removeAFieldOf', { people }),
  },
  addTo: {
    done: (people) => t('contacts.bulkWords.addPeople', { people }),
    command: (people) => t('contacts.bulkWords.addPeopleToA', { people }),
  },
}

/** The verb on the button, with how many it concerns: "Unsubscribe 1,204 contacts". */
export function bulkVerb(kind: BulkKind, count: number): string {
  return verbs[kind].done(t('counts.contacts', { count }))
}

/** An action as a command, with whom it concerns: "Unsubscribe 3 selected contacts", "Delete all 1,204 that match". */
export function bulkCommand(kind: BulkKind, who: { selected: number } | { matching: number }): string {
  const people =
    'selected' in who
      ? t('contacts.bulkWords.selectedSelectedContacts', { selected: who.selected })
      : t('contacts.bulkWords.allMatchingThatMatch', { matching: who.matching })
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
  const people = t('counts.people', { count: selected })
  switch (action?.kind) {
    case 'list':
      return action.how === 'add'
        ? t('contacts.bulkWords.addQuotedToKey', { quoted: quoted(action.values), key: action.key, people })
        : t('contacts.bulkWords.takeQuotedFromKey', {
            quoted: quoted(action.values),
            key: action.key,
            people,
          })
    case 'set':
      return t('contacts.bulkWords.setKeyToQuoted', {
        key: action.key,
        quoted: quoted([action.value]),
        people,
      })
    case 'remove':
      return t('contacts.bulkWords.removeKeyOfPeople', { key: action.key, people })
    case 'addTo':
      return t('contacts.bulkWords.addPeopleToName', { people, name: action.segment.name })
    default:
      return kind === 'set'
        ? t('contacts.bulkWords.changePeople', { people })
        : (verbs[kind].command?.(people) ?? verbs[kind].done(people))
  }
}

const quoted = (values: readonly unknown[]) => values.map((value) => `“${plainText(value)}”`).join(', ')

/** The three counts of a preview, which add up to who is selected. */
export function countTabs(
  { kind }: BulkAction,
  { willChange, alreadySo, protected: left, gone }: BulkPreview,
): { key: 'change' | 'already' | 'left'; label: string; count: number }[] {
  return [
    {
      key: 'change',
      label: kind === 'delete' ? t('contacts.bulkWords.willBeDeleted') : t('contacts.bulkWords.willChange'),
      count: willChange,
    },
    {
      key: 'already',
      label: kind === 'remove' ? t('contacts.bulkWords.doNotHaveIt') : t('contacts.bulkWords.haveItAlready'),
      count: alreadySo,
    },
    { key: 'left', label: t('contacts.bulkWords.cannotChange'), count: left + gone },
  ]
}

/** What a change takes, how it is taken back, and why some cannot, a line each. */
export function previewTerms(action: BulkAction, preview: BulkPreview): { label: string; value: string }[] {
  const kind = action.kind === 'list' ? 'set' : action.kind
  const { seconds, canUndo, protected: left, gone, replaced } = preview
  const takes = `${seconds > 0 ? `${formatLeft(seconds)}. ` : ''}${costOf(kind, preview)}`
  const undo = canUndo
    ? t('contacts.bulkWords.inActivityWhoeverWas')
    : t('contacts.bulkWords.nobodyWhoIsDeleted')
  return [
    { label: t('words.takes'), value: takes },
    { label: t('words.undo'), value: undo },
    ...(replaced > 0 ? [{ label: t('contacts.bulkWords.replaces'), value: lossOf(kind, preview) }] : []),
    ...(left > 0 ? [{ label: t('contacts.bulkWords.cannot'), value: leftWords(action, left) }] : []),
    ...(gone > 0
      ? [{ label: t('contacts.bulkWords.gone'), value: t('contacts.bulkWords.goneAreNotIn', { gone }) }]
      : []),
  ]
}

function leftWords(action: BulkAction, count: number): string {
  return action.kind === 'list'
    ? t('contacts.bulkWords.countHoldSomethingElse', { count, key: action.key })
    : t('contacts.bulkWords.countUnsubscribedTheyAre', { count })
}

/** A value from before or after, as a person reads it. */
export function bulkValue(kind: BulkKind, value: unknown): string {
  if (kind === 'subscribe' || kind === 'unsubscribe')
    return value === true ? t('words.subscribed') : t('words.unsubscribed')
  if (value === null || value === undefined) return missing
  return plainText(value)
}

/** What will happen, and what is left alone, a line each: they add up to who is selected. */
export function previewFacts(
  kind: BulkKind,
  preview: BulkPreview,
): { label: string; value: string; strong?: boolean }[] {
  const already: Record<BulkKind, string> = {
    subscribe: t('contacts.bulkWords.subscribedAlready'),
    unsubscribe: t('contacts.bulkWords.unsubscribedAlready'),
    set: t('contacts.bulkWords.haveThisValueAlready'),
    remove: t('contacts.bulkWords.doNotHaveThis'),
    addTo: t('contacts.bulkWords.inItAlready'),
    delete: t('contacts.bulkWords.deletedAlready'),
  }
  const rest = [
    { label: already[kind], count: preview.alreadySo },
    { label: t('contacts.bulkWords.unsubscribedLeftAsThey'), count: preview.protected },
    { label: t('contacts.bulkWords.goneFromTheCopy'), count: preview.gone },
  ]
  return [
    { label: t('contacts.bulkWords.selected'), value: formatNumber(preview.selected) },
    { label: t('contacts.bulkWords.willChange2'), value: formatNumber(preview.willChange), strong: true },
    ...rest
      .filter(({ count }) => count > 0)
      .map(({ label, count }) => ({ label, value: formatNumber(count) })),
  ]
}

/** What goes with people who are deleted, a line each. */
export function deletionFacts(preview: BulkPreview): { label: string; value: string }[] {
  const { willChange, gone, seconds } = preview
  return [
    {
      label: t('contacts.bulkWords.deleted'),
      value: t('contacts.bulkWords.willchangeWithTheirData', { willChange }),
    },
    ...(gone > 0 ? [{ label: t('contacts.bulkWords.goneAlready'), value: formatNumber(gone) }] : []),
    { label: t('words.takes'), value: seconds > 0 ? formatLeft(seconds) : t('contacts.bulkWords.aMoment') },
  ]
}

/** What it costs, and whether it can be taken back. */
export function previewNote(kind: BulkKind, preview: BulkPreview): string {
  const { seconds, canUndo, replaced } = preview
  const cost = `${costOf(kind, preview)}${seconds > 0 ? ` ${formatLeft(seconds)}.` : ''}`
  if (!canUndo) return t('contacts.bulkWords.costDeletedContactsCannot', { cost })
  if (kind === 'addTo') return t('contacts.bulkWords.costWhoIsIn', { cost })
  const undo = t('contacts.bulkWords.itCanBeUndone')
  return `${replaced === 0 ? '' : `${lossOf(kind, preview)} `}${cost} ${undo}`
}

/** How many values are lost: "Of 1,204 contacts, 425 have another value now: it is replaced." */
function lossOf(kind: BulkKind, { willChange, replaced }: BulkPreview): string {
  if (kind === 'remove') return t('contacts.bulkWords.valuesAreRemoved', { replaced })
  return t('contacts.bulkWords.ofContactsReplacedHas', { willChange, replaced })
}

/** How many requests it takes, and why so many. */
function costOf(kind: BulkKind, { way, requests, singleRequests }: BulkPreview): string {
  const count = t('counts.requests', { count: requests })
  if (kind === 'addTo') return t('contacts.bulkWords.atMostCount', { count })
  switch (way.kind) {
    case 'single':
      return way.lacking
        ? t('contacts.bulkWords.atMostCountThis', { count })
        : t('contacts.bulkWords.atMostCountOne', { count })
    case 'many':
      return t('contacts.bulkWords.aboutCountUpTo', { count, most: way.most })
    case 'unknown':
      return t('contacts.bulkWords.aboutCountIfThe', { count, most: way.most, singleRequests })
  }
}

/** Which way a change goes; null where nobody knows yet. */
export function wayFact(way: BulkMethod): { label: string; value: string } | null {
  if (way.kind === 'unknown') return null
  return {
    label: t('contacts.bulkWords.contactsARequest'),
    value: way.kind === 'single' ? '1' : t('contacts.bulkWords.upToMost', { most: way.most }),
  }
}

/** What taking a change back concerns, a line each. */
export function undoFacts({ job, toUndo, kept }: BulkResult): { label: string; value: string }[] {
  const lines = [
    { label: t('words.change'), value: job.title },
    { label: t('contacts.bulkWords.toTakeBack'), value: formatNumber(toUndo) },
  ]
  return kept > 0 ? [...lines, { label: t('words.keptChangedSince'), value: formatNumber(kept) }] : lines
}

/** The verb on the button: "Undo for 1,204 contacts". */
export function undoVerb({ toUndo }: BulkResult): string {
  return t('contacts.bulkWords.undoForContacts', { toUndo })
}

/** What taking a change back does. */
export function undoNote({ action }: BulkResult): string {
  return action.kind === 'addTo'
    ? t('contacts.bulkWords.theyAreTakenOut')
    : t('contacts.bulkWords.whoeverHasChangedSince')
}

/** What came of a change, a line each; lines of nothing are left out. */
export function resultFacts(result: BulkResult): { label: string; value: string; strong?: boolean }[] {
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
  const way = wayFact(result.way)
  return way ? [...counts, way] : counts
}

/** What came of a change in one line: "391 of 425 changed, 3 could not". */
export function endedWords({ total, done, failed }: { total: number; done: number; failed: number }): string {
  const changed = t('contacts.bulkWords.countOfTotalChanged', { count: done - failed, total })
  return failed > 0 ? t('contacts.bulkWords.changedFailedCouldNot', { changed, failed }) : changed
}
