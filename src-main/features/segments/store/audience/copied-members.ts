import { keepNewest } from '../../../../core/keep-newest'
import type { Statement } from 'better-sqlite3'
import type { PartTable } from '../../../catalogue/store'
import type { ContactColumns, StoredContact, ContactFollower } from '../../../contacts/store'
import { RowSet } from '../../../../core/index/row-set'
import type { Session, Steps } from '../../../../core/database/session'
import type { RowsById } from './rows-by-id'

/** Members read between two pauses: about 3 ms. */
const slice = 2000

/** Segments whose members are kept as rows: 125 kB each for a million contacts. */
const mostKept = 32

/** Contacts that came since; beyond that, reading the members again is quicker. */
const mostLate = 3000

interface CachedMembers {
  rows: RowSet
  /** Of the changes of members, how many there had been. */
  changes: number
  /** Ids of contacts that came after. */
  late: Set<string>
}

/** The contacts who are members of static segments, as the copied catalogue has them. */
export class CopiedMembers implements ContactFollower {
  private readonly kept = new Map<string, CachedMembers>()
  private readonly drafts = new Set<CachedMembers>()
  private readonly after: Statement<[string, string, number], string>
  private readonly countOf: Statement<[string], number>
  private readonly known: Statement<[string, string], number>

  constructor(
    private readonly session: Session,
    private readonly parts: PartTable,
    private readonly ids: RowsById,
  ) {
    const of = `FROM catalogue_part WHERE list = 'members' AND owner = ?`
    this.after = session.column(`SELECT id ${of} AND id > ? ORDER BY id LIMIT ?`)
    this.countOf = session.column(`SELECT count(*) ${of}`)
    this.known = session.column(`SELECT 1 ${of} AND id = ?`)
    session.onRollback(() => this.forget())
  }

  /** The rows of a segment's members, not to be written to. Contacts that are gone may be among them. */
  *rows(segment: string): Steps<RowSet> {
    const { changes } = this.parts
    const known = this.kept.get(segment)
    const members = known?.changes === changes ? known : yield* this.read(segment)
    keepNewest(this.kept, segment, members, mostKept)
    this.session.read(() => {
      for (const id of members.late) {
        const row = this.known.get(segment, id) === undefined ? undefined : this.ids.known(id)
        if (row !== undefined) members.rows.add(row)
      }
    })
    members.late.clear()
    return members.rows
  }

  /** Whether a contact is a member of a segment. */
  has(segment: string, id: string): boolean {
    return this.known.get(segment, id) !== undefined
  }

  changed(_row: number, before: StoredContact | null, after: ContactColumns | null): void {
    if (before !== null || after === null) return
    for (const [segment, { late }] of this.kept) {
      late.add(after.id)
      if (late.size > mostLate) this.kept.delete(segment)
    }
    for (const { late } of this.drafts) late.add(after.id)
  }

  /** Gives the memory back. */
  forget(): void {
    this.kept.clear()
  }

  private *read(segment: string): Steps<CachedMembers> {
    const kept: CachedMembers = { rows: new RowSet(0), changes: this.parts.changes, late: new Set() }
    this.drafts.add(kept)
    try {
      const find = yield* this.ids.finder(this.session.read(() => this.countOf.get(segment) ?? 0))
      for (let last = ''; ;) {
        const found = this.session.read(() => this.after.all(segment, last, slice))
        for (const id of found) {
          const row = find(id)
          if (row !== undefined) kept.rows.add(row)
        }
        last = found.at(-1) ?? last
        if (found.length < slice) return kept
        yield
      }
    } finally {
      this.drafts.delete(kept)
    }
  }
}
