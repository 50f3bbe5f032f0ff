import type { Contact } from '../../../src-shared/interface/contact'
import type { Event } from '../../../src-shared/interface/event'

/** When the newest of the made-up records was made. */
export const start = Date.UTC(2026, 0, 1)

/** Contact number `index` (from 0) of a made-up audience, the newest first. */
export function contact(index: number, changes: Partial<Contact> = {}): Contact {
  const id = `cnt_${(index * 2654435761) % 4294967296}_${index}`
  const createdAt = new Date(start - index * 60_000).toISOString()
  return {
    id,
    email: `person${index}@${index % 3 === 0 ? 'gmail.com' : `firm${index % 50}.example`}`,
    subscribed: index % 10 !== 0,
    data: { firstName: `Name ${index % 100}`, plan: ['free', 'pro', 'team'][index % 3], seats: index % 7 },
    createdAt,
    updatedAt: createdAt,
    ...changes,
  }
}

/** Contacts `from` to `to`, exclusive. */
export function contacts(from: number, to: number): Contact[] {
  return Array.from({ length: to - from }, (_, index) => contact(from + index))
}

/** Event number `index` (from 0), the newest first, of one of 20 contacts. */
export function event(index: number, changes: Partial<Event> = {}): Event {
  return {
    id: `evt_${(index * 2654435761) % 4294967296}_${index}`,
    name: ['signup', 'email.open', 'purchase'][index % 3] ?? '',
    contactId: contact(index % 20).id,
    data: { value: index },
    createdAt: new Date(start - index * 1000).toISOString(),
    ...changes,
  }
}

export function events(from: number, to: number): Event[] {
  return Array.from({ length: to - from }, (_, index) => event(from + index))
}
