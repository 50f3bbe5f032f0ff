import type { Stepped } from './steps'
import { z } from 'zod'
import { problemSchema, type Problem } from '../../src-shared/problem'
import { problem } from '../problems'
import type { Slice } from '../../src-shared/bridge/base'
import type { Session } from './session'

/** How a correction ended: the service changed the address; a new contact stands in its place; there was one already. */
export type CorrectionWay = 'changed' | 'replaced' | 'merged'

/** Someone whose address is to become another one. */
export interface CorrectionTarget {
  position: number
  contactId: string
  email: string
  suggestion: string
  /** What the contact held when its turn came, and whether the suggested address had a contact then; null before that. */
  before: { subscribed: boolean; data: Record<string, unknown>; taken: boolean } | null
  /** The contact that has the suggested address: made for it, or there before; null: none is known. */
  otherId: string | null
  outcome: 'waiting' | 'leaving' | CorrectionWay | 'skipped' | 'failed'
}

/** Corrections with the counts of their targets, and the jobs that do them and last took them back, if any. */
export interface CorrectionRecord {
  id: number
  total: number
  changed: number
  replaced: number
  merged: number
  skipped: number
  failed: number
  reversed: number
  kept: number
  unreversed: number
  job: number | null
  undoJob: number | null
}

/** Something that failed, and how many failed alike. */
export interface CorrectionFailure {
  email: string
  suggestion: string
  problem: Problem
  alike: number
}

/** Corrections of addresses. */
export interface CorrectionStore {
  add(): number
  /** Adds at most 1,000 targets behind those that are there. */
  put(input: { id: number; targets: Pick<CorrectionTarget, 'contactId' | 'email' | 'suggestion'>[] }): void
  get(id: number): CorrectionRecord
  /** The target whose turn it is: one whose request may have left, else the first that waits; null: none is left. */
  next(id: number): CorrectionTarget | null
  /** Committed with synchronous=FULL, before a request about the target leaves. */
  leave(input: {
    id: number
    position: number
    before: NonNullable<CorrectionTarget['before']>
    otherId: string | null
  }): void
  settle(input: {
    id: number
    position: number
    outcome: CorrectionWay | 'skipped' | 'failed'
    problem?: Problem
  }): void
  /** The last one that is still to be taken back. */
  nextUndo(id: number): CorrectionTarget | null
  settleUndo(input: {
    id: number
    position: number
    outcome: 'reversed' | 'kept' | 'failed'
    problem?: Problem
  }): void
  /** Has what could not be taken back tried again. */
  retryUndo(id: number): void
  failures(input: { id: number; of: 'run' | 'undo'; slice: Slice }): {
    failures: CorrectionFailure[]
    count: number
  }
  remove(id: number): void
  /** Removes corrections that never became a job. */
  sweep(): void
}

const count = z.number()
const rowSchema = z.object({
  id: count,
  total: count,
  changed: count,
  replaced: count,
  merged: count,
  skipped: count,
  failed: count,
  reversed: count,
  kept: count,
  unreversed: count,
})
const outcomeSchema = z.enum(['waiting', 'leaving', 'changed', 'replaced', 'merged', 'skipped', 'failed'])
const targetSchema = z.object({
  position: count,
  contact_id: z.string(),
  email: z.string(),
  suggestion: z.string(),
  before: z.string().nullable(),
  other_id: z.string().nullable(),
  outcome: outcomeSchema,
})
const beforeSchema = z.object({
  subscribed: z.boolean(),
  data: z.record(z.string(), z.unknown()),
  // It was not noted in the first corrections.
  taken: z.boolean().default(false),
})
const failureSchema = z.object({ email: z.string(), suggestion: z.string(), problem: z.string() })

