import type { Reason } from './reason'
import { z } from 'zod'
import { problemSchema } from '../../../../src-shared/problem'
import type { RowToUndo, Staging, UndoOutcome } from '../staging'
import { codeOfUndo, undoCodes } from './row-state'
import { parseOutcome, writtenBy } from './running'
import type { ImportStore } from './store'

/** The last written row before one that has no outcome of an undo yet. */
export function nextUndo(store: ImportStore, before: number): RowToUndo | null {
  const row = store.db
    .prepare<[number], unknown>(
      `SELECT * FROM outcome WHERE state = 'written' AND undo IS NULL AND row < ? ORDER BY row DESC LIMIT 1`,
    )
    .get(before)
  if (row === undefined) return null
  const found = parseOutcome(row)
  const { body, previous } = writtenBy(found)
  return {
    row: found.row,
    email: body.email,
    contactId: found.contact_id ?? previous?.contactId ?? '',
    isNew: found.is_new === 1,
    wrote: body,
    previous,
  }
}

/** Commits what became of taking a row back. */
export function settleUndo(store: ImportStore, row: number, outcome: UndoOutcome): void {
  store.write(
    () => {
      store.db
        .prepare('UPDATE outcome SET undo = ?, undo_problem = ? WHERE row = ?')
        .run(outcome.outcome, reasonText(outcome), row)
      if (store.state !== null) store.state.undone[row] = codeOfUndo(outcome.outcome)
    },
    { durable: true, counts: true },
  )
}

/** Why a row was not taken back, as it is stored: a problem, or the words for what was changed since. */
function reasonText(outcome: UndoOutcome): string | null {
  if (outcome.outcome === 'failed') return JSON.stringify(outcome.problem)
  return outcome.outcome === 'kept' ? JSON.stringify({ code: 'changed_since', why: outcome.why }) : null
}

const keptSchema = z.object({ code: z.string(), why: z.string() })

/** Why a row was not taken back; null where nothing is stored about it. */
export function undoReason(store: ImportStore, row: number): Reason | null {
  const json = store.db
    .prepare<[number], string | null>('SELECT undo_problem FROM outcome WHERE row = ?')
    .pluck()
    .get(row)
  if (json === null || json === undefined) return null
  const stored: unknown = JSON.parse(json)
  const failed = problemSchema.safeParse(stored)
  if (failed.success) return { code: failed.data.code, reason: `${failed.data.title}. ${failed.data.why}` }
  const { code, why } = keptSchema.parse(stored)
  return { code, reason: why }
}

/** Puts the rows that could not be taken back among those to take back. Answers how many. */
export function undoAgain(store: ImportStore): number {
  const { state } = store
  return store.write(
    () => {
      const failed = undoCodes.indexOf('failed')
      for (let row = 1; row <= (state?.rows ?? 0); row += 1) {
        if (state?.undone[row] === failed) state.undone[row] = 0
      }
      return store.db
        .prepare("UPDATE outcome SET undo = NULL, undo_problem = NULL WHERE undo = 'failed'")
        .run().changes
    },
    { durable: true, counts: true },
  )
}

/** How far taking back is, of the rows that were written. */
export function undoProgress(store: ImportStore): Awaited<ReturnType<Staging['undoProgress']>> {
  const counts = new Map(
    store.db
      .prepare<[], [string | null, number]>(
        "SELECT undo, count(*) FROM outcome WHERE state = 'written' GROUP BY undo",
      )
      .raw()
      .all(),
  )
  const of = (name: string) => counts.get(name) ?? 0
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return { total, reversed: of('reversed'), kept: of('kept'), failed: of('failed') }
}
