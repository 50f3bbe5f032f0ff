import type { Stepped } from './steps'
import type { BulkStore } from './bulk-api'
import { z } from 'zod'
import { bulkActionSchema } from '../../src-shared/bridge/bulk'
import { problemSchema } from '../../src-shared/problem'
import { problem } from '../problems'
import type { Session } from './session'
import type { BulkBatch, BulkFailure, BulkTarget, RunOutcome, UndoneOutcome } from './bulk-api'

const count = z.number()
const rowSchema = z.object({
  id: z.number(),
  action: z.string(),
  segment: z.string().nullable(),
  total: count,
  done: count,
  skipped: count,
  failed: count,
  reversed: count,
  kept: count,
  unreversed: count,
  batch: z.string().nullable(),
  undo_batch: z.string().nullable(),
})
const batchSchema = z.object({ job: z.string(), again: z.boolean() })
const targetSchema = z.object({
  position: z.number(),
  contact_id: z.string(),
  email: z.string(),
  before: z.string().nullable(),
})
const beforeSchema = z.object({ subscribed: z.boolean(), data: z.record(z.string(), z.unknown()) })
const failureSchema = z.object({ email: z.string(), problem: z.string() })

/**
 * Changes of many contacts. What is about to leave is committed with synchronous=FULL, with what the contact held before:
 * without that it could not be taken back.
 */
