import type { Statement } from 'better-sqlite3'
import { TextSet } from '../../../core/database/text-set'
import { RowSet } from '../../../core/index/row-set'
import type { Keys } from './keys'
import type { Session, Steps } from '../../../core/database/session'
import type { ContactColumns, StoredContact } from './record'
import type { ContactFollower } from './write'

/** People looked up between two pauses: about 3 ms. */
const slice = 300

/** People, or contacts, read between two pauses where all contacts are read: about 2 ms. */
const passSlice = 2000

/** Looking one up, all over the copy, takes as long as reading so many contacts in their order. */
const costOfLookUp = 20

/** So many imports are kept in memory; 125 kB each for a million contacts. */
const mostKept = 8

/**
 * Whom each import wrote: noted by the service's id, found as rows of the copy. Once found, who comes back to the copy
 * is added as it comes. Rows of who is gone stay: no other contact has them while the cache is open.
 */
export class Imported implements ContactFollower {
  private readonly kept = new Map<number, RowSet>()
  /** Being looked up: who comes meanwhile is added to them too. */
  private readonly drafts = new Set<{ importId: number; rows: RowSet }>()
  private readonly adding: Statement<[number, string]>
  private readonly dropping: Statement<[number]>
  private readonly after: Statement<[number, string, number], string>
  private readonly known: Statement<[number, string], number>
  private readonly passing: Statement<[number, number], [row: number, id: string]>

  constructor(
    private readonly session: Session,
    private readonly keys: Keys,
  ) {
    const { db } = session
    this.adding = db.prepare('INSERT OR IGNORE INTO import_person VALUES (?, ?)')
    this.dropping = db.prepare('DELETE FROM import_person WHERE import = ?')
    this.after = session.column(
      'SELECT contact_id FROM import_person WHERE import = ? AND contact_id > ? ORDER BY contact_id LIMIT ?',
    )
    this.known = session.column('SELECT 1 FROM import_person WHERE import = ? AND contact_id = ?')
    this.passing = session.tuples('SELECT row, id FROM contact WHERE row > ? ORDER BY row LIMIT ?')
    session.onRollback(() => this.clear())
  }

  /** Notes people; those that are noted already stay so. */
  add(importId: number, contactIds: readonly string[]): void {
    this.session.write(() => {
      for (const id of contactIds) this.adding.run(importId, id)
    })
    const cached = this.kept.get(importId)?.copy()
    const sets = [...(cached ? [cached] : []), ...this.draftsOf(importId)]
    if (sets.length > 0) for (const id of contactIds) this.find(id, sets)
    // Another set, by which whoever has the old one knows that it is not whole any more.
    if (cached) this.keep(importId, cached)
  }

  /** Within a transaction: forgets whom an import wrote. */
  drop(importId: number): void {
    this.dropping.run(importId)
    this.kept.delete(importId)
  }

  /** The rows of an import's people that the copy has, or had since it was opened. */
  *rows(importId: number): Steps<RowSet> {
    const known = this.kept.get(importId)
    if (known) return known
    const draft = { importId, rows: new RowSet(0) }
    this.drafts.add(draft)
    try {
      const few = this.session.counters.contacts / costOfLookUp
      for (let [last, seen] = ['', 0]; ;) {
        const ids = this.session.read(() => this.after.all(importId, last, slice))
        for (const id of ids) this.find(id, [draft.rows])
        if (ids.length < slice) break
        yield
        last = ids.at(-1) ?? last
        seen += ids.length
        if (seen <= few) continue
        yield* this.pass(yield* this.people(importId, last), draft.rows)
        break
      }
      // Thrown away meanwhile: rows that were found may be others' by now.
      if (this.drafts.has(draft)) this.keep(importId, draft.rows)
      return draft.rows
    } finally {
      this.drafts.delete(draft)
    }
  }

  changed(row: number, before: StoredContact | null, after: ContactColumns | null): void {
    if (before !== null || after === null) return
    for (const [importId, rows] of this.kept) this.follow(importId, rows, row, after.id)
    for (const { importId, rows } of this.drafts) this.follow(importId, rows, row, after.id)
  }

  /** Forgets what was found in memory: rows may be given to others. */
  clear(): void {
    this.kept.clear()
    this.drafts.clear()
  }

  private follow(importId: number, rows: RowSet, row: number, contactId: string): void {
    if (this.known.get(importId, contactId) !== undefined) rows.add(row)
    else rows.remove(row)
  }

  private find(contactId: string, sets: readonly RowSet[]): void {
    const row = this.session.read(() => this.keys.find(contactId))
    if (row !== undefined) for (const rows of sets) rows.add(row)
  }

  /** The ids of an import's people after one of them. */
  private *people(importId: number, after: string): Steps<TextSet> {
    const people = new TextSet()
    for (let last = after; ;) {
      const ids = this.session.read(() => this.after.all(importId, last, passSlice))
      for (const id of ids) people.add(id)
      if (ids.length < passSlice) return people
      last = ids.at(-1) ?? last
      yield
    }
  }

  /** Adds the rows of those who are among some people, reading every contact. Who comes meanwhile is followed. */
  private *pass(people: TextSet, rows: RowSet): Steps<void> {
    for (let last = 0; ;) {
      const contacts = this.session.read(() => this.passing.all(last, passSlice))
      for (const [row, id] of contacts) if (people.has(id)) rows.add(row)
      if (contacts.length < passSlice) return
      last = contacts.at(-1)?.[0] ?? last
      yield
    }
  }

  private draftsOf(importId: number): RowSet[] {
    return [...this.drafts].filter((draft) => draft.importId === importId).map(({ rows }) => rows)
  }

  private keep(importId: number, rows: RowSet): void {
    this.kept.set(importId, rows)
    for (const other of this.kept.keys()) {
      if (this.kept.size <= mostKept) break
      this.kept.delete(other)
    }
  }
}
