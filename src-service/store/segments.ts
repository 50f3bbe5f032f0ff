import type { ServiceDatabase } from './database'
import { type SeqLister, seqLister } from './seq-list'

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
export type SegmentFields = Omit<SegmentRow, 'seq' | 'createdAt' | 'updatedAt'>

/** Reading and writing segments; their members are in segment-members.ts. */
export interface Segments {
  list: SeqLister<SegmentRow>
  get(seq: number): SegmentRow | null
  /** All of them, oldest first. */
  all(): SegmentRow[]
  /** Those whose members are kept track of, oldest first. */
  tracked(): SegmentRow[]
  create(fields: SegmentFields, now: number): SegmentRow
  change(seq: number, fields: SegmentFields, now: number): void
  remove(seq: number): void
}

const columns = 'seq, name, description, type, condition, track_membership, created_at, updated_at'
type SegmentTuple = [number, string, string | null, SegmentRow['type'], string | null, number, number, number]

function segmentRow([
  seq,
  name,
  description,
  type,
  condition,
  track,
  createdAt,
  updatedAt,
]: SegmentTuple): SegmentRow {
  return { seq, name, description, type, condition, trackMembership: track === 1, createdAt, updatedAt }
}

/** The segments of a database. */
export function segmentStore(db: ServiceDatabase): Segments {
  const select = (where: string) =>
    db.prepare<number[], SegmentTuple>(`SELECT ${columns} FROM segment WHERE ${where} ORDER BY seq`).raw()
  const bySeq = select('seq = ?')
  const all = select('1')
  const tracked = select('track_membership = 1')
  type SegmentValues = [string, string | null, string, string | null, number, number, number]
  const insert = db
    .prepare<SegmentValues, SegmentTuple>(
      `INSERT INTO segment (name, description, type, condition, track_membership, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING ${columns}`,
    )
    .raw()
  const update = db.prepare<[string, string | null, string | null, number, number, number]>(
    `UPDATE segment SET name = ?, description = ?, condition = ?, track_membership = ?, updated_at = ? WHERE seq = ?`,
  )
  const remove = db.prepare<[number]>('DELETE FROM segment WHERE seq = ?')

  return {
    list: seqLister<SegmentTuple, SegmentRow>(db, 'segment', columns, segmentRow),
    get(seq) {
      const found = bySeq.get(seq)
      return found ? segmentRow(found) : null
    },
    all: () => all.all().map(segmentRow),
    tracked: () => tracked.all().map(segmentRow),
    create({ name, description, type, condition, trackMembership }, now) {
      const made = insert.get(name, description, type, condition, trackMembership ? 1 : 0, now, now)
      if (!made) throw new Error('The new segment was not returned.')
      return segmentRow(made)
    },
    change(seq, { name, description, condition, trackMembership }, now) {
      update.run(name, description, condition, trackMembership ? 1 : 0, now, seq)
    },
    remove: (seq) => void remove.run(seq),
  }
}