/** The part of the store that holds corrections. */
export function correctionStore(session: Session): Stepped<CorrectionStore> {
  const { db } = session
  const adding = db.prepare('INSERT INTO correction DEFAULT VALUES')
  const one = db.prepare<[number], unknown>('SELECT * FROM correction WHERE id = ?')
  const jobOf = db
    .prepare<[string, number], number>(
      `SELECT id FROM job WHERE kind = ? AND json_extract(detail, '$.correction') = ? ORDER BY id DESC LIMIT 1`,
    )
    .pluck()
  const putting = db.prepare<[number, number, string, string, string]>(
    'INSERT INTO correction_target (correction, position, contact_id, email, suggestion) VALUES (?, ?, ?, ?, ?)',
  )
  const growing = db.prepare<[number, number]>('UPDATE correction SET total = total + ? WHERE id = ?')
  const columns = 'position, contact_id, email, suggestion, before, other_id, outcome'
  const next = db.prepare<[number, string], unknown>(
    `SELECT ${columns} FROM correction_target
     WHERE correction = ? AND outcome = ? AND undo = 'none' ORDER BY position LIMIT 1`,
  )
  const last = db.prepare<[number, string], unknown>(
    `SELECT ${columns} FROM correction_target
     WHERE correction = ? AND outcome = ? AND undo = 'none' ORDER BY position DESC LIMIT 1`,
  )
  const leaving = db.prepare<[string, string | null, number, number]>(
    `UPDATE correction_target SET outcome = 'leaving', before = ?, other_id = ?
     WHERE correction = ? AND position = ?`,
  )
  const settling = db.prepare<[string, string | null, number, number]>(
    `UPDATE correction_target SET outcome = ?, problem = ?
     WHERE correction = ? AND position = ? AND outcome IN ('waiting', 'leaving')`,
  )
  const undoing = db.prepare<[string, string | null, number, number]>(
    `UPDATE correction_target SET undo = ?, undo_problem = ? WHERE correction = ? AND position = ? AND undo = 'none'`,
  )
  const again = db.prepare<[number]>(
    `UPDATE correction_target SET undo = 'none', undo_problem = NULL
     WHERE correction = ? AND outcome IN ('changed', 'replaced', 'merged') AND undo = 'failed'`,
  )
  const noneUnreversed = db.prepare<[number]>('UPDATE correction SET unreversed = 0 WHERE id = ?')
  const grow = (column: string) =>
    db.prepare<[number]>(`UPDATE correction SET ${column} = ${column} + 1 WHERE id = ?`)
  const counting = {
    changed: grow('changed'),
    replaced: grow('replaced'),
    merged: grow('merged'),
    skipped: grow('skipped'),
    failed: grow('failed'),
  }
  const countingUndo = { reversed: grow('reversed'), kept: grow('kept'), failed: grow('unreversed') }
  const failed = {
    run: db.prepare<[number], unknown>(
      `SELECT email, suggestion, problem FROM correction_target
       WHERE correction = ? AND outcome = 'failed' AND undo = 'none' ORDER BY position`,
    ),
    undo: db.prepare<[number], unknown>(
      `SELECT email, suggestion, undo_problem AS problem FROM correction_target
       WHERE correction = ? AND undo = 'failed' ORDER BY position`,
    ),
  }
  const orphans = db
    .prepare<[], number>(
      `SELECT id FROM correction
       WHERE id NOT IN (SELECT json_extract(detail, '$.correction') FROM job WHERE kind = 'correction')`,
    )
    .pluck()
  const dropping = db.prepare<[number]>('DELETE FROM correction_target WHERE correction = ?')
  const removing = db.prepare<[number]>('DELETE FROM correction WHERE id = ?')
  const remove = (id: number) => {
    dropping.run(id)
    removing.run(id)
  }
  const firstOf = (statement: typeof next, id: number, outcomes: readonly string[]) => {
    for (const outcome of outcomes) {
      const row = statement.get(id, outcome)
      if (row !== undefined) return targetOf(row)
    }
    return null
  }

  return {
    add: () => session.write(() => Number(adding.run().lastInsertRowid)),
    put: ({ id, targets }) =>
      session.write(() => {
        const { total } = must(one.get(id), id)
        for (const [index, { contactId, email, suggestion }] of targets.entries()) {
          putting.run(id, total + index + 1, contactId, email, suggestion)
        }
        growing.run(targets.length, id)
      }),
    get: (id) =>
      session.read(() => ({
        ...must(one.get(id), id),
        job: jobOf.get('correction', id) ?? null,
        undoJob: jobOf.get('correction.undo', id) ?? null,
      })),
    next: (id) => session.read(() => firstOf(next, id, ['leaving', 'waiting'])),
    leave: ({ id, position, before, otherId }) =>
      session.write(() => {
        leaving.run(JSON.stringify(before), otherId, id, position)
      }, 'durable'),
    settle: ({ id, position, outcome, problem: why }) =>
      session.write(() => {
        if (settling.run(outcome, why ? JSON.stringify(why) : null, id, position).changes === 0) return
        counting[outcome].run(id)
      }),
    nextUndo: (id) =>
      session.read(() => {
        const found = (['changed', 'replaced', 'merged'] as const).flatMap((way) => {
          const row = last.get(id, way)
          return row === undefined ? [] : [targetOf(row)]
        })
        return found.sort((one, other) => other.position - one.position)[0] ?? null
      }),
    settleUndo: ({ id, position, outcome, problem: why }) =>
      session.write(() => {
        if (undoing.run(outcome, why ? JSON.stringify(why) : null, id, position).changes === 0) return
        countingUndo[outcome].run(id)
      }),
    retryUndo: (id) =>
      session.write(() => {
        again.run(id)
        noneUnreversed.run(id)
      }),
    failures: ({ id, of, slice: { offset, limit } }) =>
      session.read(() => {
        const kinds = new Map<string, CorrectionFailure>()
        for (const row of failed[of].iterate(id)) {
          const { email, suggestion, problem: text } = failureSchema.parse(row)
          const found = problemSchema.parse(JSON.parse(text))
          const kind = JSON.stringify([found.code, found.status, found.why])
          const known = kinds.get(kind)
          if (known) known.alike += 1
          else kinds.set(kind, { email, suggestion, problem: found, alike: 1 })
        }
        return { failures: [...kinds.values()].slice(offset, offset + limit), count: kinds.size }
      }),
    remove: (id) => session.write(() => remove(id)),
    sweep: () => session.write(() => orphans.all().forEach(remove)),
  }
}

function must(row: unknown, id: number) {
  if (row === undefined) throw problem('internal', { why: `There are no corrections ${id}.` })
  return rowSchema.parse(row)
}

function targetOf(row: unknown): CorrectionTarget {
  const { position, contact_id, email, suggestion, before, other_id, outcome } = targetSchema.parse(row)
  const held = before === null ? null : beforeSchema.parse(JSON.parse(before))
  return { position, contactId: contact_id, email, suggestion, before: held, otherId: other_id, outcome }
}
