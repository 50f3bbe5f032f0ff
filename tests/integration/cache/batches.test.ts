import { driven } from '../../fixtures/driven-store'
import { expect, it, onTestFinished } from 'vitest'
import type { BatchFilter, BatchSort } from '../../../src-shared/bridge/verification'
import { assemble } from '../../../src-main/cache/assemble'
import { openDatabase } from '../../../src-main/core/database/database'
import { migrations } from '../../../src-main/cache/schema/first'
import { drive } from '../../../src-main/core/database/session'
import type { CacheStore } from '../../../src-main/cache/store'
import type { LedgerEntry } from '../../../src-main/features/verification/store/ledger/api'
import { signMeanings } from '../../../src-main/features/verification/store/ledger/classes'
import { contact, openStore, temporaryFolder } from './support'

const slice = { offset: 0, limit: 100 }
const everything: BatchFilter = { search: '' }
const asGiven: BatchSort = { by: 'given', direction: 'asc' }

const meanings: Record<string, LedgerEntry['class']> = {
  takesMail: 'accepts',
  role: 'risky',
  noDomain: 'undeliverable',
  timedOut: 'unknown',
}

/** A verdict that rests on one sign. */
function verdict(email: string, sign: string, at: number, more: Partial<LedgerEntry> = {}): LedgerEntry {
  const found = meanings[sign] ?? 'unknown'
  return {
    email,
    class: found,
    reasons: [signMeanings.find((meaning) => meaning.sign === sign)?.sentence ?? sign],
    signs: [sign],
    suggestion: null,
    source: 'service',
    at,
    answer: null,
    ...more,
  }
}

/** A batch made at instant 1000 of these addresses. */
function batchOf(store: CacheStore, emails: string[]): number {
  store.verdicts.useRules(signMeanings)
  const { id } = store.batches.add({ name: 'A list', source: { kind: 'notChecked', days: 0 }, now: 1000 })
  store.batches.put({ id, emails })
  return id
}

function settle(store: CacheStore, id: number, entries: LedgerEntry[]): void {
  store.verdicts.add(entries)
  store.batches.note({ id, verdicts: entries.map(({ email, at }) => ({ email, at })), ranMs: 0 })
}

const emailsOf = (store: CacheStore, id: number, filter: Partial<BatchFilter>, sort = asGiven) =>
  store.batches.rows({ id, filter: { ...everything, ...filter }, sort, slice }).rows.map(({ email }) => email)

/** Four addresses, one of each class but the last, which waits. */
function mixed() {
  const opened = openStore()
  const { store } = opened
  const id = batchOf(store, [
    'd@one.example',
    'B@two.example',
    'a@one.example',
    'c@three.example',
    'e@one.example',
  ])
  settle(store, id, [
    verdict('d@one.example', 'takesMail', 2000),
    verdict('b@two.example', 'role', 4000, { suggestion: 'b@too.example' }),
    verdict('a@one.example', 'noDomain', 3000, { source: 'local' }),
    verdict('c@three.example', 'timedOut', 5000),
  ])
  return { ...opened, id }
}

it('lists addresses in the order in which they were given, and from the end', () => {
  const { store, id } = mixed()
  const sort: BatchSort = { by: 'given', direction: 'desc' }
  const part = { offset: 1, limit: 2 }
  const rows = (wanted: BatchSort) =>
    store.batches.rows({ id, filter: everything, sort: wanted, slice: part }).rows.map(({ email }) => email)
  expect(rows(asGiven)).toEqual(['B@two.example', 'a@one.example'])
  expect(rows(sort)).toEqual(['c@three.example', 'a@one.example'])
})

it('sorts by address, class and date, with what waits at the end of the latter two', () => {
  const { store, id } = mixed()
  const by = (name: BatchSort['by'], direction: BatchSort['direction'] = 'asc') =>
    emailsOf(store, id, {}, { by: name, direction })
      .map((email) => email[0]?.toLowerCase())
      .join('')
  expect(by('email')).toBe('abcde')
  expect(by('class')).toBe('dbace')
  expect(by('class', 'desc')).toBe('cabde')
  expect(by('checked')).toBe('dabce')
  expect(by('checked', 'desc')).toBe('cbade')
})

it('filters by text, class, sign, domain, source and what is only so', () => {
  const { store, id } = mixed()
  expect(emailsOf(store, id, { search: 'TWO' })).toEqual(['B@two.example'])
  expect(emailsOf(store, id, { classes: ['risky', 'unknown'] })).toEqual(['B@two.example', 'c@three.example'])
  expect(emailsOf(store, id, { signs: ['noDomain'] })).toEqual(['a@one.example'])
  expect(emailsOf(store, id, { domains: ['one.example'], classes: ['accepts'] })).toEqual(['d@one.example'])
  expect(emailsOf(store, id, { sources: ['local'] })).toEqual(['a@one.example'])
  expect(emailsOf(store, id, { only: ['suggestion'] })).toEqual(['B@two.example'])
  expect(emailsOf(store, id, { only: ['waiting'] })).toEqual(['e@one.example'])
  expect(emailsOf(store, id, { only: ['waiting', 'suggestion'] })).toEqual([])
})

