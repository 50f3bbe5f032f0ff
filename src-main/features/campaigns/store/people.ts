import type { Session } from '../../../core/database/session'
import type { Stepped, Steps } from '../../../core/database/steps'
import { RowSet } from '../../../core/index/row-set'
import { parseObject, type ContactQueries, type ContactTable } from '../../contacts/store'
import { steps, type CampaignPeopleStore, type CampaignPerson, type Step } from './people-api'
import type { CampaignReading } from './people-reading'
import { latestOfAll, type CampaignPeopleTable, type StoredPerson } from './people-table'

/** Rows read between two pauses. */
const slice = 5000
/** Up to so many rows are counted off in the database; beyond, their order is kept in memory. */
const near = 5000
/** Up to so many whom a search finds are looked up one by one. */
const few = 2000

/** Links told of a campaign: those with something of a person in them are many. */
const mostLinks = 50

/** What the store is made of. */
export interface CampaignPeopleParts {
  session: Session
  table: CampaignPeopleTable
  reading: CampaignReading
  contacts: ContactTable
  queries: ContactQueries
}

/** The part of the store that knows who got campaigns. */
export function campaignPeopleStore(parts: CampaignPeopleParts): Stepped<CampaignPeopleStore> {
  const { session, table, reading, contacts } = parts
  const orders = new Orders(session, table)
  const shown = (of: number, rows: Iterable<number>): CampaignPerson[] =>
    Array.from(rows).flatMap((row) => {
      const [person, contact] = [table.get(of, row), contacts.get(row)]
      return person && contact ? [personOf(person, contact)] : []
    })

  return {
    *page({ campaign, step, search, slice: { offset, limit } }) {
      const of = yield* reading.ready(campaign)
      if (search.trim() !== '') {
        const rows = yield* found(parts, orders, { of, step, search })
        return session.read(() => ({
          rows: shown(of, rows.subarray(offset, offset + limit)),
          count: rows.length,
        }))
      }
      const count = session.read(() => countOf(table.sums(of), step))
      if (offset + limit > near) {
        const rows = yield* orders.rows(of, step)
        return session.read(() => ({ rows: shown(of, rows.subarray(offset, offset + limit)), count }))
      }
      return session.read(() => {
        const rows = table.latest(of, step, latestOfAll, offset + limit).slice(offset)
        return {
          rows: shown(
            of,
            rows.map(({ row }) => row),
          ),
          count,
        }
      })
    },

    *figures({ campaign }) {
      const of = yield* reading.ready(campaign)
      const domains = session.read(() => table.domains(of))
      yield
      const links = session.read(() => table.links(of)).sort((a, b) => b.people - a.people)
      const first = session.read(() => reading.first(campaign))
      const person = first && contacts.get(first.row)
      return {
        domains,
        links: links.slice(0, mostLinks),
        first:
          first && person
            ? { contactId: person.id, email: person.email, data: parseObject(person.data), at: first.at }
            : null,
      }
    },

    *replies({ campaign }) {
      const of = yield* reading.ready(campaign)
      return session.read(() => table.replies(of))
    },

    *addresses({ campaign, step, after, limit }) {
      const of = yield* reading.ready(campaign)
      const rows = yield* orders.rows(of, step)
      const part = rows.subarray(after, after + limit)
      return session.read(() => ({
        emails: contacts.getAll(part).map(({ email }) => email),
        next: after + limit < rows.length ? after + limit : null,
      }))
    },
  }
}

/** Whom a search finds, the latest first. */
function* found(
  { session, table, queries }: CampaignPeopleParts,
  orders: Orders,
  { of, step, search }: { of: number; step: Step | null; search: string },
): Steps<Int32Array> {
  const matches = yield* queries.all({
    search,
    filters: [],
    sort: { field: 'createdAt', direction: 'desc' },
  })
  if (matches.length <= few) {
    const people = session.read(() => Array.from(matches, (row) => table.get(of, row)))
    return Int32Array.from(
      people
        .filter((person) => person !== undefined)
        .filter((person) => step === null || steps[person.step] === step)
        .sort((one, other) => other.last - one.last || one.row - other.row)
        .map(({ row }) => row),
    )
  }
  const set = new RowSet(0)
  for (const row of matches) set.add(row)
  return (yield* orders.rows(of, step)).filter((row) => set.has(row))
}

/** Everybody's place in the list that is looked at: 4 bytes a person, until somebody's changes. */
class Orders {
  private kept: { key: string; rows: Int32Array } | null = null

  constructor(
    private readonly session: Session,
    private readonly table: CampaignPeopleTable,
  ) {}

  *rows(of: number, step: Step | null): Steps<Int32Array> {
    const key = JSON.stringify([of, step, this.table.version])
    if (this.kept?.key === key) return this.kept.rows
    const rows: number[] = []
    for (let at = latestOfAll; ;) {
      const some = this.session.read(() => this.table.latest(of, step, at, slice))
      for (const { row } of some) rows.push(row)
      const last = some.at(-1)
      if (!last || some.length < slice) break
      at = last
      yield
    }
    const order = Int32Array.from(rows)
    if (key === JSON.stringify([of, step, this.table.version])) this.kept = { key, rows: order }
    return order
  }
}

const leavings = [null, 'unsubscribed', 'complained'] as const

function personOf(
  { step, last, opens, clicks, leaving, reply, link }: StoredPerson,
  { id, email, data }: { id: string; email: string; data: string },
): CampaignPerson {
  return {
    contactId: id,
    email,
    data: parseObject(data),
    step: steps[step] ?? 'open',
    opens,
    clicks,
    leaving: leavings[leaving] ?? null,
    reply,
    link,
    at: last,
  }
}

function countOf(sums: Record<Step, number>, step: Step | null): number {
  return step === null ? steps.reduce((sum, of) => sum + sums[of], 0) : sums[step]
}
