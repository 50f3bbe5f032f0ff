import { domainOf } from '../../../../src-shared/address/parts'
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { lazyObject } from '../../../../src-shared/lazily'
import { tidyAddress } from '../map/tidy-address'

/**
 * Something a person did to cells: `cell`, one cell of one row; `alike`, every cell of a column that then had the same
 * text; `domain`, every address of a column at a domain, where the same domain again says that it is as it was meant. What stands in a cell is what the file has with every edit
 * applied in its order, so repairing a hundred thousand cells is one line here.
 */
const editSchema = lazyObject(() => ({
  seq: z.number(),
  kind: z.enum(['cell', 'alike', 'domain']),
  row: z.number().nullable(),
  col: z.number(),
  before: z.string(),
  after: z.string(),
}))
export type Edit = z.infer<typeof editSchema>

interface Effective {
  text: string
  /** Whether an edit changed it. */
  edited: boolean
  /** Whether a person, seeing it, wrote the same again: what was suspected of it is not. */
  accepted: boolean
}

type ByText = Map<string, Edit[]>

/** The edits of an import, in the order in which they were made. */
export class Edits {
  private readonly cells = new Map<number, Edit[]>()
  /** By column. */
  private readonly alike = new Map<number, ByText>()
  private readonly domains = new Map<number, ByText>()
  private last = 0

  static load(db: Database): Edits {
    const edits = new Edits()
    for (const found of db.prepare('SELECT * FROM edit ORDER BY seq').iterate())
      edits.keep(editSchema.parse(found))
    return edits
  }

  /** How many there are. */
  get count(): number {
    return this.last
  }

  /** Adds edits, as the last, and answers what writes them, within a transaction. */
  prepare(given: readonly Omit<Edit, 'seq'>[]): (db: Database) => void {
    const added = given.map((each) => {
      const edit = { ...each, seq: this.last + 1 }
      this.keep(edit)
      return edit
    })
    return (db) => {
      const put = db.prepare('INSERT INTO edit VALUES (@seq, @kind, @row, @col, @before, @after)')
      for (const edit of added) put.run(edit)
    }
  }

  /**
   * Whether edits concern a row: its own, or those of all rows that have what stands in one of its cells. `cell` answers
   * what stands in a column; `domain` answers the domain of a cell that is a plain address, null for others.
   */
  concern(row: number, cell: (col: number) => string, domain: (col: number) => string | null): boolean {
    if (this.cells.has(row)) return true
    if (this.alike.size + this.domains.size === 0) return false
    for (const [col, byText] of this.alike) if (byText.has(cell(col).trim())) return true
    for (const [col, byText] of this.domains) {
      if (byText.has(domain(col) ?? domainOf(addressOf(cell(col))))) return true
    }
    return false
  }

  /** A cell of a row with every edit applied. */
  apply(row: number, col: number, text: string): Effective {
    const own = this.cells.get(row)
    const alike = this.alike.get(col)
    const domains = this.domains.get(col)
    const effective = { text, edited: false, accepted: false }
    if (own === undefined && alike === undefined && domains === undefined) return effective
    for (let seq = 0; ;) {
      const next = earliest(
        seq,
        own?.filter((edit) => edit.col === col),
        alike?.get(effective.text.trim()),
        domains?.get(domainOf(addressOf(effective.text))),
      )
      if (next === null) break
      seq = next.seq
      effective.accepted = isSame(next.after, next.before)
      if (next.kind !== 'domain') effective.text = next.after
      else if (!effective.accepted) effective.text = atDomain(addressOf(effective.text), next.after)
    }
    effective.edited = effective.text !== text
    return effective
  }

  private keep(edit: Edit): void {
    this.last = edit.seq
    if (edit.kind === 'cell') push(this.cells, edit.row ?? 0, edit)
    else {
      const columns = edit.kind === 'alike' ? this.alike : this.domains
      const byText: ByText = columns.get(edit.col) ?? new Map<string, Edit[]>()
      columns.set(edit.col, byText)
      push(byText, edit.before, edit)
    }
  }
}

function atDomain(address: string, domain: string): string {
  return address.slice(0, address.lastIndexOf('@') + 1) + domain
}

/** The address alone where there is one; the trimmed text where it is none. */
function addressOf(text: string): string {
  const tidy = tidyAddress(text)
  return 'fault' in tidy ? text.trim() : tidy.email
}

/** Whether a person wrote what stood there: lists show it without spaces around it, and domains in lower case. */
function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}

function push<K>(map: Map<K, Edit[]>, key: K, edit: Edit): void {
  const held = map.get(key)
  if (held === undefined) map.set(key, [edit])
  else held.push(edit)
}

/** The first edit after one, of some lists. */
function earliest(after: number, ...lists: (Edit[] | undefined)[]): Edit | null {
  let found: Edit | null = null
  for (const list of lists) {
    const next = list?.find((edit) => edit.seq > after)
    if (next !== undefined && (found === null || next.seq < found.seq)) found = next
  }
  return found
}
