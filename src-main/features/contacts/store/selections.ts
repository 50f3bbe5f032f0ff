import { randomUUID } from 'node:crypto'
import { RowSet } from '../../../core/index/row-set'

/** Sets of people as a query matched them once, by row. They live as long as the cache is open, or until released. */
export class Selections {
  private readonly kept = new Map<string, { rows: Int32Array; set: RowSet | null }>()

  /** Keeps a copy of these rows; 4 bytes a row. */
  keep(rows: Int32Array): { selectionId: string; count: number } {
    const selectionId = randomUUID()
    this.kept.set(selectionId, { rows: rows.slice(), set: null })
    return { selectionId, count: rows.length }
  }

  /** The rows at positions [offset, offset + limit); none where the selection is not known any more. */
  rows(selectionId: string, offset: number, limit: number): Int32Array {
    return this.kept.get(selectionId)?.rows.subarray(offset, offset + limit) ?? new Int32Array(0)
  }

  /** All its rows as bits, which are not to be written to; null where the selection is not known any more. */
  set(selectionId: string): RowSet | null {
    const found = this.kept.get(selectionId)
    if (found === undefined) return null
    if (found.set === null) {
      found.set = new RowSet(0)
      for (const row of found.rows) found.set.add(row)
    }
    return found.set
  }

  has(selectionId: string): boolean {
    return this.kept.has(selectionId)
  }

  release(selectionId: string): void {
    this.kept.delete(selectionId)
  }
}
