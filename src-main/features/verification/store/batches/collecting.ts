import type { AddressRow, AddressTable } from './addresses'
import type { Noting } from './noting'
import type { BatchTable } from './table'
import { folded, trimmed } from './texts'

/** Adds addresses to batches, each once. */
export class Collecting {
  constructor(
    private readonly batches: BatchTable,
    private readonly addresses: AddressTable,
    private readonly noting: Noting,
  ) {}

  /** Within a transaction. Answers the rows that were added. */
  put(id: number, cells: readonly string[]): AddressRow[] {
    let position = this.batches.get(id).record.addresses
    let [blank, duplicates] = [0, 0]
    const added: AddressRow[] = []
    const known = this.lastKnown(cells)
    for (const cell of cells) {
      const email = trimmed(cell)
      if (email === '') blank += 1
      else if (this.addresses.find(id, email) !== undefined) duplicates += 1
      else {
        position += 1
        this.addresses.add(id, position, email, known.get(folded(email)) ?? 0)
        added.push([position, email, null, null, null, null])
      }
    }
    const { length } = added
    this.batches.shift(id, {
      given: cells.length,
      blank,
      duplicates,
      addresses: length,
      open: length,
      waiting: length,
    })
    return added
  }

  /** Looked up in the order of the ledger, in which neighbours lie on one page. */
  private lastKnown(cells: readonly string[]): Map<string, number> {
    const emails = [...new Set(cells.map((cell) => folded(trimmed(cell))))].sort()
    return new Map(emails.map((email) => [email, email === '' ? 0 : this.noting.lastKnown(email)]))
  }
}
