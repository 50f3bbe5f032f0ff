import type { RowCounts } from '../../../src-shared/bridge/imports'

/**
 * How many contacts must be known as the service holds them before rows are written: all whom these may be about, unless
 * addresses are looked up: that tells who is new, and leaves those that a row changes. An upper bound.
 */
export function rowsToRead(of: { counts: RowCounts; looksUp: boolean }): number {
  const { toWrite, rows } = of.counts
  return of.looksUp ? Math.min(toWrite, rows.changed + rows.conflicting) : toWrite
}
