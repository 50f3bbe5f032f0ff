import type { Slice } from '../../../src-shared/bridge/base'

const sliceSize = 500

/** Reads a list to which rows are only added, at the front, to its end: what was read already is not read twice. */
export async function* newestFirst<Row extends { id: number }>(
  read: (slice: Slice) => Promise<readonly Row[]>,
): AsyncGenerator<Row[], void, undefined> {
  const seen = new Set<number>()
  for (let offset = 0; ; offset += sliceSize) {
    const rows = await read({ offset, limit: sliceSize })
    if (rows.length === 0) return
    yield rows.filter(({ id }) => !seen.has(id))
    for (const { id } of rows) seen.add(id)
  }
}
