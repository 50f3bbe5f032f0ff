import type { IndexedVerdict, VerdictClasses } from '../../../src-main/core/index/indexed'
import { describe, expect, it } from 'vitest'
import type { ContactQuery } from '../../../src-shared/bridge/contacts'
import type { VerdictClass } from '../../../src-shared/bridge/verdicts'
import { type Steps, drive } from '../../../src-main/core/database/session'
import { ContactIndex } from '../../../src-main/core/index/contact-index'
import { pickedRows } from '../../../src-main/core/index/named-rows'
import { RowSet } from '../../../src-main/core/index/row-set'
import { seeded } from '../../fixtures/seeded'
import { Randomness } from './random-contacts'
import { type Kept, evaluate, facetCounts, found, groupName, passes } from './reference'

const now = 1.72e12
const instants = new Set<string>(['createdAt', 'updatedAt', 'checkedAt'])

/** Classes of grounds and of whole domains, which a person changes at any time. */
class Rules implements VerdictClasses {
  private readonly grounds: VerdictClass[]
  private readonly domain: string | null
  private readonly domainClass: VerdictClass

  constructor(random: Randomness) {
    this.grounds = Array.from({ length: 13 }, () => random.verdictClass())
    this.domain = random.next() < 0.5 ? null : random.pick(['gmail.com', 'x', 'пример.рф'])
    this.domainClass = random.verdictClass()
  }

  ofGround = (ground: number): VerdictClass => this.grounds[ground] ?? 'unknown'

  get hasDomains(): boolean {
    return this.domain !== null
  }

  ofDomain(domain: string): VerdictClass | null {
    return domain === this.domain ? this.domainClass : null
  }

  readonly now = 1.7e12 + 10e9

  /** Of every other ground verdicts expire. */
  lasts(ground: number): number {
    return ground % 2 === 0 ? Infinity : 4e9
  }

  of(contact: Kept, { ground, at: checked }: Pick<IndexedVerdict, 'ground' | 'at'>): IndexedVerdict['class'] {
    if (checked + this.lasts(ground) <= this.now) return 'void'
    const at = contact.email.lastIndexOf('@')
    const domain = at < 0 ? null : contact.email.slice(at + 1).toLowerCase()
    return (domain === null ? null : this.ofDomain(domain)) ?? this.ofGround(ground)
  }
}

/** Checks addresses, and forgets what was known of some; then rules change. */
function judge(index: ContactIndex, contacts: Map<number, Kept>, random: Randomness): void {
  const rules = new Rules(random)
  for (const [row, contact] of contacts) {
    if (random.next() < 0.7) continue
    const checked = random.next() < 0.1 ? null : random.verdict(rules.ofGround)
    const verdict = checked && { ...checked, class: rules.of(contact, checked) }
    contact.verdict = verdict
    index.setVerdict(row, verdict)
    expect(index.setVerdict(row, verdict)).toBe(false)
  }
  for (const contact of contacts.values()) {
    const { verdict } = contact
    if (verdict) contact.verdict = { ...verdict, class: rules.of(contact, verdict) }
  }
  index.deriveClasses(rules)
  expect(index.deriveClasses(rules)).toBe(false)
}

/** Writes, replaces and deletes at random, in the index and in a plain map alike. */
function change(index: ContactIndex, contacts: Map<number, Kept>, random: Randomness, times: number): void {
  for (let time = 0; time < times; time++) {
    const row = 1 + Math.floor(random.next() * 400)
    if (random.next() < 0.15) {
      index.delete(row)
      contacts.delete(row)
    } else {
      const contact = random.contact()
      index.set(row, contact)
      contacts.set(row, { ...contact, row, verdict: contacts.get(row)?.verdict ?? null })
    }
  }
}

function reloaded(index: ContactIndex): ContactIndex {
  const pieces = new Map<string, Uint8Array>()
  for (const { name, bytes } of index.serialize()) pieces.set(name, bytes.slice())
  const loaded = drive(ContactIndex.load((name) => pieces.get(name) ?? null))
  if (!loaded) throw new Error('the saved index was not taken')
  return loaded
}

function total(counts: Iterable<number>): number {
  let sum = 0
  for (const count of counts) sum += count
  return sum
}

