import type { ServiceDatabase } from '../store/database'
import { statements } from '../store/statements'

/** How many sources the outbox keeps. */
export interface Keeping {
  messages: number
  /** In bytes, all together. */
  size: number
  /** In milliseconds. */
  age: number
}

type KeptSource = [endedAt: number, seq: number, size: number]

/** The sources of a database's messages that are kept for the outbox. */
export function sourceStore(db: ServiceDatabase) {
  const newest = db
    .prepare<[], KeptSource>(
      'SELECT ended_at, seq, source_size FROM message WHERE source_size IS NOT NULL ORDER BY ended_at DESC, seq DESC',
    )
    .raw()
  const drop = statements(db).run<[endedAt: number, seq: number, count: number]>(
    `UPDATE message SET source = NULL, source_size = NULL WHERE seq IN (
       SELECT seq FROM message WHERE source_size IS NOT NULL AND (ended_at, seq) <= (?, ?)
       ORDER BY ended_at, seq LIMIT ?
     )`,
  )

  /** The newest that is not kept; null when all are. Read from an index that holds the sizes, and no further than that. */
  function firstBeyond({ messages, size, age }: Keeping, now: number): KeptSource | null {
    let count = 0
    let total = 0
    for (const row of newest.iterate()) {
      const [endedAt, , bytes] = row
      count++
      total += bytes
      if (count > messages || total > size || endedAt < now - age) return row
    }
    return null
  }

  return {
    /** Drops up to `count` sources, the oldest first, of those beyond what is kept. Returns how many. */
    drop(count: number, keeping: Keeping, now: number): number {
      const beyond = firstBeyond(keeping, now)
      return beyond ? drop(beyond[0], beyond[1], count) : 0
    },
  }
}