it('knows which addresses are those of contacts, as contacts come, change and go', () => {
  const { store, id } = mixed()
  store.contacts.upsert({ ...contact(1), id: 'one', email: 'D@One.example' })
  expect(emailsOf(store, id, { only: ['contact'] })).toEqual(['d@one.example'])
  expect(store.batches.tally(id).contacts).toBe(1)
  store.contacts.upsert({ ...contact(2), id: 'two', email: 'c@three.example' })
  store.contacts.upsert({ ...contact(1), id: 'one', email: 'elsewhere@one.example' })
  expect(emailsOf(store, id, { only: ['contact'] })).toEqual(['c@three.example'])
  const { selectionId, ...counts } = store.batches.freeze({ id, filter: everything })
  expect(counts).toEqual({ count: 1, notContacts: 4 })
  expect(store.contacts.frozenRows({ selectionId, slice })).toMatchObject([{ id: 'two' }])
  store.contacts.remove('two')
  expect(store.batches.tally(id).contacts).toBe(0)
})

it('shows in every batch at once what a changed rule or a domain of its own makes of a verdict', () => {
  const { store, id } = mixed()
  const before = store.batches.tally(id)
  store.verdicts.setRule({ sign: 'role', class: 'accepts' })
  expect(store.batches.get(id).byClass).toEqual({ accepts: 2, risky: 0, undeliverable: 1, unknown: 1 })
  expect(emailsOf(store, id, { classes: ['accepts'] })).toEqual(['d@one.example', 'B@two.example'])
  expect(store.batches.tally(id).flipped).toBe(before.flipped)
  store.verdicts.setDomain({ domain: 'one.example', class: 'unknown', note: '', now: 9 })
  expect(store.batches.page(slice).batches[0]?.byClass).toEqual({
    accepts: 1,
    risky: 0,
    undeliverable: 0,
    unknown: 3,
  })
})

it('counts by reason, domain and source, and keeps the counts as verdicts come', () => {
  const { store, id } = mixed()
  const whole = store.batches.tally(id)
  expect(whole).toMatchObject({ fromLedger: 3, settledLocally: 1, calls: 0, suggestions: 1, flipped: 0 })
  store.batches.set({ id, startedAt: 5500 })
  settle(store, id, [verdict('e@one.example', 'takesMail', 6000)])
  const after = store.batches.tally(id)
  expect(after).toMatchObject({ fromLedger: 3, settledLocally: 1, calls: 1 })
  expect(after.byDomain[0]).toEqual({
    domain: 'one.example',
    count: 3,
    byClass: { accepts: 2, risky: 0, undeliverable: 1, unknown: 0 },
  })
  expect(after.bySource.map(({ source, count }) => [source, count])).toEqual([
    ['service', 4],
    ['local', 1],
  ])
  expect(after.byReason.map(({ sign, count }) => [sign, count])).toContainEqual(['takesMail', 2])
})

it('keeps its counts, without an address being read, until something that they count changes', () => {
  const { store, relax, db, id } = mixed()
  store.contacts.upsert({ ...contact(1), id: 'one', email: 'D@One.example' })
  /** Whether asking for the counts read addresses, with the sheets let go as after a pause. */
  const reads = () => {
    relax()
    const before = store.batches.tally(id)
    relax()
    db.exec('ALTER TABLE batch_address RENAME TO hidden')
    try {
      expect(store.batches.tally(id)).toEqual(before)
      return before
    } finally {
      db.exec('ALTER TABLE hidden RENAME TO batch_address')
    }
  }
  expect(reads()).toMatchObject({ contacts: 1, suggestions: 1, byReason: { length: 4 } })
  store.contacts.upsert({ ...contact(1), id: 'one', email: 'D@One.example', subscribed: false })
  expect(reads()).toMatchObject({ contacts: 1 })
  store.contacts.upsert({ ...contact(2), id: 'two', email: 'c@three.example' })
  expect(reads()).toMatchObject({ contacts: 2 })
  store.contacts.remove('one')
  expect(reads()).toMatchObject({ contacts: 1 })
  settle(store, id, [verdict('e@one.example', 'role', 6000)])
  expect(reads().byReason).toContainEqual({ sign: 'role', class: 'risky', count: 2 })
  store.verdicts.setRule({ sign: 'role', class: 'accepts' })
  expect(reads().byReason).toContainEqual({ sign: 'role', class: 'accepts', count: 2 })
  store.verdicts.setDomain({ domain: 'one.example', class: 'unknown', note: '', now: 1 })
  expect(reads().byReason).toContainEqual({ sign: 'role', class: 'unknown', count: 1 })
  store.maintenance.clear()
  expect(reads()).toMatchObject({ contacts: 0 })
})

