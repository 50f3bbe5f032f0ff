import type { BatchFilter, BatchSort } from '../../../../../src-shared/bridge/verification'
import type { ContactFollower, Keys } from '../../../contacts/store'
import type { Session, Steps } from '../../../../core/database/session'
import type { AddressRow, AddressTable } from './addresses'
import type { ClassSource } from './classes'
import { ContactColumn } from './contact-column'
import type { GroundFacts } from './grounds'
import { BatchColumns } from './batch-columns'
import { inOrder, isEverything, sift } from './sift'

/** Addresses read between two pauses: about 3 ms. */
const slice = 2000
/** Batches kept at a time: the one that a person looks at, and the one whose job runs. */
const most = 2

/** A batch in memory, with what was last found in it. */
interface OpenBatch {
  columns: BatchColumns
  contacts: ContactColumn
  /** Whether every address is in it. */
  whole: boolean
  order: { key: string; version: number; items: Uint32Array | null } | null
  result: { key: string; version: number; rows: Uint32Array } | null
}

interface OpenBatchesParts {
  session: Session
  addresses: AddressTable
  classes: ClassSource
  facts: GroundFacts
  keys: Keys
  /** When the first job of a batch began, null before; and how many addresses it has. */
  about(id: number): { startedAt: number | null; addresses: number }
}

/** The columns of the batches that were last asked about. */
export class OpenBatches implements ContactFollower {
  private readonly kept = new Map<number, OpenBatch>()

  constructor(private readonly parts: OpenBatchesParts) {}

  changed(...change: Parameters<NonNullable<ContactFollower['changed']>>): void {
    for (const { contacts } of this.kept.values()) contacts.changed(...change)
  }

  *ready(id: number): Steps<BatchColumns> {
    return (yield* this.open(id)).columns
  }

  *withContacts(id: number): Steps<{ columns: BatchColumns; contacts: Uint32Array }> {
    const { columns, contacts } = yield* this.open(id)
    yield* contacts.ready()
    return { columns, contacts: contacts.rows }
  }

  /** The positions that a filter leaves, in an order. */
  *select(id: number, filter: BatchFilter, sort: BatchSort): Steps<Uint32Array> {
    const open = yield* this.open(id)
    const asksContacts = filter.only?.includes('contact') === true
    if (asksContacts) yield* open.contacts.ready()
    const key = JSON.stringify([filter, sort])
    const version = open.columns.version + (asksContacts ? open.contacts.version : 0)
    if (open.result?.key === key && open.result.version === version) return open.result.rows
    const order = this.orderOf(open, sort)
    const { facts } = this.parts
    const sieve = { facts, contacts: open.contacts.rows }
    let rows = isEverything(filter) && order !== null ? order : sift(open.columns, filter, sieve)
    if (order !== null && rows !== order) {
      const flags = new Uint8Array(open.columns.size + 1)
      for (const at of rows) flags[at] = 1
      rows = order.filter((at) => flags[at] === 1)
    }
    open.result = { key, version, rows }
    return rows
  }

  /** Once it is committed: addresses were added, or their verdicts changed. */
  put(id: number, rows: readonly AddressRow[]): void {
    const open = this.kept.get(id)
    if (!open) return
    for (const row of rows) if (open.whole || row[0] <= open.columns.size) open.columns.set(row)
  }

  /** Once it is committed: the first job of a batch began. */
  started(id: number, at: number | null): void {
    const open = this.kept.get(id)
    if (open) open.columns.startedAt = at
  }

  /** Classes follow from other rules by now. */
  rederive(): void {
    for (const { columns } of this.kept.values()) columns.rederive()
  }

  /** The contacts of the copy are gone. */
  forgetContacts(): void {
    for (const { contacts } of this.kept.values()) contacts.forget()
  }

  drop(id: number): void {
    this.kept.delete(id)
  }

  /** Gives the memory back. */
  relax(): void {
    this.kept.clear()
  }

  private *open(id: number): Steps<OpenBatch> {
    let open = this.kept.get(id)
    if (open !== undefined) {
      this.kept.delete(id)
      this.kept.set(id, open)
    }
    while (open !== undefined && !open.whole && this.kept.get(id) === open) yield
    if (open?.whole === true) return open
    const { session, classes, keys, addresses } = this.parts
    const { startedAt, addresses: expected } = this.parts.about(id)
    const columns = new BatchColumns(classes, startedAt)
    columns.reserve(expected)
    open = {
      columns,
      contacts: new ContactColumn(session, columns, keys),
      whole: false,
      order: null,
      result: null,
    }
    this.kept.set(id, open)
    const [oldest] = this.kept.keys()
    if (this.kept.size > most && oldest !== undefined) this.kept.delete(oldest)
    try {
      for (;;) {
        const rows = session.read(() => addresses.after(id, columns.size, slice))
        for (const row of rows) columns.set(row)
        if (rows.length < slice) break
        yield
      }
      open.whole = true
    } finally {
      if (!open.whole) this.kept.delete(id)
    }
    return open
  }

  private orderOf(open: OpenBatch, sort: BatchSort): Uint32Array | null {
    const { columns } = open
    const key = `${sort.by} ${sort.direction}`
    const lasting = sort.by === 'email' || sort.by === 'given'
    const version = lasting ? columns.size : columns.version
    if (open.order?.key !== key || open.order.version !== version) {
      open.order = { key, version, items: inOrder(columns, sort) }
    }
    return open.order.items
  }
}
