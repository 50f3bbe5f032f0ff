import { t } from '../../../src-shared/messages/message'
/** One field that a write changed. */
export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a change of a contact wrote, field by field, beside what was there; empty of any other write. */
export function changesOf(sent: unknown, before: unknown): FieldChange[] {
  if (!isRecord(sent) || !isRecord(before)) return []
  return Object.entries(sent).flatMap(([field, after]): FieldChange[] => {
    const held = before[field]
    if (field !== 'data' || !isRecord(after)) return [{ field, before: held, after }]
    const data = isRecord(held) ? held : {}
    return Object.entries(after).map(([key, value]) => ({
      field: key,
      before: data[key] ?? null,
      after: value,
    }))
  })
}

/** A value as a list shows it: "none" where there is none. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined) return t('activity.changes.none')
  if (Array.isArray(value)) return value.map(valueWords).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function isSame(one: unknown, other: unknown): boolean {
  if (isRecord(one) && isRecord(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)])
    return [...keys].every((key) => isSame(one[key], other[key]))
  }
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => isSame(value, other[at]))
  return (one ?? null) === (other ?? null)
}

/** A contact as far as a change of it can be put back. */
interface Held {
  email: string
  subscribed: boolean
  data: Record<string, unknown>
}

/** Fields that are no longer as the write left them: with some, it is not put back. */
export function changedSince(changes: readonly FieldChange[], now: Held): FieldChange[] {
  const own: Record<string, unknown> = { email: now.email, subscribed: now.subscribed }
  return changes
    .map(({ field, after }) => ({
      field,
      before: after,
      after: field in own ? own[field] : (now.data[field] ?? null),
    }))
    .filter(({ before, after }) => !isSame(before, after))
}

/** What is written to put a change back. */
export function puttingBack(changes: readonly FieldChange[]) {
  const subscribed = changes.find(({ field }) => field === 'subscribed')?.before
  const data = changes.filter(({ field }) => field !== 'subscribed' && field !== 'email')
  return {
    ...(typeof subscribed === 'boolean' && { subscribed }),
    ...(data.length > 0 && {
      data: Object.fromEntries(data.map(({ field, before }) => [field, before ?? null])),
    }),
  }
}
