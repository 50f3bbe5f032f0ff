import type { ContactRow, ContactVerdict } from '../../../../src-shared/bridge/contacts'
import type { Contact } from '../../../../src-shared/interface/contact'
import { fromStored, isCanonical, toStored } from '../../../core/database/time'

/** A contact as the table holds it, in the order of its columns. */
export interface ContactColumns {
  created: number
  updated: number
  subscribed: number
  id: string
  email: string
  data: string
  rest: string | null
}

/** A stored contact with its key and when this copy of it was written. */
export interface StoredContact extends ContactColumns {
  row: number
  stored: number
}

const columns = new Set(['id', 'email', 'subscribed', 'data', 'createdAt', 'updatedAt', '_meta'])

/**
 * The columns of a record. `rest` keeps what they do not: fields this version does not know, and times that are
 * not written as JavaScript writes them, so that {@link toRaw} gives back what the service sent. `_meta` speaks
 * of one answer, not of the contact.
 */
export function toColumns(record: Contact): ContactColumns {
  const created = toStored(record.createdAt)
  const updated = toStored(record.updatedAt)
  let rest: Record<string, unknown> | null = null
  for (const key in record) {
    if (!columns.has(key)) (rest ??= {})[key] = record[key]
  }
  if (record.createdAt !== undefined && !isCanonical(record.createdAt, created)) {
    ;(rest ??= {})['createdAt'] = record.createdAt
  }
  if (record.updatedAt !== undefined && !isCanonical(record.updatedAt, updated)) {
    ;(rest ??= {})['updatedAt'] = record.updatedAt
  }
  return {
    created,
    updated,
    subscribed: record.subscribed ? 1 : 0,
    id: record.id,
    email: record.email,
    data: JSON.stringify(record.data),
    rest: rest === null ? null : JSON.stringify(rest),
  }
}

/** Whether a stored row says the same as a record. */
export function sameContact(stored: ContactColumns, fresh: ContactColumns): boolean {
  return (
    stored.data === fresh.data &&
    stored.email === fresh.email &&
    stored.subscribed === fresh.subscribed &&
    stored.updated === fresh.updated &&
    stored.created === fresh.created &&
    stored.rest === fresh.rest
  )
}

/** A stored contact as a row of the grid. */
export function toRow(stored: ContactColumns, verdict: ContactVerdict | null): ContactRow {
  return {
    id: stored.id,
    email: stored.email,
    subscribed: stored.subscribed === 1,
    createdAt: fromStored(stored.created),
    updatedAt: fromStored(stored.updated),
    data: parseObject(stored.data),
    verdict,
  }
}

/** The whole record as the service sent it. */
export function toRaw(stored: ContactColumns): Record<string, unknown> {
  const created = fromStored(stored.created)
  const updated = fromStored(stored.updated)
  return {
    id: stored.id,
    email: stored.email,
    subscribed: stored.subscribed === 1,
    data: parseObject(stored.data),
    ...(created === null ? {} : { createdAt: new Date(created).toISOString() }),
    ...(updated === null ? {} : { updatedAt: new Date(updated).toISOString() }),
    ...(stored.rest === null ? {} : parseObject(stored.rest)),
  }
}

/** JSON of ours that holds an object: this module wrote it. */
export function parseObject(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>
}
