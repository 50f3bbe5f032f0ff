import { type ServiceDatabase, statements } from '../store/statements'

/** How far apart the positions of records are that came one after the other. */
export const step = 1024

/** Finds places in the order of a database's records: to be called in the transaction that uses the place. */
export function recordOrder(db: ServiceDatabase) {
  const sql = statements(db)
  const last = sql.count<[]>('SELECT max(position) FROM record')
  const positionOf = sql.value<[seq: number], number>('SELECT position FROM record WHERE seq = ?')
  const previous = sql.value<[position: number], number>(
    'SELECT max(position) FROM record WHERE position < ?',
  )
  const from = sql.rows<[position: number, limit: number], { seq: number; position: number }>(
    'SELECT seq, position FROM record WHERE position >= ? ORDER BY position LIMIT ?',
  )
  const setPosition = sql.run<[position: number, seq: number]>('UPDATE record SET position = ? WHERE seq = ?')

  /** Spreads the records after a position evenly over as many places as it takes to have room between them. */
  async function spread(after: number): Promise<void> {
    for (let count = 64; ; count *= 4) {
      const found = await from(after + 1, count + 1)
      const beyond = found[count]
      const rows = beyond ? found.slice(0, count) : found
      const gap = beyond ? Math.floor((beyond.position - after) / (rows.length + 1)) : step
      // Half a step each: the records before this place need not be spread again soon.
      if (gap < step / 2) continue
      for (const [at, { seq }] of rows.entries()) await setPosition(after + gap * (at + 1), seq)
      return
    }
  }

  async function before(seq: number): Promise<number | null> {
    const position = await positionOf(seq)
    if (position === null) return null
    const lower = (await previous(position)) ?? position - 2 * step
    if (position - lower >= 2) return Math.floor((lower + position) / 2)
    await spread(lower)
    return before(seq)
  }

  return {
    /** A position after all others. */
    end: async () => (await last()) + step,
    /** A position just before a record; null when there is no such record. Others may be moved apart for it. */
    before,
  }
}
