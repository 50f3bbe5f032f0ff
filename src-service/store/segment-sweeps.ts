import type { ContactCondition } from '../mail/message'
import { named, type ServiceDatabase, statements } from './statements'

/** How far a tracked segment's members have been gone through (tables/audience.ts). */
export interface Sweep {
  segment: number
  after: number
  silentFrom: number
  silentTo: number
}

/** The work that tracked segments wait for. */
export type SegmentSweeps = ReturnType<typeof segmentSweeps>

/** The work in a database. */
export function segmentSweeps(db: ServiceDatabase) {
  const sql = statements(db)
  const columns = named('segment, after, silent_from, silent_to')
  const pending = sql.values<[limit: number], number>(
    `SELECT contact FROM segment_pending ORDER BY contact LIMIT ? ${sql.taking}`,
  )
  const done = sql.run<[contact: number]>('DELETE FROM segment_pending WHERE contact = ?')
  return {
    /** Takes one that is under way, within the transaction that goes on with it; null when none is. */
    takeNext: sql.row<[], Sweep>(
      `SELECT ${columns} FROM segment_sweep ORDER BY segment LIMIT 1 ${sql.taking}`,
    ),
    of: sql.row<[segment: number], Sweep>(`SELECT ${columns} FROM segment_sweep WHERE segment = ?`),
    write: sql.run<[Sweep]>(
      `INSERT INTO segment_sweep (segment, after, silent_from, silent_to)
       VALUES (@segment, @after, @silentFrom, @silentTo) ON CONFLICT (segment)
       DO UPDATE SET after = excluded.after, silent_from = excluded.silent_from, silent_to = excluded.silent_to`,
    ),
    end: sql.run<[segment: number]>('DELETE FROM segment_sweep WHERE segment = ?'),
    /** The number of the last of the next `limit` contacts after one; null when there are no more. */
    lastOfNext: sql.value<[after: number, limit: number], number>(
      'SELECT max(seq) FROM (SELECT seq FROM contact WHERE seq > ? ORDER BY seq LIMIT ?) AS following',
    ),
    lastContact: sql.count<[]>('SELECT coalesce(max(seq), 0) FROM contact'),
    /** The condition that these contacts fit, over `contact AS c`. */
    among: (contacts: readonly number[]): ContactCondition => ({
      where: `c.seq IN (${sql.numbers('?')})`,
      values: [JSON.stringify(contacts)],
    }),
    /** Takes up to `limit` contacts off the list of those to be looked at, and returns them. */
    async takePending(limit: number): Promise<number[]> {
      const contacts = await pending(limit)
      for (const contact of contacts) await done(contact)
      return contacts
    },
  }
}
