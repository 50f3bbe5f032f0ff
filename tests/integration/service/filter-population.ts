import { type Audience, createAudience } from '../../../src-service/audience/audience'
import { prefixedIds } from '../../../src-service/dialect/ids'
import type { ContactCondition } from '../../../src-service/mail/message'
import { contactMatches } from '../../../src-service/store/contact-matches'
import { eventWriter } from '../../../src-service/store/event-writer'
import { segmentMembers } from '../../../src-service/store/segment-members'
import { segmentStore } from '../../../src-service/store/segments'
import { type ServiceDatabase, statements } from '../../../src-service/store/statements'
import type { Filter, FilterCondition, FilterReading } from '../../../src-shared/interface/filter'
import { type FilterPerson, type FilterSegment, now } from '../../fixtures/filter-people'

const explaining = { sqlite: 'EXPLAIN QUERY PLAN', postgres: 'EXPLAIN' }
const clock = { now: () => now, after: () => () => undefined }

/** A population in the service's database. */
export interface Population {
  audience: Audience
  /** The addresses of those who fit, in the order of the population. */
  find(who: ContactCondition): Promise<string[]>
  /** How the engine goes about it, in its own words. */
  explain(who: ContactCondition): Promise<string>
  /** The condition with the ids that the segments have here. */
  translate(condition: FilterCondition): FilterCondition
}

/** Puts people and segments into a database that is empty. */
export async function populate(
  db: ServiceDatabase,
  people: FilterPerson[],
  segments: FilterSegment[],
  reading: FilterReading = 'specified',
): Promise<Population> {
  const sql = statements(db)
  const seqs = await db.transaction(() => addPeople(db, people))

  const numbers = new Map(segments.map(({ id }, index) => [id, index + 1]))
  const idOf = (id: string): string => prefixedIds.encode('segment', numbers.get(id) ?? 999)
  const filter = (of: Filter): Filter => {
    return of.operator.endsWith('emberOfSegment') ? { ...of, value: idOf(String(of.value)) } : of
  }
  const translate = ({ logic, groups }: FilterCondition): FilterCondition => ({
    logic,
    groups: groups.map(({ filters, conditions }) => ({
      filters: filters.map(filter),
      ...(conditions && { conditions: translate(conditions) }),
    })),
  })

  const store = segmentStore(db)
  const members = segmentMembers(db)
  for (const segment of segments) {
    const condition = segment.type === 'STATIC' ? null : JSON.stringify(translate(segment.condition))
    const fields = { name: segment.id, description: null, trackMembership: false, condition }
    const { seq } = await store.create({ ...fields, type: segment.type }, now)
    if (segment.type === 'STATIC')
      for (const email of segment.members) await members.add(seq, seqs.get(email) ?? 0)
  }

  return {
    audience: createAudience({
      engine: db.engine,
      segments: store,
      matches: contactMatches(db),
      clock,
      reading,
    }),
    find: ({ where, values }) =>
      sql.values<unknown[], string>(`SELECT email FROM contact AS c WHERE ${where} ORDER BY seq`)(...values),
    async explain({ where, values }) {
      const plan = db.prepare<Record<string, unknown>>(
        `${explaining[db.engine]} SELECT count(*) FROM contact AS c WHERE ${where}`,
      )
      return (await plan.all(values)).map((row) => Object.values(row).join(' ')).join('\n')
    },
    translate,
  }
}

/** Returns the number of each, by address. */
async function addPeople(db: ServiceDatabase, people: FilterPerson[]): Promise<Map<string, number>> {
  const sql = statements(db)
  const addContact = sql.run(
    'INSERT INTO contact (seq, email, subscribed, data, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const addEvent = sql.run('INSERT INTO event (contact, name, created_at) VALUES (?, ?, ?)')
  const names = eventWriter(db, clock)
  const seqs = new Map<string, number>()
  for (const [index, { email, subscribed, data, createdAt, events }] of people.entries()) {
    const seq = index + 1
    seqs.set(email, seq)
    await addContact(seq, email, subscribed ? 1 : 0, JSON.stringify(data), createdAt, createdAt)
    for (const { name, at } of events) await addEvent(seq, await names.nameNumber(name), at)
  }
  return seqs
}
