import type { ServiceDatabase } from '../store/database'

/** How far apart the positions of records are that came one after the other. */
export const step = 1024

/** Finds places in the order of the records. Both are to be called in the transaction that uses the place. */
export interface RecordOrder {
  /** A position after all others. */
  end(): number
  /** A position just before a record; null when there is no such record. Others may be moved apart for it. */
  before(seq: number): number | null
}

/** The order of a database's records. */
export function recordOrder(db: ServiceDatabase): RecordOrder {
  const last = db.prepare<[], number | null>('SELECT max(position) FROM record').pluck()
  const positionOf = db.prepare<[number], number>('SELECT position FROM record WHERE seq = ?').pluck()
  const previous = db
    .prepare<[number], number | null>('SELECT max(position) FROM record WHERE position < ?')
    .pluck()
  const from = db
    .prepare<[number, number], [number, number]>(
      'SELECT seq, position FROM record WHERE position >= ? ORDER BY position LIMIT ?',
    )
    .raw()
  const setPosition = db.prepare<[number, number]>('UPDATE record SET position = ? WHERE seq = ?')

  /** Spreads the records after a position evenly over as many places as it takes to have room between them. */
  function spread(after: number): void {
    for (let count = 64; ; count *= 4) {
      const found = from.all(after + 1, count + 1)
      const beyond = found[count]
      const rows = beyond ? found.slice(0, count) : found
      const gap = beyond ? Math.floor((beyond[1] - after) / (rows.length + 1)) : step
      // Half a step each: the records before this place need not be spread again soon.
      if (gap < step / 2) continue
      rows.forEach(([seq], at) => setPosition.run(after + gap * (at + 1), seq))
      return
    }
  }

  function before(seq: number): number | null {
    const position = positionOf.get(seq)
    if (position === undefined) return null
    const lower = previous.get(position) ?? position - 2 * step
    if (position - lower >= 2) return Math.floor((lower + position) / 2)
    spread(lower)
    return before(seq)
  }

  return { end: () => (last.get() ?? 0) + step, before }
}
