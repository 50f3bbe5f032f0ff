import type { Contact, UpdateContactRequest } from '../../../src-shared/interface/contact'
import { sameValue } from '../../../src-shared/same-value'
import type { RowToUndo } from './staging'

/** What is to be done to take a row back, given the contact as the service holds it now; null: it is gone there. */
export type TakingBack =
  /** Somebody changed it since, or it is not known what was there before: it stays as it is. */
  | { kind: 'keep' }
  /** It is as it was before already. */
  | { kind: 'nothing' }
  | { kind: 'delete' }
  | { kind: 'restore'; change: UpdateContactRequest }

/** `events`: how many events of the contact the copy knows. A contact with a history is more than what was written. */
export function takingBack(row: RowToUndo, now: Contact | null, events: number): TakingBack {
  if (row.isNew) {
    if (now === null) return { kind: 'nothing' }
    return holdsWhatWasWritten(row, now) && !holdsMore(row, now) && events === 0
      ? { kind: 'delete' }
      : { kind: 'keep' }
  }
  if (now === null || row.previous === null) return { kind: 'keep' }
  const change = changeBack(row, now)
  if (change === null) return { kind: 'nothing' }
  return holdsWhatWasWritten(row, now) ? { kind: 'restore', change } : { kind: 'keep' }
}

/** A key that is absent and one that is null are the same: writing null removes a key. */
function holdsWhatWasWritten({ wrote, email }: RowToUndo, now: Contact): boolean {
  return (
    now.email.toLowerCase() === email.toLowerCase() &&
    (wrote.subscribed === undefined || wrote.subscribed === now.subscribed) &&
    Object.entries(wrote.data ?? {}).every(([key, value]) => sameValue(value, now.data[key]))
  )
}

/** A new contact is subscribed unless it was said otherwise. */
function holdsMore({ wrote }: RowToUndo, now: Contact): boolean {
  const written = new Set(Object.keys(wrote.data ?? {}))
  return (
    now.subscribed !== (wrote.subscribed ?? true) ||
    Object.entries(now.data).some(([key, value]) => value !== null && !written.has(key))
  )
}

/** What makes the contact what it was; null where it is that already. */
function changeBack({ wrote, previous }: RowToUndo, now: Contact): UpdateContactRequest | null {
  if (!previous) return null
  const data = Object.fromEntries(
    Object.keys(wrote.data ?? {})
      .map((key) => [key, previous.data[key] ?? null] as const)
      .filter(([key, value]) => !sameValue(value, now.data[key])),
  )
  const subscribed =
    wrote.subscribed !== undefined && previous.subscribed !== now.subscribed
      ? { subscribed: previous.subscribed }
      : {}
  const change = { ...subscribed, ...(Object.keys(data).length === 0 ? {} : { data }) }
  return Object.keys(change).length === 0 ? null : change
}
