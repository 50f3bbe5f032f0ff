import { tell } from '../../../../../src-shared/messages/told'
import type { Stepped, Session, Steps } from '../../../../core/database/session'
import type { BatchStore, BatchAddress, BatchRecord } from './api'
import { problem } from '../../../../core/problems'
import type { Selections, ContactTable, Keys } from '../../../contacts/store'
import { type AddressRow, addressTable, type AddressTable } from './addresses'
import { classOf, type ClassSource } from './classes'
import type { GroundFacts } from './grounds'
import { notCheckedSince } from './not-checked'
import { Noting } from './noting'
import type { Standings } from '../ledger/standing'
import { OpenBatches } from './open-batches'
import { isEverything } from './sift'
import { batchTable, type CountChange, type StoredBatch, type BatchTable } from './table'
import { Tallies } from './tallies'
import { folded, trimmed } from './texts'

/** Addresses handled between two pauses, and the most that one call takes. */
const batch = 1000

const asGiven = { by: 'given', direction: 'asc' } as const

interface BatchParts {
  session: Session
  classes: ClassSource
  facts: GroundFacts
  contacts: ContactTable
  keys: Keys
  selections: Selections
  standings: Standings
}

/** The batches' part of the store, with what follows others' changes. */
interface BatchPart {
  store: Stepped<BatchStore>
  openBatches: OpenBatches
  tallies: Tallies
  /** Within a transaction: the classes of grounds or domains changed. */
  reclassed(): void
  /** Deletes the addresses of batches that are gone, in steps; null where there are none. */
  sweep(): Steps<void> | null
}

