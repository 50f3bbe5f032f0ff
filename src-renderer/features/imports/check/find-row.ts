import type { ImportRow } from '../../../../src-shared/bridge/imports'

/** Reads rows of a list that is in the order of the file. */
export type ReadRows = (offset: number, limit: number) => Promise<{ rows: ImportRow[]; count: number }>

/** As many rows are read at once when their place is nearly known. */
const nearby = 100

/** The position of the first row at or after `row` (its number in the file), found by halving; `count` where all come before. */
export async function positionFrom(
  read: ReadRows,
  row: number,
): Promise<{ position: number; row: ImportRow | null }> {
  const first = await read(0, nearby)
  const inFirst = first.rows.findIndex((one) => one.row >= row)
  if (inFirst >= 0) return { position: inFirst, row: first.rows[inFirst] ?? null }
  let from = first.rows.length
  let to = first.count
  while (to - from > nearby) {
    const middle = Math.floor((from + to) / 2)
    const [there] = (await read(middle, 1)).rows
    if (!there || there.row >= row) to = middle
    else from = middle + 1
  }
  // One more than the span: the row that ended it may be the one.
  const { rows } = await read(from, to - from + 1)
  const found = rows.findIndex((one) => one.row >= row)
  return found < 0
    ? { position: first.count, row: null }
    : { position: from + found, row: rows[found] ?? null }
}

/** The next row of a list after `row`, from its beginning where none follows; null where there is no other. */
export async function nextRow(read: ReadRows, row: number): Promise<ImportRow | null> {
  const after = await positionFrom(read, row + 1)
  if (after.row) return after.row
  const [first] = (await read(0, 1)).rows
  return first && first.row !== row ? first : null
}
