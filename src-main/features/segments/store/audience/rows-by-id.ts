import type { ContactColumns, StoredContact, ContactFollower, Keys } from '../../../contacts/store'
import type { Session, Steps } from '../../../../core/database/session'
import { TextRows } from '../../../../core/database/text-rows'

/** Contacts read between two pauses: about 3 ms. */
const slice = 3000

/** Up to this many ids are looked up in the database one by one rather than all of them read into memory. */
const few = 2000

type RowOfId = (id: string) => number | undefined

/** The rows of contacts by the service's id, in memory: 24 bytes each while somebody needs them. */
export class RowsById implements ContactFollower {
  private table: TextRows | null = null
  private drafts = new Set<TextRows>()

  constructor(
    private readonly session: Session,
    private readonly keys: Keys,
  ) {
    session.onRollback(() => this.forget())
  }

  /** For looking up so many ids. Rows of contacts that are gone may be among the answers. */
  *finder(ids: number): Steps<RowOfId> {
    if (ids <= few && this.table === null) return (id) => this.keys.find(id)
    const table = (this.table ??= yield* this.read())
    return (id) => table.find(id)
  }

  /** The row of one id, from memory where it is there. */
  known(id: string): number | undefined {
    return this.table ? this.table.find(id) : this.keys.find(id)
  }

  changed(row: number, before: StoredContact | null, after: ContactColumns | null): void {
    if (before !== null || after === null) return
    this.table?.add(after.id, row)
    for (const draft of this.drafts) draft.add(after.id, row)
  }

  /** Gives the memory back. */
  forget(): void {
    this.table = null
    this.drafts = new Set()
  }

  private *read(): Steps<TextRows> {
    const table = new TextRows(this.session.counters.contacts)
    this.drafts.add(table)
    const next = this.session.tuples<[number, number], [number, string]>(
      'SELECT row, id FROM contact WHERE row > ? ORDER BY row LIMIT ?',
    )
    for (let last = 0; ;) {
      const found = this.session.read(() => next.all(last, slice))
      for (const [row, id] of found) table.add(id, row)
      last = found.at(-1)?.[0] ?? last
      if (found.length < slice) break
      yield
    }
    this.drafts.delete(table)
    return table
  }
}
