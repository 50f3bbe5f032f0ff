import type { OutboxEntry } from '../../../src-shared/bridge/outbox'
import type { UpdateContactRequest } from '../../../src-shared/interface/contact'
import { sameValue } from '../../../src-shared/same-value'

/**
 * A contact as flat fields: "subscribed", "email", "data.<key>". A key that is absent and one that is null are the
 * same: writing null is how the service is told to remove a key (wire.md, "Records").
 */
export type Fields = Record<string, unknown>

interface ContactLike {
  email: string
  subscribed: boolean
  data: Record<string, unknown>
}

/** All fields of a contact. */
export function fieldsOf(contact: ContactLike): Fields {
  const data = Object.entries(contact.data).map(([key, value]) => [`data.${key}`, value] as const)
  return { email: contact.email, subscribed: contact.subscribed, ...Object.fromEntries(data) }
}

/** The fields that a change writes, with what it writes. */
export function fieldsOfChange(change: UpdateContactRequest): Fields {
  const data = Object.entries(change.data ?? {}).map(([key, value]) => [`data.${key}`, value] as const)
  return {
    ...(change.email === undefined ? {} : { email: change.email }),
    ...(change.subscribed === undefined ? {} : { subscribed: change.subscribed }),
    ...Object.fromEntries(data),
  }
}

/** The fields named in `names` as `fields` holds them; absent ones as null. */
export function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
}

/** What became of a queued change, compared with the record as the service holds it now. */
type Comparison =
  | { kind: 'clear' }
  /** The service already holds what was to be written: there is nothing to send. */
  | { kind: 'already' }
  | { kind: 'conflict'; conflict: NonNullable<OutboxEntry['conflict']> }

/**
 * Compares per field: what the copy held when the change was queued, what the service holds, what is to be
 * written. `mine` null is a deletion, which no field can agree with.
 */
export function compare(before: Fields, theirs: Fields, mine: Fields | null): Comparison {
  const moved = Object.keys(before).filter(
    (field) =>
      !sameValue(before[field], theirs[field]) && !(mine !== null && sameValue(mine[field], theirs[field])),
  )
  if (moved.length > 0) {
    return {
      kind: 'conflict',
      conflict: moved.map((field) => ({
        field,
        before: before[field] ?? null,
        theirs: theirs[field] ?? null,
        mine: mine?.[field] ?? null,
      })),
    }
  }
  const already =
    mine !== null && Object.entries(mine).every(([field, value]) => sameValue(value, theirs[field]))
  return { kind: already ? 'already' : 'clear' }
}
