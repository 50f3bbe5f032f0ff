import type { Stepped, Session } from '../../../core/database/session'
import type { ContactStore } from './api'
import type { ContactDetail, ContactRow } from '../../../../src-shared/bridge/contacts'
import type { Keys } from './keys'
import type { NestedColumns } from './nested-columns'
import type { NewestVerdicts } from './newest-verdicts'
import type { OutboxTable } from '../../outbox/store'
import type { RunRegistry } from '../../../copying/store/registry'
import { dataFields } from '../../../core/index/fields'
import { fromStored } from '../../../core/database/time'
import type { IndexLifecycle } from './index-lifecycle'
import type { ContactOverview } from './overview'
import type { PickedSets } from './picked'
import type { ContactQueries } from './reading'
import { toRaw, toRow, type StoredContact } from './record'
import type { Selections } from './selections'
import type { ContactTable } from './table'
import type { ContactWriter } from './write'

/** Addresses looked up between two pauses: about 3 ms. */
const lookedUp = 300

interface ContactParts {
  session: Session
  table: ContactTable
  keys: Keys
  writer: ContactWriter
  lifecycle: IndexLifecycle
  reading: ContactQueries
  nested: NestedColumns
  overview: ContactOverview
  selections: Selections
  picked: PickedSets
  verdicts: NewestVerdicts
  registry: RunRegistry
  outbox: OutboxTable
  countEvents(contactId: string): number
}

/** The contacts' part of the store. In one piece: it is a table of calls. */
export function contactStore(parts: ContactParts): Stepped<ContactStore> {
  const { session, table, keys, writer, lifecycle, reading, selections, nested } = parts

  const rowOf = (stored: StoredContact): ContactRow => toRow(stored, parts.verdicts.shown(stored.email))

  const detail = (stored: StoredContact): ContactDetail => {
    const seen = parts.registry.lastSeen('contacts', stored.row)
    return {
      ...rowOf(stored),
      raw: toRaw(stored),
      eventCount: parts.countEvents(stored.id),
      syncedAt: fromStored(Math.max(stored.stored, seen ?? 0)),
      pending: parts.outbox.pendingOf(stored.id),
    }
  }

  const byEmail = (email: string): ContactRow | null => {
    // Two ids may share an address for as long as the service takes to settle it: the newest counts.
    const rows = keys.findOthers(email).sort((a, b) => a - b)
    const found = table.getAll(rows).sort((a, b) => b.created - a.created)[0]
    return found === undefined ? null : rowOf(found)
  }

  /** Rows as the page gets them. */
  const shown = (rows: Iterable<number>, selectionId: string | undefined, started: number) =>
    session.read(() => {
      const found = table.getAll(rows)
      return {
        rows: found.map(rowOf),
        total: session.counters.contacts,
        revision: session.counters.revision,
        tookMs: performance.now() - started,
        outside: parts.picked.outside(selectionId, found),
      }
    })

  return {
    *page({ query, slice, selectionId }) {
      const started = performance.now()
      const { rows, count } = yield* reading.slice(query, slice)
      return { ...shown(rows, selectionId, started), count }
    },

    *first({ query, limit, selectionId }) {
      const started = performance.now()
      const { rows, count } = yield* reading.first(query, limit)
      return { ...shown(rows, selectionId, started), count }
    },

    *locate({ query, id }) {
      const row = session.read(() => keys.find(id))
      return row === undefined ? null : yield* reading.positionOf(query, row)
    },

    *facets({ query, fields, limit, containing }) {
      const index = yield* reading.index(query, fields)
      return index.facets(query, fields, limit, session.now(), containing)
    },

    fields: () => lifecycle.fields(),

    *innerFields() {
      const known = yield* lifecycle.fields()
      const roots = known.filter(({ key, types }) => types.includes('object') && !key.includes('.'))
      if (roots.length === 0) return []
      const { view } = yield* lifecycle.ready()
      const keys = roots.map(({ key }) => key)
      return dataFields(yield* nested.within(keys, view), view.live.capacity)
    },

    get: (id) =>
      session.read(() => {
        const row = keys.find(id)
        const stored = row === undefined ? undefined : table.get(row)
        return stored === undefined ? null : detail(stored)
      }),

    findByEmail: (email) => session.read(() => byEmail(email)),

    findByEmails: (emails) => session.read(() => emails.map(byEmail)),

    *subscriptions({ emails }) {
      const found: (boolean | null)[] = []
      for (const [at, email] of emails.entries()) {
        if (at > 0 && at % lookedUp === 0) yield
        const rows = session.read(() => table.getAll(keys.findOthers(email)))
        found.push(rows.length === 0 ? null : rows.some(({ subscribed }) => subscribed === 1))
      }
      return found
    },

    *freeze({ query, also }) {
      return selections.keep(yield* also ? reading.allWith(query, also) : reading.all(query))
    },

    shown: ({ query, picked }) => reading.countShown(query, picked),

    frozenRows: ({ selectionId, slice }) =>
      session.read(() => {
        parts.picked.frozen(selectionId)
        return table.getAll(selections.rows(selectionId, slice.offset, slice.limit)).map(rowOf)
      }),

    releaseSelection: (selectionId) => {
      selections.release(selectionId)
    },

    rowsByIds: (ids) =>
      session.read(() =>
        ids.flatMap((id) => {
          const row = keys.find(id)
          const stored = row === undefined ? undefined : table.get(row)
          return stored === undefined ? [] : [rowOf(stored)]
        }),
      ),

    applyPage: (page) => writer.applyPage(page),
    upsert: (record) => writer.upsert(record),
    subscribeAll: ({ ids, subscribed }) => writer.subscribeAll(ids, subscribed),
    remove: (id) => writer.removeAll([id]),
    removeAll: (ids) => writer.removeAll(ids),
    overview: (input) => parts.overview.read(input),
  }
}
