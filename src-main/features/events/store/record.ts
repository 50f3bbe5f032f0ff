import { z } from 'zod'
import { lazyObject } from '../../../../src-shared/lazily'
import type { MailEvent } from './api'
import type { EventRow } from '../../../../src-shared/bridge/events'
import type { Event } from '../../../../src-shared/interface/event'
import { fromStored, isCanonical, toStored } from '../../../core/database/time'

/** An event as the table holds it; `name` is the number of its name. */
export interface EventColumns {
  created: number
  name: number
  id: string
  contact_id: string | null
  data: string | null
  rest: string | null
}

/** A stored event with its key. */
export interface StoredEvent extends EventColumns {
  row: number
}

const columns = new Set(['id', 'name', 'contactId', 'data', 'createdAt'])

/** The columns of a record; `rest` keeps what they do not, the address the service may send with it included. */
export function toColumns(record: Event, name: number): EventColumns {
  const created = toStored(record.createdAt)
  let rest: Record<string, unknown> | null = null
  for (const key in record) {
    if (!columns.has(key)) (rest ??= {})[key] = record[key]
  }
  if (record.createdAt !== undefined && !isCanonical(record.createdAt, created)) {
    ;(rest ??= {})['createdAt'] = record.createdAt
  }
  return {
    created,
    name,
    id: record.id,
    contact_id: record.contactId ?? null,
    data: record.data === undefined ? null : JSON.stringify(record.data),
    rest: rest === null ? null : JSON.stringify(rest),
  }
}

/** Whether a stored row says the same as a record. */
export function sameEvent(stored: EventColumns, fresh: EventColumns): boolean {
  return (
    stored.data === fresh.data &&
    stored.name === fresh.name &&
    stored.created === fresh.created &&
    stored.contact_id === fresh.contact_id &&
    stored.rest === fresh.rest
  )
}

/** The address that the service sent with the event. */
export function ownEmail(stored: EventColumns): string | null {
  if (stored.rest === null || !stored.rest.includes('"email"')) return null
  const { contact } = JSON.parse(stored.rest) as { contact?: { email?: unknown } | null }
  return typeof contact?.email === 'string' ? contact.email : null
}

/** A stored event as a row of the list. */
export function toRow(stored: EventColumns, name: string, email: string | null): EventRow {
  return {
    id: stored.id,
    name,
    contactId: stored.contact_id,
    email,
    createdAt: fromStored(stored.created),
    data: stored.data === null ? null : (JSON.parse(stored.data) as unknown),
  }
}

const mailSchema = lazyObject(() => ({
  subject: z.string().nullish().catch(null),
  emailId: z.string().nullish().catch(null),
  campaignId: z.string().nullish().catch(null),
}))

/** A stored event of a mail, with what says of which: the record itself, or its data. */
export function toMailEvent(stored: EventColumns, name: string): MailEvent {
  const read = (json: string | null) => mailSchema.safeParse(json === null ? {} : JSON.parse(json)).data
  const [data, rest] = [read(stored.data), read(stored.rest)]
  return {
    name,
    at: fromStored(stored.created) ?? 0,
    emailId: rest?.emailId ?? data?.emailId ?? null,
    subject: data?.subject ?? null,
    campaignId: rest?.campaignId ?? data?.campaignId ?? null,
  }
}

/** The whole record as the service sent it. */
export function toRaw(stored: EventColumns, name: string): Record<string, unknown> {
  const created = fromStored(stored.created)
  return {
    id: stored.id,
    name,
    ...(stored.contact_id === null ? {} : { contactId: stored.contact_id }),
    ...(stored.data === null ? {} : { data: JSON.parse(stored.data) as unknown }),
    ...(created === null ? {} : { createdAt: new Date(created).toISOString() }),
    ...(stored.rest === null ? {} : (JSON.parse(stored.rest) as Record<string, unknown>)),
  }
}