/** Opens the batches' part of the store. In one piece: its calls share the tables at its head. */
export function openBatches(parts: BatchParts): BatchPart {
  const { session, classes, facts, contacts, keys, selections } = parts
  const batches = batchTable(session)
  const addresses = addressTable(session)
  const noting = new Noting(session, addresses, classes)
  const collect = collecting(batches, addresses, noting)
  const tallies = new Tallies(session)
  const openBatches = new OpenBatches({
    session,
    addresses,
    classes,
    facts,
    keys,
    about: (id) => session.read(() => batches.get(id).record),
  })
  let orphaned = true

  const put = (id: number, emails: readonly string[]) =>
    session.write(() => {
      limit(emails)
      const added = collect(id, emails)
      session.afterCommit(() => openBatches.put(id, added))
    })

  /** The record with counts that hold. */
  function* current(stored: StoredBatch): Steps<BatchRecord> {
    if (stored.counted) return stored.record
    const { id } = stored.record
    const { counts } = yield* openBatches.ready(id)
    return session.write(() => {
      batches.recount(id, counts.byClass())
      return batches.get(id).record
    })
  }

  const contactOf = (email: string): string | null => {
    const [row] = keys.findOthers(email)
    return row === undefined ? null : (contacts.get(row)?.id ?? null)
  }
  const shown = ([position, email, ground, was, at, suggestion, asked]: AddressRow): BatchAddress => {
    const known = ground !== null && at !== null
    const verdict = known
      ? { ...facts.of(ground), class: classOf(classes, ground, email), suggestion, at }
      : null
    return {
      position,
      email,
      verdict,
      was: was === null ? null : classOf(classes, was, email),
      known: asked > 0,
      contactId: contactOf(email),
    }
  }

  const shownAt = (id: number, positions: Uint32Array): BatchAddress[] => {
    limit(positions)
    return Array.from(positions).flatMap((position) => {
      const row = addresses.get(id, position)
      return row === undefined ? [] : [shown(row)]
    })
  }

  const store: Stepped<BatchStore> = {
    add: ({ name, source, now, draft = false, since = null }) =>
      session.write(
        () => batches.get(batches.add(name, JSON.stringify(source), now, draft, since)).record,
        'durable',
      ),
    settle: ({ id, name }) => void session.write(() => batches.settle(id, name), 'durable'),
    drafts: () => session.read(() => batches.drafts()),
    *get(id) {
      return yield* current(session.read(() => batches.get(id)))
    },
    *page({ limit: most, offset }) {
      const found: BatchRecord[] = []
      for (const stored of session.read(() => batches.page(most, offset))) found.push(yield* current(stored))
      return { batches: found, count: session.read(() => batches.count()) }
    },
    unfinished: () => session.read(() => batches.unfinished().map(({ record }) => record)),
    set: ({ id, ...changes }) =>
      session.write(() => {
        batches.change(id, changes)
        const { startedAt } = changes
        if (startedAt !== undefined) session.afterCommit(() => openBatches.started(id, startedAt))
      }, 'durable'),
    put: ({ id, emails }) => put(id, emails),
    putFrozen: ({ id, selectionId, except, slice }) => {
      if (!selections.has(selectionId)) {
        throw problem('input_invalid', {
          why: tell('verification.store.theSelectionIsNo'),
        })
      }
      const left = new Set(except)
      const found = session.read(() =>
        contacts.getAll(selections.rows(selectionId, slice.offset, slice.limit)),
      )
      put(
        id,
        found.filter((contact) => !left.has(contact.id)).map(({ email }) => email),
      )
    },
    *freezeNotChecked({ before }) {
      return selections.keep(yield* notCheckedSince(session, before))
    },
    *freezeStanding({ standing, now }) {
      return selections.keep(Int32Array.from(yield* parts.standings.rows(standing, now)))
    },
    *empty(id) {
      openBatches.drop(id)
      for (let last = addresses.last(id); last > 0; last -= batch) {
        const from = Math.max(0, last - batch)
        session.write(() => {
          addresses.drop(id, from)
          batches.shift(id, { addresses: from - last })
        })
        yield
      }
      session.write(() => batches.zero(id))
    },
    open: ({ id, after, limit: most }) => session.read(() => addresses.open(id, after, most)),
    note: ({ id, verdicts, ranMs }) =>
      session.write(() => {
        limit(verdicts)
        const stored = batches.get(id)
        const change: CountChange = { ran: Math.max(0, Math.round(ranMs)) }
        const rows = verdicts.flatMap(({ email, at }) => {
          const row = noting.note(stored, email, at, change)
          return row === null ? [] : [row]
        })
        batches.shift(id, change)
        session.afterCommit(() => openBatches.put(id, rows))
      }),
    *again(id) {
      const unknown = ([, email, ground]: AddressRow) =>
        ground !== null && classOf(classes, ground, email) === 'unknown'
      for (let last = 0; ;) {
        const rows = session.read(() => addresses.after(id, last, batch))
        const found = rows.filter(unknown)
        if (found.length > 0) {
          session.write(() => {
            const marked = found.filter(([position]) => addresses.askAgain(id, position))
            batches.shift(id, { open: marked.length })
          })
        }
        last += rows.length
        if (rows.length < batch) return session.read(() => batches.get(id).record.again)
        yield
      }
    },
    *tally(id) {
      session.read(() => batches.get(id))
      const cached = session.read(() => tallies.get(id))
      if (cached !== null) return cached
      const { columns, contacts: column } = yield* openBatches.withContacts(id)
      const people = column.reduce((sum, row) => (row > 0 ? sum + 1 : sum), 0)
      const tally = { contacts: people, ...columns.counts.tally(facts, columns.domainNames) }
      tallies.keep(id, tally)
      return tally
    },
    *figures(id) {
      const cached = session.read(() => tallies.counts(id))
      if (cached !== null) return cached
      const { counts, domainNames } = yield* openBatches.ready(id)
      const tally = counts.tally(facts, domainNames)
      tallies.keep(id, { contacts: null, ...tally })
      return tally
    },
    *rows({ id, filter, sort, slice: { offset, limit: most } }) {
      const { addresses: count } = session.read(() => batches.get(id).record)
      if (isEverything(filter) && sort.by === 'given') {
        const found = session.read(() =>
          sort.direction === 'asc'
            ? addresses.after(id, offset, most)
            : addresses.before(id, count + 1 - offset, most),
        )
        return { rows: session.read(() => found.map(shown)), count }
      }
      const positions = yield* openBatches.select(id, filter, sort)
      const rows = session.read(() => shownAt(id, positions.subarray(offset, offset + most)))
      return { rows, count: positions.length }
    },
    *select({ id, filter }) {
      session.read(() => batches.get(id))
      return (yield* openBatches.select(id, filter, asGiven)).slice()
    },
    at: ({ id, positions }) => session.read(() => shownAt(id, positions)),
    *freeze({ id, filter }) {
      session.read(() => batches.get(id))
      const positions = yield* openBatches.select(id, filter, asGiven)
      const { contacts: column } = yield* openBatches.withContacts(id)
      const rows = Int32Array.from(positions, (position) => column[position] ?? 0).filter((row) => row > 0)
      const selection = selections.keep(rows)
      return { ...selection, notContacts: positions.length - selection.count }
    },
    remove: (id) => {
      session.write(() => {
        batches.get(id)
        batches.remove(id)
      }, 'durable')
      openBatches.drop(id)
      orphaned = true
    },
  }

  function* sweeping(): Steps<void> {
    for (let id = addresses.nextBatch(0); id !== undefined; id = addresses.nextBatch(id)) {
      const gone = id
      if (batches.has(gone)) continue
      for (let last = addresses.last(gone); last > 0; last = addresses.last(gone)) {
        session.write(() => addresses.drop(gone, Math.max(0, last - batch)))
        yield
      }
    }
  }

  return {
    store,
    openBatches,
    tallies,
    reclassed: () => {
      batches.uncount()
      session.afterCommit(() => openBatches.rederive())
    },
    sweep: () => {
      if (!orphaned) return null
      orphaned = false
      return sweeping()
    },
  }
}

function limit(items: { length: number }): void {
  if (items.length > batch)
    throw problem('internal', { why: tell('verification.store.moreThanBatchAddresses', { batch }) })
}

/** Adds addresses to batches, each once. Within a transaction; answers the rows that were added. */
function collecting(batches: BatchTable, addresses: AddressTable, noting: Noting) {
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
