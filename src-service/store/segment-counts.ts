import { type ServiceDatabase, statements } from './statements'

/** How many were in a segment when it was last counted, and after how many sweeps that was. */
export interface LastCount {
  count: number
  sweep: number
}

/** The last counts of segments, by their number. */
export interface LastCounts {
  get(segment: number): Promise<LastCount | null>
  set(segment: number, last: LastCount): Promise<void>
  forget(segment: number): Promise<void>
}

/** The last counts of a database: of a file they are those that its one process made since it started. */
export function lastCounts(db: ServiceDatabase): LastCounts {
  return db.engine === 'postgres' ? sharedCounts(db) : ownCounts()
}

function ownCounts(): LastCounts {
  const counts = new Map<number, LastCount>()
  return {
    get: async (segment) => counts.get(segment) ?? null,
    set: async (segment, last) => void counts.set(segment, last),
    forget: async (segment) => void counts.delete(segment),
  }
}

/** What one process counts, others give as well. */
function sharedCounts(db: ServiceDatabase): LastCounts {
  const sql = statements(db)
  const write = sql.run<[{ segment: number } & LastCount]>(
    `INSERT INTO segment_count (segment, contacts, sweep) VALUES (@segment, @count, @sweep)
     ON CONFLICT (segment) DO UPDATE SET contacts = excluded.contacts, sweep = excluded.sweep`,
  )
  const remove = sql.run<[segment: number]>('DELETE FROM segment_count WHERE segment = ?')
  return {
    get: sql.row('SELECT contacts AS count, sweep FROM segment_count WHERE segment = ?'),
    async set(segment, last) {
      try {
        await write({ segment, ...last })
      } catch (error) {
        // Whoever only reads is answered where nothing can be written, too.
        if (!db.isTrouble(error)) throw error
      }
    },
    forget: async (segment) => void (await remove(segment)),
  }
}
