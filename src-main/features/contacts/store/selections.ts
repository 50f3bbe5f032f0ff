import { randomUUID } from 'node:crypto'

/** Sets of people as a query matched them once, by row. They live as long as the cache is open, or until released. */
export class Selections {
  private readonly kept = new Map<string, Int32Array>()

  /** Keeps a copy of these rows; 4 bytes a row. */
  keep(rows: Int32Array): { selectionId: string; count: number } {
    const selectionId = randomUUID()
    this.kept.set(selectionId, rows.slice())
    return { selectionId, count: rows.length }
  }

  /** The rows at positions [offset, offset + limit); none where the selection is not known any more. */
  rows(selectionId: string, offset: number, limit: number): Int32Array {
    return this.kept.get(selectionId)?.subarray(offset, offset + limit) ?? new Int32Array(0)
  }

  has(selectionId: string): boolean {
    return this.kept.has(selectionId)
  }

  release(selectionId: string): void {
    this.kept.delete(selectionId)
  }
}