it('lists the twenty most frequent domains, and counts the others', () => {
  const { store } = openStore()
  const emails = Array.from({ length: 25 }, (_, domain) =>
    Array.from({ length: domain + 1 }, (_, index) => `p${index}@d${domain}.example`),
  ).flat()
  const { byDomain, otherDomains } = store.batches.tally(batchOf(store, emails))
  expect(byDomain.map(({ count }) => count)).toEqual(Array.from({ length: 20 }, (_, index) => 25 - index))
  expect(otherDomains).toEqual({ domains: 5, count: 15 })
})

it('gives the verdict before as what an address was, and none where the verdict was there already', () => {
  const { store } = openStore()
  store.verdicts.useRules(signMeanings)
  store.verdicts.add([verdict('a@x.example', 'takesMail', 10), verdict('b@x.example', 'takesMail', 20)])
  const id = batchOf(store, ['a@x.example', 'b@x.example', 'c@x.example'])
  store.batches.note({ id, verdicts: [{ email: 'b@x.example', at: 20 }], ranMs: 0 })
  settle(store, id, [verdict('a@x.example', 'noDomain', 2000), verdict('c@x.example', 'noDomain', 2000)])
  const { rows } = store.batches.rows({ id, filter: everything, sort: asGiven, slice })
  expect(rows.map(({ was, verdict: now }) => [was, now?.class])).toEqual([
    ['accepts', 'undeliverable'],
    ['accepts', 'accepts'],
    [null, 'undeliverable'],
  ])
  expect(emailsOf(store, id, { only: ['flipped'] })).toEqual(['a@x.example'])
})

it('freezes contacts that were not checked since an instant: never first, then the oldest', () => {
  const { store } = openStore()
  store.verdicts.useRules(signMeanings)
  for (const [index, name] of ['new', 'Old', 'never', 'older'].entries()) {
    store.contacts.upsert({ ...contact(index), id: name, email: `${name}@x.example` })
  }
  store.verdicts.add([
    verdict('new@x.example', 'takesMail', 10),
    verdict('old@x.example', 'takesMail', 300),
    verdict('older@x.example', 'takesMail', 200),
    verdict('nobody@x.example', 'takesMail', 100),
  ])
  store.verdicts.add([verdict('new@x.example', 'takesMail', 900)])
  const { selectionId, count } = store.batches.freezeNotChecked({ before: 500 })
  expect(count).toBe(3)
  expect(store.contacts.frozenRows({ selectionId, slice }).map(({ id }) => id)).toEqual([
    'never',
    'older',
    'Old',
  ])
})

it('deletes the addresses of a discarded batch, and of no other', () => {
  const { store, db, settle: rest } = openStore()
  const gone = batchOf(store, ['a@x.example', 'b@x.example'])
  const kept = batchOf(store, ['c@x.example'])
  store.batches.remove(gone)
  expect(() => store.batches.get(gone)).toThrow('There is no such batch')
  rest()
  expect(db.prepare('SELECT DISTINCT batch FROM batch_address').pluck().all()).toEqual([kept])
})

it('looks into no other batch and sorts nothing that has an index in its order', () => {
  const folder = temporaryFolder()
  const db = openDatabase({ folder, key: null }, migrations)
  onTestFinished(() => void db.close())
  const statements = new Set<string>()
  const prepare = db.prepare.bind(db)
  db.prepare = (source: string) => {
    if (/^\s*(SELECT|UPDATE|DELETE)/i.test(source) && source.includes('batch_address')) statements.add(source)
    return prepare(source)
  }
  const assembled = assemble(db, { folder, encrypted: false, now: () => 1, monotonic: () => 1 })
  const store = driven(assembled.store)
  const ids = [0, 1, 2].map((which) =>
    batchOf(
      store,
      Array.from({ length: 1000 }, (_, index) => `p${index}@b${which}.example`),
    ),
  )
  store.batches.remove(ids[0] ?? 0)
  for (let task = assembled.nextTask(); task !== null; task = assembled.nextTask()) drive(task)
  expect(statements.size).toBeGreaterThan(9)
  for (const source of statements) {
    const plan = prepare(`EXPLAIN QUERY PLAN ${source.replace(/[?]/g, '5')}`).all() as { detail: string }[]
    if (source.includes('hash = ?')) expect(plan[0]?.detail).toContain('(batch=? AND hash=?)')
    if (source.includes('position = ?')) expect(plan[0]?.detail).toContain('(batch=? AND position=?)')
    if (source.includes('state <> 1')) expect(plan[0]?.detail).toContain('INDEX batch_address_open')
    const text = plan.map(({ detail }) => detail).join('; ')
    expect([source, text]).toEqual([
      source,
      expect.stringMatching(/^SEARCH batch_address USING (PRIMARY KEY|(COVERING )?INDEX \w+) \(batch[=>]/),
    ])
    expect([source, text]).not.toEqual([source, expect.stringContaining('TEMP B-TREE')])
  }
})
