import { tell } from '../../../../src-shared/messages/told'
import type { Stepped, Session } from '../../../core/database/session'
import type { OutboxStore } from './api'
import { z } from 'zod'
import { lazyObject, lazySchema } from '../../../../src-shared/lazily'
import { outboxEntrySchema, type OutboxEntry } from '../../../../src-shared/bridge/outbox'
import { problemSchema } from '../../../../src-shared/problem'
import type { ContactDetail } from '../../../../src-shared/bridge/contacts'
import { problem } from '../../../core/problems'
import type { OutboxRecord } from './api'

const rowSchema = lazyObject(() => ({
  id: z.number(),
  kind: outboxEntrySchema.unwrap().shape.kind,
  state: outboxEntrySchema.unwrap().shape.state,
  email: z.string(),
  contact_id: z.string().nullable(),
  queued: z.number(),
  sent: z.number().nullable(),
  attempts: z.number(),
  conflict: z.string().nullable(),
  problem: z.string().nullable(),
  method: z.enum(['PATCH', 'DELETE', 'POST']),
  path: z.string(),
  body: z.string().nullable(),
  reason: z.string().nullable(),
  idempotency_key: z.string().nullable(),
  before: z.string().nullable(),
}))
type OutboxRow = z.infer<typeof rowSchema>

const unsettled = `('queued', 'in_flight', 'unknown', 'conflict', 'refused')`
const columns = Object.keys(rowSchema.unwrap().shape).filter((name) => name !== 'id')

const statements = ({ db }: Session) => ({
  one: db.prepare<[number]>('SELECT * FROM outbox WHERE id = ?'),
  unsettled: db.prepare(`SELECT * FROM outbox WHERE state IN ${unsettled} ORDER BY id`),
  add: db.prepare<[OutboxRow]>(
    `INSERT INTO outbox (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
  ),
  write: db.prepare<[OutboxRow]>(
    `UPDATE outbox SET ${columns.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`,
  ),
  pending: db.prepare<[string], { outboxId: number; kind: string; queuedAt: number }>(
    `SELECT id AS outboxId, kind, queued AS queuedAt FROM outbox
     WHERE state IN ${unsettled} AND state <> 'refused' AND contact_id = ? AND kind <> 'track' ORDER BY id`,
  ),
})

/**
 * Writes on their way to the service. Every change is committed with synchronous=FULL: a request leaves only
 * after the row that tells of it is on the disk (docs/security.md, C22). Rows are kept.
 */
export type OutboxTable = ReturnType<typeof outboxTable>

/** Opens the table of {@link OutboxTable}. */
export function outboxTable(session: Session) {
  const sql = statements(session)
  const find = (id: number): OutboxRecord | null => {
    const row = sql.one.get(id)
    return row === undefined ? null : fromRow(row)
  }
  const must = (id: number): OutboxRecord => {
    const record = find(id)
    if (record !== null) return record
    throw problem('input_invalid', { why: tell('outbox.outbox.thisWaitingChangeDoes') })
  }

  /** The outbox's part of the store. */
  const store: Stepped<OutboxStore> = {
    add: (record) =>
      session.write(() => {
        const row = toRow({ ...record, entry: { ...record.entry, id: 0 } })
        return must(Number(sql.add.run(row).lastInsertRowid))
      }, 'durable'),
    get: (id) => session.read(() => find(id)),
    open: () => session.read(() => sql.unsettled.all().map(fromRow)),
    set: ({ id, state, now, ...given }) =>
      session.write(() => {
        const record = must(id)
        const { entry } = record
        entry.state = state
        if (given.problem !== undefined) entry.problem = given.problem
        if (given.conflict !== undefined) entry.conflict = given.conflict
        if (given.before !== undefined) record.before = given.before
        if (given.attempted === true) entry.attempts += 1
        if (state === 'sent') entry.sentAt = now
        sql.write.run(toRow(record))
        return record
      }, 'durable'),
  }

  return {
    store,
    /** Changes of a contact that the service has not yet taken. */
    pendingOf: (contactId: string): ContactDetail['pending'] =>
      sql.pending.all(contactId).map(({ outboxId, kind, queuedAt }) => ({
        outboxId,
        kind: kind === 'contact.delete' ? 'delete' : 'update',
        queuedAt,
      })),
  }
}

function toRow({ entry, method, path, body, reason, idempotencyKey, before }: OutboxRecord): OutboxRow {
  return {
    id: entry.id,
    kind: entry.kind,
    state: entry.state,
    email: entry.email,
    contact_id: entry.contactId,
    queued: entry.queuedAt,
    sent: entry.sentAt,
    attempts: entry.attempts,
    conflict: text(entry.conflict),
    problem: text(entry.problem),
    method,
    path,
    body: text(body),
    reason,
    idempotency_key: idempotencyKey,
    before: text(before),
  }
}

const conflictSchema: z.ZodType<OutboxEntry['conflict']> = outboxEntrySchema.unwrap().shape.conflict
const dataSchema = z.object({ data: outboxEntrySchema.unwrap().shape.data })
const beforeSchema = lazySchema(() => z.record(z.string(), z.unknown()))

function fromRow(found: unknown): OutboxRecord {
  const row = rowSchema.parse(found)
  const body: unknown = row.body === null ? null : JSON.parse(row.body)
  const writes = row.kind === 'contact.update' ? dataSchema.parse(body).data : undefined
  return {
    entry: {
      id: row.id,
      kind: row.kind,
      state: row.state,
      email: row.email,
      contactId: row.contact_id,
      ...(writes ? { data: writes } : {}),
      queuedAt: row.queued,
      sentAt: row.sent,
      attempts: row.attempts,
      conflict: row.conflict === null ? null : conflictSchema.parse(JSON.parse(row.conflict)),
      problem: row.problem === null ? null : problemSchema.parse(JSON.parse(row.problem)),
    },
    method: row.method,
    path: row.path,
    body,
    reason: row.reason,
    idempotencyKey: row.idempotency_key,
    before: row.before === null ? null : beforeSchema.parse(JSON.parse(row.before)),
  }
}

function text(value: unknown): string | null {
  return value == null ? null : JSON.stringify(value)
}
