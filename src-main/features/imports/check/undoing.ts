import { z } from 'zod'
import { problemSchema } from '../../../../src-shared/problem'
import type { Reason, RowToUndo, UndoOutcome } from '../rows'
import { codeOfUndo, undoCodes } from './row-state'
import { writtenBy } from './running'
import { list, type ImportFileStore } from './store'

/** The last written row before one that has no outcome of an undo yet. */
export function nextUndo({ items }: ImportFileStore, before: number): RowToUndo | null {
  const [item] = items.next(list, 'undo', { state: 'waiting', limit: 1, before })
  if (item === undefined) return null
  const { position: row, contactId, email, how } = item
  const { body, previous } = writtenBy(item)
  return { row, email, contactId, isNew: how === 'created', wrote: body, previous }
}

/** Commits what became of taking a row back. */
export function settleUndo(store: ImportFileStore, row: number, { outcome, ...why }: UndoOutcome): void {
  const problem =
    'problem' in why ? why.problem : 'why' in why ? { code: 'changed_since', why: why.why } : undefined
  store.write(
    () => {
      store.items.settle(list, 'undo', [row], { outcome, ...(problem ? { problem } : {}) })
      if (store.state !== null) store.state.undone[row] = codeOfUndo(outcome)
    },
    { durable: true, counts: true },
  )
}

const keptSchema = z.object({ code: z.string(), why: z.string() })

/** Why a row was not taken back; null where nothing is stored about it. */
export function undoReason({ items }: ImportFileStore, row: number): Reason | null {
  const stored = items.problem(list, 'undo', row)
  if (stored === null) return null
  const failed = problemSchema.safeParse(stored)
  if (failed.success) return { code: failed.data.code, reason: `${failed.data.title}. ${failed.data.why}` }
  const { code, why } = keptSchema.parse(stored)
  return { code, reason: why }
}

/** Puts the rows that could not be taken back among those to take back. Answers how many. */
export function undoAgain(store: ImportFileStore): number {
  const failed = undoCodes.indexOf('failed')
  return store.write(
    () => {
      store.state?.undone.forEach((code, row, undone) => {
        if (code === failed) undone[row] = 0
      })
      return store.items.back(list, 'undo', 'failed')
    },
    { durable: true, counts: true },
  )
}

/** How far taking back is, of the rows that were written. */
export function undoProgress({
  items,
}: ImportFileStore): Record<'total' | 'reversed' | 'kept' | 'failed', number> {
  const { reversed = 0, kept = 0, failed = 0, waiting = 0 } = items.undoCounts(list)
  return { total: reversed + kept + failed + waiting, reversed, kept, failed }
}
