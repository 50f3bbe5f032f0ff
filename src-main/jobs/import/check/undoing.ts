import type { Problem } from '../../../../src-shared/problem'
import type { RowToUndo, Staging } from '../staging'
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
export function settleUndo(
  store: ImportStore,
  row: number,
  outcome: { outcome: 'reversed' | 'kept' } | { outcome: 'failed'; problem: Problem },
): void {
  const found = outcome.outcome === 'failed' ? JSON.stringify(outcome.problem) : null
  store.write(
    () =>
      store.db
        .prepare('UPDATE outcome SET undo = ?, undo_problem = ? WHERE row = ?')
        .run(outcome.outcome, found, row),
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
