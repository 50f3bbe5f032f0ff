import { repeated } from '../repeated'
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
  return repeated(clock, async () => {
    try {
      const dropped = await sources.drop(slice, limits, clock.now())
      // Requests get their turn between slices.
      return dropped === slice ? 1 : interval
    } catch (error) {
      report('Making room in the outbox', error)
      return interval
    }
  })
}

/** How many sources the outbox keeps. */
interface Keeping {
  messages: number
  /** In bytes, all together. */
  size: number
  /** In milliseconds. */
  age: number
}

interface KeptSource {
  endedAt: number
  seq: number
}

/** The sources of a database's messages that are kept for the outbox. */
function sourceStore(db: ServiceDatabase) {
  const sql = statements(db)
  // Read from an index that holds the sizes, and no further than what is kept.
  const firstBeyond = sql.row<[{ messages: number; size: number; since: number }], KeptSource>(
    `SELECT ended_at AS "endedAt", seq FROM
       (SELECT ended_at, seq, row_number() OVER kept AS place, sum(source_size) OVER kept AS total FROM message
        WHERE source_size IS NOT NULL
        WINDOW kept AS (ORDER BY ended_at DESC, seq DESC ROWS UNBOUNDED PRECEDING)) AS placed
     WHERE place > @messages OR total > @size OR ended_at < @since LIMIT 1`,
  )
  const drop = sql.run<[endedAt: number, seq: number, count: number]>(
    `UPDATE message SET source = NULL, source_size = NULL WHERE seq IN (
       SELECT seq FROM message WHERE source_size IS NOT NULL AND (ended_at, seq) <= (?, ?)
       ORDER BY ended_at, seq LIMIT ?
     )`,
  )

  return {
    /** Drops up to `count` sources, the oldest first, of those beyond what is kept. Returns how many. */
    async drop(count: number, { messages, size, age }: Keeping, now: number): Promise<number> {
      const beyond = await firstBeyond({ messages, size, since: now - age })
      return beyond ? await drop(beyond.endedAt, beyond.seq, count) : 0
    },
  }
}