export function bulkStore(session: Session): Stepped<BulkStore> {
  const { db } = session
  const adding = db.prepare<[string]>('INSERT INTO bulk (action) VALUES (?)')
  const placing = db.prepare<[string, number]>('UPDATE bulk SET segment = ? WHERE id = ?')
  const one = db.prepare<[number], unknown>('SELECT * FROM bulk WHERE id = ?')
  const jobOf = db
    .prepare<[string, number], number>(
      `SELECT id FROM job WHERE kind = ? AND json_extract(detail, '$.bulk') = ? ORDER BY id DESC LIMIT 1`,
    )
    .pluck()
  const underWay = db
    .prepare<[number], number>(`SELECT count(*) FROM bulk_target WHERE bulk = ? AND outcome = 'leaving'`)
    .pluck()
  const putting = db.prepare<[number, number, string, string]>(
    'INSERT INTO bulk_target (bulk, position, contact_id, email) VALUES (?, ?, ?, ?)',
  )
  const growing = db.prepare<[number, number]>('UPDATE bulk SET total = total + ? WHERE id = ?')
  const columns = 'position, contact_id, email, before'
  const next = db.prepare<[number, string, number], unknown>(
    `SELECT ${columns} FROM bulk_target WHERE bulk = ? AND outcome = ? AND undo = 'none' ORDER BY position LIMIT ?`,
  )
  const last = db.prepare<[number, number], unknown>(
    `SELECT ${columns} FROM bulk_target WHERE bulk = ? AND outcome = 'done' AND undo = 'none' ORDER BY position DESC LIMIT ?`,
  )
  const leaving = db.prepare<[string | null, number, number]>(
    `UPDATE bulk_target SET outcome = 'leaving', before = ? WHERE bulk = ? AND position = ?`,
  )
  const settling = db.prepare<[string, string | null, number, number]>(
    `UPDATE bulk_target SET outcome = ?, problem = ?
     WHERE bulk = ? AND position = ? AND outcome IN ('waiting', 'leaving')`,
  )
  const undoing = db.prepare<[string, string | null, number, number]>(
    `UPDATE bulk_target SET undo = ?, undo_problem = ? WHERE bulk = ? AND position = ? AND undo IN ('none', 'leaving')`,
  )
  const undoUnderWay = db.prepare<[number], unknown>(
    `SELECT ${columns} FROM bulk_target WHERE bulk = ? AND outcome = 'done' AND undo = 'leaving' ORDER BY position DESC`,
  )
  const leavingUndo = db.prepare<[number, number]>(
    `UPDATE bulk_target SET undo = 'leaving' WHERE bulk = ? AND position = ? AND undo = 'none'`,
  )
  const naming = {
    run: db.prepare<[string | null, number]>('UPDATE bulk SET batch = ? WHERE id = ?'),
    undo: db.prepare<[string | null, number]>('UPDATE bulk SET undo_batch = ? WHERE id = ?'),
  }
  const staying = {
    run: db.prepare<[number]>(
      `UPDATE bulk_target SET outcome = 'waiting' WHERE bulk = ? AND outcome = 'leaving' AND undo = 'none'`,
    ),
    undo: db.prepare<[number]>(
      `UPDATE bulk_target SET undo = 'none' WHERE bulk = ? AND outcome = 'done' AND undo = 'leaving'`,
    ),
  }
  const again = db.prepare<[number]>(
    `UPDATE bulk_target SET undo = 'none', undo_problem = NULL WHERE bulk = ? AND outcome = 'done' AND undo = 'failed'`,
  )
  const noneUnreversed = db.prepare<[number]>('UPDATE bulk SET unreversed = 0 WHERE id = ?')
  const counting = {
    done: db.prepare<[number, number]>('UPDATE bulk SET done = done + ? WHERE id = ?'),
    skipped: db.prepare<[number, number]>('UPDATE bulk SET skipped = skipped + ? WHERE id = ?'),
    failed: db.prepare<[number, number]>('UPDATE bulk SET failed = failed + ? WHERE id = ?'),
  }
  const countingUndo = {
    reversed: db.prepare<[number, number]>('UPDATE bulk SET reversed = reversed + ? WHERE id = ?'),
    kept: db.prepare<[number, number]>('UPDATE bulk SET kept = kept + ? WHERE id = ?'),
    failed: db.prepare<[number, number]>('UPDATE bulk SET unreversed = unreversed + ? WHERE id = ?'),
  }
  const failed = {
    run: db.prepare<[number], unknown>(
      `SELECT email, problem FROM bulk_target WHERE bulk = ? AND outcome = 'failed' AND undo = 'none' ORDER BY position`,
    ),
    undo: db.prepare<[number], unknown>(
      `SELECT email, undo_problem AS problem FROM bulk_target
       WHERE bulk = ? AND outcome = 'done' AND undo = 'failed' ORDER BY position`,
    ),
  }
  const orphans = db
    .prepare<[], number>(
      `SELECT id FROM bulk WHERE id NOT IN (SELECT json_extract(detail, '$.bulk') FROM job WHERE kind = 'bulk')`,
    )
    .pluck()
  const dropping = db.prepare<[number]>('DELETE FROM bulk_target WHERE bulk = ?')
  const removing = db.prepare<[number]>('DELETE FROM bulk WHERE id = ?')

  const remove = (id: number) => {
    dropping.run(id)
    removing.run(id)
  }
  const must = (id: number) => {
    const row = one.get(id)
    if (row === undefined) throw problem('internal', { why: `There is no change ${id}.` })
    const { action, segment, batch, undo_batch: undoBatch, ...rest } = rowSchema.parse(row)
    return {
      ...rest,
      action: bulkActionSchema.parse(JSON.parse(action)),
      segmentId: segment,
      batch: batchOf(batch),
      undoBatch: batchOf(undoBatch),
    }
  }

  const settle = (id: number, { positions, outcome, problem: why }: RunOutcome) => {
    let settled = 0
    for (const position of positions) {
      settled += settling.run(outcome, why ? JSON.stringify(why) : null, id, position).changes
    }
    counting[outcome].run(settled, id)
  }
  const settleUndo = (id: number, { positions, outcome, problem: why }: UndoneOutcome) => {
    let settled = 0
    for (const position of positions) {
      settled += undoing.run(outcome, why ? JSON.stringify(why) : null, id, position).changes
    }
    countingUndo[outcome].run(settled, id)
  }

  return {
    add: (action) => session.write(() => Number(adding.run(JSON.stringify(action)).lastInsertRowid)),
    into: ({ id, segmentId }) => session.write(() => void placing.run(segmentId, id)),
    remove: (id) => session.write(() => remove(id)),
    put: ({ id, targets }) =>
      session.write(() => {
        const { total } = must(id)
        for (const [index, { contactId, email }] of targets.entries()) {
          putting.run(id, total + index + 1, contactId, email)
        }
        growing.run(targets.length, id)
      }),
    get: (id) =>
      session.read(() => ({
        ...must(id),
        leaving: underWay.get(id) ?? 0,
        job: jobOf.get('bulk', id) ?? null,
        undoJob: jobOf.get('bulk.undo', id) ?? null,
      })),
    next: ({ id, outcome, limit }) => session.read(() => next.all(id, outcome, limit).map(targetOf)),
    leave: ({ id, targets }) =>
      session.write(() => {
        for (const { position, before } of targets) {
          leaving.run(before === null ? null : JSON.stringify(before), id, position)
        }
      }, 'durable'),
    settle: ({ id, ...settled }) => session.write(() => settle(id, settled)),
    nextUndo: ({ id, limit }) => session.read(() => last.all(id, limit).map(targetOf)),
    settleUndo: ({ id, ...settled }) => session.write(() => settleUndo(id, settled)),
    undoLeaving: (id) => session.read(() => undoUnderWay.all(id).map(targetOf)),
    leaveUndo: ({ id, positions }) =>
      session.write(() => {
        for (const position of positions) leavingUndo.run(id, position)
      }, 'durable'),
    queued: ({ id, of, batch }) =>
      session.write(() => void naming[of].run(JSON.stringify(batch), id), 'durable'),
    stay: ({ id, of }) => session.write(() => void staying[of].run(id)),
    settleBatch: ({ id, outcomes }) =>
      session.write(() => {
        for (const outcome of outcomes) settle(id, outcome)
        naming.run.run(null, id)
      }),
    settleUndoBatch: ({ id, outcomes }) =>
      session.write(() => {
        for (const outcome of outcomes) settleUndo(id, outcome)
        naming.undo.run(null, id)
      }),
    retryUndo: (id) =>
      session.write(() => {
        again.run(id)
        noneUnreversed.run(id)
      }),
    failures: ({ id, of, slice: { offset, limit } }) =>
      session.read(() => {
        const kinds = new Map<string, BulkFailure>()
        for (const row of failed[of].iterate(id)) {
          const { email, problem: text } = failureSchema.parse(row)
          const found = problemSchema.parse(JSON.parse(text))
          const kind = JSON.stringify([found.code, found.status, found.why])
          const known = kinds.get(kind)
          if (known) known.alike += 1
          else kinds.set(kind, { email, problem: found, alike: 1 })
        }
        return { failures: [...kinds.values()].slice(offset, offset + limit), count: kinds.size }
      }),
    sweep: () => session.write(() => orphans.all().forEach(remove)),
  }
}

function batchOf(text: string | null): BulkBatch | null {
  return text === null ? null : batchSchema.parse(JSON.parse(text))
}

function targetOf(row: unknown): BulkTarget {
  const { position, contact_id, email, before } = targetSchema.parse(row)
  const held = before === null ? null : beforeSchema.parse(JSON.parse(before))
  return { position, contactId: contact_id, email, before: held }
}
