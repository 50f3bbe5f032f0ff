import type { Session, Stepped, Steps } from '../../../core/database/session'
import { RowSet } from '../../../core/index/row-set'
import { parseObject, type ContactQueries, type ContactTable } from '../../contacts/store'
import { steps, type CampaignPeopleStore, type CampaignPerson, type MailStep } from './people-api'
import type { CampaignReading } from './people-reading'
import { PeopleOrder, sumOf } from './people-order'
import type { CampaignPeopleTable, StoredPerson } from './people-table'

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
  const order = new PeopleOrder(session, table)
  const shown = (of: number, rows: Iterable<number>): CampaignPerson[] =>
    Array.from(rows).flatMap((row) => {
      const [person, contact] = [table.get(of, row), contacts.get(row)]
      return person && contact ? [personOf(person, contact)] : []
    })

  return {
    *page({ campaign, step, search, slice }) {
      const of = yield* reading.ready(campaign)
      const among = search.trim() === '' ? null : yield* found(parts, order, { of, step, search })
      const count = among?.count() ?? session.read(() => sumOf(table.sums(of), step))
      const rows = yield* order.page({ of, step, among }, slice, count)
      return session.read(() => ({ rows: shown(of, rows), count }))
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
      const rows = (yield* order.members(of, step)).rows()
      const from = rows.findIndex((row) => row > after)
      const part = from < 0 ? [] : Array.from(rows.subarray(from, from + limit))
      return session.read(() => ({
        emails: contacts.getAll(part).map(({ email }) => email),
        next: from >= 0 && from + limit < rows.length ? (part.at(-1) ?? null) : null,
      }))
    },
  }
}

/** Whom a search finds at a step, as a set of its own. */
function* found(
  { queries }: CampaignPeopleParts,
  order: PeopleOrder,
  { of, step, search }: { of: number; step: MailStep | null; search: string },
): Steps<RowSet> {
  const sort = { field: 'createdAt', direction: 'desc' } as const
  const matches = yield* queries.all({ search, filters: [], sort })
  const set = new RowSet(0)
  for (const row of matches) set.add(row)
  return set.and(yield* order.members(of, step))
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