function compare(index: ContactIndex, contacts: Map<number, Kept>, random: Randomness, times: number): void {
  expect(index.size).toBe(contacts.size)
  for (let time = 0; time < times; time++) {
    const query = random.query()
    const expected = evaluate(contacts.values(), query, now)
    const told = JSON.stringify(query)
    const limit = 1 + Math.floor(random.next() * 20)
    expect([...drive(index.first(query, limit, now))], told).toEqual(expected.slice(0, limit))
    expect([...index.select(query, now)], told).toEqual(expected)
    expect(index.count(query, now), told).toBe(expected.length)
    const some = new RowSet(0)
    for (let row = 1; row < 400; row++) if (random.next() < 0.3) some.add(row)
    const both = expected.filter((row) => some.has(row))
    expect(index.count(query, now, some), told).toBe(both.length)
    const picked = { kind: 'ids' as const, ids: ['some'] }
    index.among(pickedRows(picked), some)
    expect([...index.select({ ...query, among: picked }, now)], told).toEqual(both)
    const field = random.field()
    const among = [...contacts.values()].filter(
      (contact) =>
        found(contact, query.search) &&
        query.filters.every((filter) => filter.field === field || passes(contact, filter, now)),
    )
    const [facet] = index.facets(query, [field], 1000, now)
    const counted = new Map<string | null, number>()
    for (const { value, count } of facet?.values ?? []) {
      const key =
        value === null
          ? null
          : typeof value === 'number' && instants.has(field)
            ? `at ${value}`
            : groupName(String(value))
      counted.set(key, (counted.get(key) ?? 0) + count)
    }
    const expectedCounts = facetCounts(among, field)
    if (facet?.moreValues === 0) expect(counted, `${field} ${told}`).toEqual(expectedCounts)
    else expect(total(counted.values()) + (facet?.moreCount ?? 0), field).toBe(total(expectedCounts.values()))
    const [few] = index.facets(query, [field], limit, now)
    expect(few?.values.map(({ count }) => count)).toEqual(
      facet?.values.slice(0, limit).map(({ count }) => count),
    )
    const rest = facet?.values.slice(limit) ?? []
    expect(few?.moreValues).toBe(rest.length + (facet?.moreValues ?? 0))
    expect(few?.moreCount).toBe(total(rest.map(({ count }) => count)) + (facet?.moreCount ?? 0))
  }
}

describe('the index against a plain filter over objects', () => {
  for (let seed = 1; seed <= 12; seed++) {
    it(`agrees on random contacts and queries, seed ${seed}`, () => {
      const random = new Randomness(seeded(seed))
      const contacts = new Map<number, Kept>()
      let index = ContactIndex.empty()
      for (let round = 0; round < 6; round++) {
        change(index, contacts, random, round === 0 ? 300 : 30)
        compare(index, contacts, random, 15)
        judge(index, contacts, random)
        compare(index, contacts, random, 15)
        if (round === 3) {
          index = reloaded(index)
          compare(index, contacts, random, 10)
        }
      }
    })
  }
})

/** Takes steps of several by turns, at random; answers what each returned, undefined for those that were ended before. */
function byTurns<T>(all: readonly Steps<T>[], random: Randomness, between: () => void): (T | undefined)[] {
  const answers = new Map<Steps<T>, T>()
  const open = new Set(all)
  while (open.size > 0) {
    const steps = random.pick([...open])
    const step = steps.next()
    if (step.done === true) answers.set(steps, step.value)
    if (step.done === true || random.next() < 0.03) open.delete(steps)
    between()
  }
  return all.map((steps) => answers.get(steps))
}

describe('searches at once', () => {
  for (const seed of [21, 22, 23]) {
    it(`answer what each would alone, though some end before and contacts change, seed ${seed}`, () => {
      const random = new Randomness(seeded(seed))
      const contacts = new Map<number, Kept>()
      const index = ContactIndex.empty()
      change(index, contacts, random, 300)
      for (let time = 0; time < 40; time++) {
        const queries = [random.query(), random.query()].map((query) => ({ ...query, search: random.part() }))
        const asked = queries.flatMap((query) => [query, query, query])
        const all = asked.map((query, at) =>
          at % 3 === 0 ? index.first(query, 5, now) : index.selecting(query, now),
        )
        // A search that pauses is right as of when it ends: what it is compared with is told there.
        const expected: (number[] | undefined)[] = []
        const told = all.map((steps, at) =>
          noted(steps, () => {
            const rows = evaluate(contacts.values(), asked[at] ?? random.query(), now)
            expected[at] = at % 3 === 0 ? rows.slice(0, 5) : rows
          }),
        )
        const answers = byTurns(told, random, () => {
          if (random.next() < 0.05) change(index, contacts, random, 1)
        })
        answers.forEach((rows, at) =>
          expect(rows && [...rows], JSON.stringify(asked[at])).toEqual(expected[at]),
        )
      }
    })
  }
})

/** The same steps, and a call when they end. */
function* noted<T>(steps: Steps<T>, ended: () => void): Steps<T> {
  const answer = yield* steps
  ended()
  return answer
}

describe('the index with many rows', () => {
  it('agrees with a plain filter where columns are wide and orders long', () => {
    const random = new Randomness(seeded(99))
    const contacts = new Map<number, Kept>()
    const index = ContactIndex.empty()
    const names = Array.from({ length: 9000 }, (_, name) => `name ${(name * 7919) % 9000} and more of it`)
    for (let row = 1; row <= 9_500; row++) {
      const made = random.contact()
      const data = { ...made.data, plan: names[row % 9000], first: row, n0: row % 70_000 }
      const contact = { ...made, email: `${row % 977}.person@${row % 300}.example`, data }
      if (row % 11 === 0) continue
      index.set(row, contact)
      contacts.set(row, { ...contact, row })
    }
    for (const field of ['email', 'data.plan', 'data.d0'] as const) {
      for (const search of ['e 1', '97.p']) {
        const query: ContactQuery = { search, filters: [], sort: { field, direction: 'desc' } }
        expect([...index.select(query, now)]).toEqual(evaluate(contacts.values(), query, now))
      }
    }
    judge(index, contacts, random)
    compare(reloaded(index), contacts, random, 3)
    change(index, contacts, random, 300)
    compare(index, contacts, random, 3)
  }, 60_000)
})
