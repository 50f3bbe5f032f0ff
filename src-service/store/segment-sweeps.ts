import type { ServiceDatabase } from './database'

/** How far a tracked segment's members have been gone through (tables/audience.ts). */
export interface Sweep {
  segment: number
  after: number
  silentFrom: number
  silentTo: number
}

/** The work that tracked segments wait for. */
export interface SegmentSweeps {
  /** One that is under way; null when none is. */
  next(): Sweep | null
  of(segment: number): Sweep | null
  write(sweep: Sweep): void
  end(segment: number): void
  /** The number of the last of the next `limit` contacts after one; null when there are no more. */
  lastOfNext(after: number, limit: number): number | null
  lastContact(): number
  /** Takes up to `limit` contacts off the list of those to be looked at, and returns them. */
  takePending(limit: number): number[]
}

type SweepTuple = [number, number, number, number]

/** The work in a database. */
export function segmentSweeps(db: ServiceDatabase): SegmentSweeps {
  const columns = 'segment, after, silent_from, silent_to'
  const next = db
    .prepare<[], SweepTuple>(`SELECT ${columns} FROM segment_sweep ORDER BY segment LIMIT 1`)
    .raw()
  const bySegment = db
    .prepare<[number], SweepTuple>(`SELECT ${columns} FROM segment_sweep WHERE segment = ?`)
    .raw()
  const write = db.prepare<SweepTuple>(
    `INSERT OR REPLACE INTO segment_sweep (${columns}) VALUES (?, ?, ?, ?)`,
  )
  const end = db.prepare<[number]>('DELETE FROM segment_sweep WHERE segment = ?')
  const lastOfNext = db
    .prepare<[number, number], number | null>(
      'SELECT max(seq) FROM (SELECT seq FROM contact WHERE seq > ? ORDER BY seq LIMIT ?)',
    )
    .pluck()
  const lastContact = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM contact').pluck()
  const pending = db
    .prepare<[number], number>('SELECT contact FROM segment_pending ORDER BY contact LIMIT ?')
    .pluck()
  const done = db.prepare<[number]>('DELETE FROM segment_pending WHERE contact = ?')

  const sweep = (tuple: SweepTuple | undefined): Sweep | null => {
    if (!tuple) return null
    const [segment, after, silentFrom, silentTo] = tuple
    return { segment, after, silentFrom, silentTo }
  }
  return {
    next: () => sweep(next.get()),
    of: (segment) => sweep(bySegment.get(segment)),
    write: ({ segment, after, silentFrom, silentTo }) => void write.run(segment, after, silentFrom, silentTo),
    end: (segment) => void end.run(segment),
    lastOfNext: (after, limit) => lastOfNext.get(after, limit) ?? null,
    lastContact: () => lastContact.get() ?? 0,
    takePending(limit) {
      const contacts = pending.all(limit)
      for (const contact of contacts) done.run(contact)
      return contacts
    },
  }
}
