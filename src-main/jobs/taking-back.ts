import { tell, type Told, type ToldSentence } from '../../src-shared/messages/told'
import type { Contact, UpdateContactRequest, UpsertContactRequest } from '../../src-shared/interface/contact'
import { sameValue } from '../../src-shared/same-value'

/** A contact as it was before a row was written: what undo restores. `null`: there was none. */
export interface PreviousContact {
  contactId: string
  subscribed: boolean
  /** The keys that the row writes, with what they held; null where there was nothing. */
  data: Record<string, unknown>
}

/** A contact that a job wrote, as taking it back needs it. */
export interface WrittenContact {
  email: string
  /** Whether the job made it. */
  isNew: boolean
  wrote: UpsertContactRequest
  /** What it was before; null: there was none, or it is not known. */
  previous: PreviousContact | null
}

/** What is to be done to take a row back, given the contact as the service holds it now; null: it is gone there. */
type TakingBack =
  /** Somebody changed it since, or it is not known what was there before: it stays as it is. */
  | { kind: 'keep'; why: ToldSentence }
  /** It is as it was before already. */
  | { kind: 'nothing' }
  | { kind: 'delete' }
  | { kind: 'restore'; change: UpdateContactRequest }

/** `events`: how many events of the contact the copy knows. A contact with a history is more than what was written. */
export function takingBack(row: WrittenContact, now: Contact | null, events: number): TakingBack {
  if (row.isNew) {
    if (now === null) return { kind: 'nothing' }
    const why = [...changesSince(row, now), ...additionsSince(row, now, events)]
    return keptFor(why) ?? { kind: 'delete' }
  }
  if (now === null) return { kind: 'keep', why: deletedSince() }
  if (row.previous === null) return { kind: 'keep', why: tell('jobs.takingBack.whatItWasBefore') }
  const change = changeBack(row, now)
  if (change === null) return { kind: 'nothing' }
  const why = changesSince(row, now)
  return keptFor(why) ?? { kind: 'restore', change }
}

/** A row stays as it is for these reasons; null where there is none. */
function keptFor(reasons: readonly ToldSentence[]): TakingBack | null {
  const [first, ...more] = reasons
  if (first === undefined) return null
  return { kind: 'keep', why: more.reduce((one, other) => tell('told.both', { one, other }), first) }
}

/** Said of a contact that a row changed and that is gone by now. */
export const deletedSince = () => tell('jobs.takingBack.deletedSince')

/** How many keys are named before the others are counted. */
const mostNamed = 3

/** What of that which a row wrote is otherwise by now, in words. A key that is absent and one that is null are the same. */
function changesSince({ wrote, email }: WrittenContact, now: Contact): ToldSentence[] {
  const keys = Object.entries(wrote.data ?? {}).flatMap(([key, value]) =>
    sameValue(value, now.data[key]) ? [] : [key],
  )
  return [
    ...(now.email.toLowerCase() === email.toLowerCase() ? [] : [tell('jobs.takingBack.addressChangedSince')]),
    ...(wrote.subscribed === undefined || wrote.subscribed === now.subscribed ? [] : [subscription(now)]),
    ...(keys.length === 0 ? [] : [tell('jobs.takingBack.changedSinceNames', { names: namesOf(keys) })]),
  ]
}

/** What a contact that a row made has besides what it wrote, in words. A new contact is subscribed unless it was said otherwise. */
function additionsSince({ wrote }: WrittenContact, now: Contact, events: number): ToldSentence[] {
  const written = new Set(Object.keys(wrote.data ?? {}))
  const keys = Object.entries(now.data).flatMap(([key, value]) =>
    value === null || written.has(key) ? [] : [key],
  )
  const isOtherwise = wrote.subscribed === undefined && !now.subscribed
  return [
    ...(isOtherwise ? [subscription(now)] : []),
    ...(keys.length === 0 ? [] : [tell('jobs.takingBack.addedSinceNames', { names: namesOf(keys) })]),
    ...(events === 0 ? [] : [tell('jobs.takingBack.hasEvents', { events })]),
  ]
}

function subscription({ subscribed }: Contact): ToldSentence {
  return subscribed ? tell('jobs.takingBack.subscribedSince') : tell('jobs.takingBack.unsubscribedSince')
}

function namesOf(keys: readonly string[]): Told {
  const named = keys.slice(0, mostNamed)
  const more = keys.length - named.length
  if (more > 0) return tell('words.joinAndMoreMore', { join: named.join(', '), more })
  if (named.length < 2) return named.join()
  return tell('words.joinAndLast', { join: named.slice(0, -1).join(', '), last: named.at(-1) ?? '' })
}

/** What makes the contact what it was; null where it is that already. */
function changeBack({ wrote, previous }: WrittenContact, now: Contact): UpdateContactRequest | null {
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
