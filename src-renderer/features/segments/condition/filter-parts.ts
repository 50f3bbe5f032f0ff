import { t } from '../../../../src-shared/messages/message'
import { kindOf, type FilterOperator } from '../../../../src-shared/interface/filter'

/** What a filter asks about. */
export type FilterSubject = 'data' | 'email' | 'subscribed' | 'createdAt' | 'updatedAt' | 'event' | 'segment'

/** What a filter asks about, as it is chosen. */
export const subjectWords: Record<FilterSubject, string> = {
  data: t('segments.filterParts.fieldOfData'),
  email: t('words.address'),
  subscribed: t('words.subscribed'),
  createdAt: t('words.created'),
  updatedAt: t('words.changed'),
  event: t('words.event'),
  segment: t('words.segment'),
}

/** The name of a segment by its id; null where nobody knows it. */
export type SegmentNames = (id: string) => string | null

/** What a filter asks about, from what stands in it. */
export function subjectOf(field: string, operator: FilterOperator): FilterSubject {
  const kind = kindOf(operator)
  if (kind === 'membership') return 'segment'
  if (kind === 'event' || kind === 'eventAge') return 'event'
  const own = ['email', 'subscribed', 'createdAt', 'updatedAt'] as const
  return own.find((name) => name === field) ?? 'data'
}

/** Whether a text is what a control for days holds. */
export function isDay(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
}

/** What lists ask of the last time of an event, as the grammar has it. */
const eventOperators = [
  ['within', 'triggeredWithin'],
  ['notWithin', 'notTriggeredWithin'],
  ['olderThan', 'triggeredOlderThan'],
  ['exists', 'triggered'],
  ['notExists', 'notTriggered'],
] as const

/** An operator of lists over an event in the grammar; null: it has none. */
export function eventOperator(listed: string): (typeof eventOperators)[number][1] | null {
  return eventOperators.find(([of]) => of === listed)?.[1] ?? null
}

/** An operator of the grammar over an event as lists have it; null: it is of no event. */
export function listedOperator(asked: string): (typeof eventOperators)[number][0] | null {
  return eventOperators.find(([, of]) => of === asked)?.[0] ?? null
}
