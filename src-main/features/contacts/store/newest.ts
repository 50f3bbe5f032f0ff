import type { Statement } from 'better-sqlite3'
import type { Session } from '../../../core/database/session'

interface NewestRow {
  created: number
  row: number
}

interface Anchor extends NewestRow {
  /** How many contacts come before this place. */
  position: number
}

/** Contacts between two anchors, at most about this many. */
const stride = 1000

/**
 * Positions in the default view, newest first (equal times by row), without the index in memory: SQLite walks its
 * own index from the nearest anchor. Anchors are put where somebody looked, and move along with every change, so
 * that a jump anywhere stays a walk of a thousand entries.
 */
export class Newest {
  private anchors: Anchor[] = []
  private readonly first: Statement<[number, number], number>
  private readonly ties: Statement<[number, number, number, number], number>
  private readonly later: Statement<[number, number, number], number>
  private readonly countTies: Statement<[number, number], number>
  private readonly tiesBefore: Statement<[number, number, number], number>
  private readonly countBetween: Statement<[number, number], number>
  private readonly createdOf: Statement<[number], number>

  constructor(session: Session) {
    this.first = session.column('SELECT row FROM contact ORDER BY created DESC, row LIMIT ? OFFSET ?')
    this.ties = session.column(
      'SELECT row FROM contact WHERE created = ? AND row >= ? ORDER BY row LIMIT ? OFFSET ?',
    )
    this.later = session.column(
      'SELECT row FROM contact WHERE created < ? ORDER BY created DESC, row LIMIT ? OFFSET ?',
    )
    this.countTies = session.column('SELECT count(*) FROM contact WHERE created = ? AND row >= ?')
    this.tiesBefore = session.column(
      'SELECT count(*) FROM contact WHERE created = ? AND row >= ? AND row < ?',
    )
    this.countBetween = session.column('SELECT count(*) FROM contact WHERE created < ? AND created > ?')
    this.createdOf = session.column('SELECT created FROM contact WHERE row = ?')
    session.onRollback(() => {
      this.anchors = []
    })
  }

  /** The rows at positions [offset, offset + limit). */
  rows(offset: number, limit: number): number[] {
    const anchor = this.near(offset)
    if (anchor === undefined) return this.first.all(limit, offset)
    return this.walk(anchor, offset - anchor.position, limit)
  }

  /** The position of a contact that exists. */
  positionOf(row: number): number | null {
    const created = this.createdOf.get(row)
    if (created === undefined) return null
    const index = this.indexAfter({ created, row }) - 1
    const anchor = this.anchors[index] ?? { created: Infinity, row: 0, position: 0 }
    if (anchor.created === created) {
      return anchor.position + (this.tiesBefore.get(created, anchor.row, row) ?? 0)
    }
    const start = anchor.created === Infinity ? 0 : (this.countTies.get(anchor.created, anchor.row) ?? 0)
    const above = anchor.created === Infinity ? Number.MAX_SAFE_INTEGER : anchor.created
    const between = this.countBetween.get(above, created) ?? 0
    return anchor.position + start + between + (this.tiesBefore.get(created, 0, row) ?? 0)
  }

  /** After a contact was added, before it is asked for. */
  added(created: number, row: number): void {
    this.shift({ created, row }, 1)
  }

  /** After a contact was deleted. */
  removed(created: number, row: number): void {
    this.shift({ created, row }, -1)
  }

  /** After everything was deleted. */
  clear(): void {
    this.anchors = []
  }

  private shift(place: NewestRow, by: number): void {
    for (let index = this.indexAfter(place); index < this.anchors.length; index += 1) {
      const anchor = this.anchors[index]
      if (anchor !== undefined) anchor.position += by
    }
  }

  /** How many anchors stand at or before a place. */
  private indexAfter(place: NewestRow): number {
    return this.search(
      (anchor) =>
        anchor.created > place.created || (anchor.created === place.created && anchor.row <= place.row),
    )
  }

  private search(before: (anchor: Anchor) => boolean): number {
    let low = 0
    let high = this.anchors.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const anchor = this.anchors[middle]
      if (anchor !== undefined && before(anchor)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The anchor next before a position, setting further ones on the way to it. */
  private near(position: number): Anchor | undefined {
    let index = this.search((anchor) => anchor.position <= position) - 1
    let anchor = this.anchors[index]
    while (position - (anchor?.position ?? 0) >= 2 * stride) {
      const row = anchor === undefined ? this.first.get(1, stride) : this.walk(anchor, stride, 1)[0]
      const created = row === undefined ? undefined : this.createdOf.get(row)
      if (row === undefined || created === undefined) break
      anchor = { created, row, position: (anchor?.position ?? 0) + stride }
      index += 1
      this.anchors.splice(index, 0, anchor)
    }
    return anchor
  }

  /** `limit` rows, from `skip` entries after a place on. Two ranges, because SQLite has no seek in a mixed order. */
  private walk(place: NewestRow, skip: number, limit: number): number[] {
    const rows = this.ties.all(place.created, place.row, limit, skip)
    if (rows.length === limit) return rows
    const ties = this.countTies.get(place.created, place.row) ?? 0
    rows.push(...this.later.all(place.created, limit - rows.length, Math.max(0, skip - ties)))
    return rows
  }
}
