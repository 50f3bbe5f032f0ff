import type { Background, ServiceContext } from '../service-context'
import { type ServiceDatabase, statements } from '../store/statements'

const minutes = 60_000
const interval = 10 * minutes
/** Sources a transaction drops: they may be megabytes each. */
const slice = 100

/** The newest 10,000 messages, at most 1 GB of them, for 30 days. */
export const keeping: Keeping = { messages: 10_000, size: 1e9, age: 30 * 24 * 60 * minutes }

/** Drops the sources that the outbox does not keep any longer: now, and every 10 minutes. */
export function createHousekeeping(
  { db, clock, report }: Pick<ServiceContext, 'db' | 'clock' | 'report'>,
  limits: Keeping = keeping,
): Background {
  const sources = sourceStore(db)
  let running = false
  let callOff = (): void => undefined

  function sweep(): void {
    let again = interval
    try {
      const dropped = sources.drop(slice, limits, clock.now())
      // Requests get their turn between slices.
      if (dropped === slice) again = 1
    } catch (error) {
      report('Making room in the outbox', error)
    }
    if (running) callOff = clock.after(again, sweep)
  }

  return {
    start() {
      running = true
      callOff = clock.after(0, sweep)
    },
    async stop() {
      running = false
      callOff()
    },
  }
}

/** How many sources the outbox keeps. */
interface Keeping {
  messages: number
  /** In bytes, all together. */
  size: number
  /** In milliseconds. */
  age: number
}

type KeptSource = [endedAt: number, seq: number, size: number]

/** The sources of a database's messages that are kept for the outbox. */
function sourceStore(db: ServiceDatabase) {
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
