import type { AddressRow, AddressTable } from './addresses'
import type { Noting } from './noting'
import type { BatchTable } from './table'
import { folded, trimmed } from './texts'

/** Adds addresses to batches, each once. Within a transaction; answers the rows that were added. */
export function collecting(batches: BatchTable, addresses: AddressTable, noting: Noting) {
  /** Looked up in the order of the ledger, in which neighbours lie on one page. */
  const lastKnown = (cells: readonly string[]): Map<string, number> => {
    const emails = [...new Set(cells.map((cell) => folded(trimmed(cell))))].sort()
    return new Map(emails.map((email) => [email, email === '' ? 0 : noting.lastKnown(email)]))
  }

  return (id: number, cells: readonly string[]): AddressRow[] => {
    let position = batches.get(id).record.addresses
    let [blank, duplicates] = [0, 0]
    const added: AddressRow[] = []
    const known = lastKnown(cells)
    for (const cell of cells) {
      const email = trimmed(cell)
      if (email === '') blank += 1
      else if (addresses.find(id, email) !== undefined) duplicates += 1
      else {
        position += 1
        addresses.add(id, position, email, known.get(folded(email)) ?? 0)
        added.push([position, email, null, null, null, null, known.get(folded(email)) ?? 0])
      }
    }
    const { length } = added
    const counts = { addresses: length, open: length, waiting: length }
    batches.shift(id, { given: cells.length, blank, duplicates, ...counts })
    return added
  }
}
