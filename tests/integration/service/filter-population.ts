import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Audience, createAudience } from '../../../src-service/audience/audience'
import { openDataFolder } from '../../../src-service/data-folder'
import { prefixedIds } from '../../../src-service/dialect/ids'
import type { ContactCondition } from '../../../src-service/mail/message'
import { contactMatches } from '../../../src-service/store/contact-matches'
import { eventWriter } from '../../../src-service/store/event-writer'
import { sqliteDatabase } from '../../../src-service/store/sqlite-database'
import { segmentStore } from '../../../src-service/store/segments'
import type { Filter, FilterCondition, FilterReading } from '../../../src-shared/interface/filter'
import { type FilterPerson, type FilterSegment, now } from '../../fixtures/filter-people'

/** A population in the service's database. */
export interface Population {
  audience: Audience
  /** The addresses of those who fit, in the order of the population. */
  find(who: ContactCondition): string[]
  /** How SQLite goes about it. */
  explain(who: ContactCondition): string
  /** The condition with the ids that the segments have here. */
  translate(condition: FilterCondition): FilterCondition
  close(): void
}

/** Puts people and segments into a database of their own. */
export async function populate(
  people: FilterPerson[],
  segments: FilterSegment[],
  reading: FilterReading = 'specified',
): Promise<Population> {
  const folder = mkdtempSync(join(tmpdir(), 'postroom-filters-'))
  const db = await openDataFolder(folder, { contacts: 0 })
  const clock = { now: () => now, after: () => () => undefined }
  const served = sqliteDatabase(db)
  const names = eventWriter(served, clock)
  const addContact = db.prepare(
    'INSERT INTO contact (seq, email, subscribed, data, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const addEvent = db.prepare('INSERT INTO event (contact, name, created_at) VALUES (?, ?, ?)')
  const seqs = new Map<string, number>()
  for (const [index, { email, subscribed, data, createdAt, events }] of people.entries()) {
    const seq = index + 1
    seqs.set(email, seq)
    addContact.run(seq, email, subscribed ? 1 : 0, JSON.stringify(data), createdAt, createdAt)
    for (const { name, at } of events) addEvent.run(seq, await names.nameNumber(name), at)
  }

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

  const store = segmentStore(served)
  const addMember = db.prepare('INSERT INTO segment_member (segment, contact) VALUES (?, ?)')
  for (const segment of segments) {
    const condition = segment.type === 'STATIC' ? null : JSON.stringify(translate(segment.condition))
    const fields = { name: segment.id, description: null, trackMembership: false, condition }
    const { seq } = await store.create({ ...fields, type: segment.type }, now)
    if (segment.type === 'STATIC') for (const email of segment.members) addMember.run(seq, seqs.get(email))
  }

  return {
    audience: createAudience({ segments: store, matches: contactMatches(served), clock, reading }),
    find({ where, values }) {
      const found = db.prepare<unknown[], string>(
        `SELECT email FROM contact AS c WHERE ${where} ORDER BY seq`,
      )
      return found.pluck().all(...values)
    },
    explain({ where, values }) {
      const plan = db.prepare<unknown[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT count(*) FROM contact AS c WHERE ${where}`,
      )
      return plan
        .all(...values)
        .map(({ detail }) => detail)
        .join('\n')
    },
    translate,
    close() {
      db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
