import { tell } from '../../../../src-shared/messages/told'
import type { PickedRows } from '../../../../src-shared/bridge/grid'
import type { Steps } from '../../../core/database/session'
import { RowSet } from '../../../core/index/row-set'
import { problem } from '../../../core/problems'
import type { Selections } from './selections'

/** Rows looked up between two pauses: about 3 ms. */
const slice = 300

/** The list that rows are picked of. */
interface PickedOf {
  /** Another one whenever ids may lead to other rows. */
  revision: string
  find(id: string): number | undefined
}

/** The rows that are picked in a list, as sets that are not to be written to. */
export class PickedSets {
  /** Named rows are looked up one by one: those that were asked for last are kept until the list changes. */
  private last: { key: string; rows: RowSet } | null = null

  /** `what`: what is picked, for who is told that it is no longer kept. */
  constructor(
    private readonly selections: Selections,
    private readonly what: 'contacts' | 'records',
  ) {}

  /** The rows that are picked. Throws `input_invalid` where a selection is not kept any more. */
  *rows(picked: PickedRows, of: PickedOf): Steps<RowSet> {
    const frozen = picked.kind === 'frozen' ? this.frozen(picked.selectionId) : null
    if (frozen && picked.kind === 'frozen' && picked.except.length === 0) return frozen
    const key = `${of.revision} ${JSON.stringify(picked)}`
    if (this.last?.key === key) return this.last.rows
    const rows = frozen?.copy() ?? new RowSet(0)
    const ids = picked.kind === 'ids' ? picked.ids : picked.except
    for (const [at, id] of ids.entries()) {
      if (at > 0 && at % slice === 0) yield
      const row = of.find(id)
      if (row === undefined) continue
      if (frozen) rows.remove(row)
      else rows.add(row)
    }
    this.last = { key, rows }
    return rows
  }

  /** Which of these rows a frozen selection does not hold, by id; undefined where it is not kept any more, or none is asked about. */
  outside(
    selectionId: string | undefined,
    rows: readonly { row: number; id: string }[],
  ): string[] | undefined {
    const held = selectionId === undefined ? null : this.selections.set(selectionId)
    return held ? rows.filter(({ row }) => !held.has(row)).map(({ id }) => id) : undefined
  }

  /** Throws where a selection is not kept any more. */
  frozen(selectionId: string): RowSet {
    const found = this.selections.set(selectionId)
    if (found) return found
    throw problem('input_invalid', {
      why: tell('words.theSelectionIsNoLongerKept', { what: this.what }),
    })
  }
}

/** Rows in their order, then those of a set that are not among them and still there. */
export function withRows(rows: Int32Array, set: RowSet, live: RowSet): Int32Array {
  const more = set.copy().and(live)
  for (const row of rows) more.remove(row)
  const all = new Int32Array(rows.length + more.count())
  all.set(rows)
  all.set(more.rows(), rows.length)
  return all
}
