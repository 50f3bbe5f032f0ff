import type { ContactColumns, StoredContact, ContactFollower, Keys } from '../../../contacts/store'
import type { Session, Steps } from '../../../../core/database/session'

/** Contacts read between two pauses: about 3 ms. */
const slice = 3000

/** Up to this many ids are looked up in the database one by one rather than all of them read into memory. */
const few = 2000

type RowOfId = (id: string) => number | undefined

/**
 * The rows of contacts by the service's id, in memory: 24 bytes each while somebody needs them. An id is known by 64 bits
 * of hash, so that another one is taken for it less than once in as many questions.
 */
export class RowsById implements ContactFollower {
  private table: IdTable | null = null
  private drafts = new Set<IdTable>()

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

  private *read(): Steps<IdTable> {
    const table = new IdTable(this.session.counters.contacts)
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

/** Open addressing, at most half full. An id that is added again has the new row. */
class IdTable {
  private rows: Int32Array
  private first: Uint32Array
  private second: Uint32Array
  private count = 0

  constructor(expected: number) {
    let length = 1024
    while (length < expected * 2) length *= 2
    this.rows = new Int32Array(length)
    this.first = new Uint32Array(length)
    this.second = new Uint32Array(length)
  }

  find(id: string): number | undefined {
    hash(id, hashes)
    return this.rows[this.placeOf(hashes.first, hashes.second)] || undefined
  }

  add(id: string, row: number): void {
    if (++this.count * 2 > this.rows.length) this.enlarge()
    hash(id, hashes)
    this.put(hashes.first, hashes.second, row)
  }

  private put(hash: number, other: number, row: number): void {
    const at = this.placeOf(hash, other)
    this.rows[at] = row
    this.first[at] = hash
    this.second[at] = other
  }

  /** Where an id is, or the free place where it would be. */
  private placeOf(hash: number, other: number): number {
    const { rows, first, second } = this
    const mask = rows.length - 1
    let at = hash & mask
    while (rows[at] !== 0 && (first[at] !== hash || second[at] !== other)) at = (at + 1) & mask
    return at
  }

  private enlarge(): void {
    const { rows, first, second } = this
    this.rows = new Int32Array(rows.length * 2)
    this.first = new Uint32Array(rows.length * 2)
    this.second = new Uint32Array(rows.length * 2)
    rows.forEach((row, at) => {
      if (row !== 0) this.put(first[at] ?? 0, second[at] ?? 0, row)
    })
  }
}

/** What {@link hash} leaves: written over by every call. */
const hashes = { first: 0, second: 0 }

/** Two numbers of 32 bits that say different things of a text. Only ever in memory. */
function hash(text: string, into: typeof hashes): void {
  let first = 0x811c9dc5
  let second = 0x9747b28c
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    first = Math.imul(first ^ code, 0x01000193)
    second = Math.imul(((second << 5) | (second >>> 27)) ^ code, 0x9e3779b1)
  }
  first = Math.imul(first ^ (first >>> 16), 0x85ebca6b)
  into.first = (first ^ (first >>> 13)) >>> 0
  into.second = (second ^ (second >>> 15)) >>> 0
}
