import { seqLister } from './seq-list'
import { named, type ServiceDatabase, statements, type Stored } from './statements'

/** A segment as it is stored. */
export interface SegmentRow {
  seq: number
  name: string
  description: string | null
  type: 'DYNAMIC' | 'STATIC'
  /** JSON text, as it was sent; null of a STATIC one. */
  condition: string | null
  trackMembership: boolean
  /** Milliseconds since 1970. */
  createdAt: number
  updatedAt: number
}

/** What a segment is made of. */
type SegmentFields = Omit<SegmentRow, 'seq' | 'createdAt' | 'updatedAt'>

/** Reading and writing segments; their members are in segment-members.ts. */
export type Segments = ReturnType<typeof segmentStore>

type StoredSegment = Stored<SegmentRow, 'trackMembership'>
const columns = named('seq, name, description, type, condition, track_membership, created_at, updated_at')

function segmentRow({ trackMembership, ...row }: StoredSegment): SegmentRow {
  return { ...row, trackMembership: trackMembership === 1 }
}

/** The segments of a database. */
export function segmentStore(db: ServiceDatabase) {
  const sql = statements(db)
  const select = (where: string) => {
    const rows = sql.rows<number[], StoredSegment>(
      `SELECT ${columns} FROM segment WHERE ${where} ORDER BY seq`,
    )
    return async (...bound: number[]): Promise<SegmentRow[]> => (await rows(...bound)).map(segmentRow)
  }
  const bySeq = select('seq = ?')
  const all = select('true')
  const tracked = select('track_membership = 1')
  type SegmentValues = Stored<SegmentFields, 'trackMembership'> & { now: number }
  const insert = sql.made<[SegmentValues], StoredSegment>(
    `INSERT INTO segment (name, description, type, condition, track_membership, created_at, updated_at)
     VALUES (@name, @description, @type, @condition, @trackMembership, @now, @now) RETURNING ${columns}`,
  )
  const update = sql.run<[SegmentValues & { seq: number }]>(
    `UPDATE segment SET name = @name, description = @description, condition = @condition,
       track_membership = @trackMembership, updated_at = @now WHERE seq = @seq`,
  )
  const stored = (fields: SegmentFields) => ({ ...fields, trackMembership: Number(fields.trackMembership) })

  return {
    list: seqLister(db, 'segment', columns, segmentRow),
    get: async (seq: number) => (await bySeq(seq))[0] ?? null,
    /** All of them, oldest first. */
    all: () => all(),
    /** Those whose members are kept track of, oldest first. */
    tracked: () => tracked(),
    create: async (fields: SegmentFields, now: number) =>
      segmentRow(await insert({ ...stored(fields), now })),
    change: (seq: number, fields: SegmentFields, now: number) => update({ ...stored(fields), seq, now }),
    remove: sql.run<[seq: number]>('DELETE FROM segment WHERE seq = ?'),
  }
}
