import { describe, expect, it } from 'vitest'
import type { LedgerEntry, LedgerVerdict } from '../../../src-main/features/verification/store/ledger/api'
import { contacts, key, load, openStore, openWorker, temporaryFolder } from './support'

const day = 86_400_000
const now = Date.UTC(2026, 5, 1)

function entry(email: string, more: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    email,
    class: 'accepts',
    reasons: ['The domain takes mail. Nobody can tell whether the mailbox exists.'],
    suggestion: null,
    source: 'service',
    at: now,
    signs: ['takesMail'],
    answer: { email, valid: true, score: 0.5 },
    ...more,
  }
}

/** What is told of an entry where its answer is not asked for. */
function verdictOf(stored: LedgerEntry): LedgerVerdict {
  const { email, class: name, reasons, suggestion, source, at, signs } = stored
  return { email, class: name, reasons, suggestion, source, at, signs }
}

describe('what the ledger knows of addresses', () => {
  it('is the newest verdict of each, whatever the case it is asked in', () => {
    const { store } = openStore({ key })
    const older = entry('ann@example.com', { at: now - 5, class: 'risky', signs: ['role'] })
    store.verdicts.add([entry('ann@example.com'), older, entry('bob@example.com')])
    const asked = {
      emails: ['BOB@example.com', 'Ann@Example.com', 'ann@example.com', 'eve@x.org'],
      now,
    }
    expect(store.verdicts.freshOf(asked)).toEqual([
      verdictOf(entry('ann@example.com')),
      verdictOf(entry('bob@example.com')),
    ])
  })

  it.each([
    ['accepts', 90],
    ['risky', 90],
    ['undeliverable', 90],
    ['unknown', 30],
  ] as const)('expires: %s after %i days', (verdict, days) => {
    const { store } = openStore()
    const expires = now + days * day
    store.verdicts.add([entry('ann@example.com', { class: verdict })])
    const known = (at: number) => store.verdicts.freshOf({ emails: ['ann@example.com'], now: at })
    expect(known(expires - 1)).toHaveLength(1)
    expect(known(expires)).toEqual([])
  })

  it('does not fall back on an older verdict where the newest has expired', () => {
    const { store } = openStore()
    const unknown = entry('ann@example.com', { class: 'unknown' })
    store.verdicts.add([entry('ann@example.com', { at: now - day }), unknown])
    const emails = ['ann@example.com']
    expect(store.verdicts.freshOf({ emails, now: now + 31 * day })).toEqual([])
  })

  it('survives a restart and the emptying of the copy', () => {
    const one = openStore({ key })
    load(one.store, contacts(0, 50))
    one.store.verdicts.add([entry('ann@example.com')])
    one.store.maintenance.clear()
    one.close()
    const { store } = openStore({ folder: one.folder, key })
    expect(store.verdicts.freshOf({ emails: ['ann@example.com'], now })).toHaveLength(1)
    expect(store.maintenance.check()).toEqual({ sound: true, findings: [] })
  })

  it('is asked for a thousand addresses at a time, and no more', () => {
    const { store } = openStore()
    const emails = Array.from({ length: 1001 }, (_, index) => `a${index}@example.com`)
    expect(() => store.verdicts.freshOf({ emails, now })).toThrow('More than 1000 addresses')
  })

  it('is told through the worker', async () => {
    const cache = await openWorker({ folder: temporaryFolder(), key })
    expect(await cache.verdicts.add([entry('ann@example.com')])).toMatchObject({ flipped: 0 })
    expect(await cache.verdicts.freshOf({ emails: ['ann@example.com'], now })).toHaveLength(1)
    const many = Array.from({ length: 1001 }, (_, index) => entry(`a${index}@example.com`))
    await expect(cache.verdicts.add(many)).rejects.toMatchObject({ problem: { code: 'internal' } })
  })
})

describe('the verdicts over an address', () => {
  it('are kept over time with what was answered, the newest first', () => {
    const { store } = openStore()
    const first = entry('Ann@Example.com', { at: now - day, answer: { email: 'Ann@Example.com', a: [1] } })
    const second = entry('ann@example.com', {
      class: 'risky',
      signs: ['typo', 'takesMail'],
      suggestion: 'ann@example.org',
      answer: { email: 'ann@example.com', suggestedEmail: 'ann@example.org', isTypo: true },
    })
    store.verdicts.add([first, second])
    expect(store.verdicts.history({ email: 'ANN@example.com', limit: 10 })).toEqual([
      second,
      { ...first, email: 'ann@example.com', answer: { email: 'ann@example.com', a: [1] } },
    ])
    expect(store.verdicts.history({ email: 'ann@example.com', limit: 1 })).toEqual([second])
    expect(store.verdicts.history({ email: 'nobody@example.com', limit: 1 })).toEqual([])
  })

  it('tell where one differs in class from the one before', () => {
    const { store } = openStore()
    const later = (at: number, more: Partial<LedgerEntry> = {}) => entry('ann@example.com', { at, ...more })
    expect(store.verdicts.add([later(1)])).toMatchObject({ flipped: 0 })
    expect(store.verdicts.add([later(2), entry('bob@example.com', { class: 'risky' })])).toMatchObject({
      flipped: 0,
    })
    expect(store.verdicts.add([later(3, { class: 'undeliverable', signs: ['noDomain'] })])).toMatchObject({
      flipped: 1,
    })
    expect(store.verdicts.add([later(4)])).toMatchObject({ flipped: 1 })
  })

  it('hold one of the same instant once: written again after a kill it is no second one', () => {
    const { store } = openStore()
    store.verdicts.add([entry('ann@example.com')])
    store.verdicts.add([entry('ann@example.com')])
    expect(store.verdicts.history({ email: 'ann@example.com', limit: 10 })).toHaveLength(1)
  })

  it('rest on texts that are stored once for all addresses alike', () => {
    const { store, db } = openStore()
    for (let from = 0; from < 3000; from += 1000) {
      const emails = Array.from({ length: 1000 }, (_, index) => `a${from + index}@example.com`)
      store.verdicts.add(emails.map((email) => entry(email, { answer: { email, valid: true } })))
    }
    expect(db.prepare('SELECT count(*) FROM verdict_ground').pluck().get()).toBe(1)
    const [told] = store.verdicts.history({ email: 'a7@example.com', limit: 1 })
    expect(told?.answer).toEqual({ email: 'a7@example.com', valid: true })
  })
})

it('finds verdicts through the order of the table alone', () => {
  const { db } = openStore()
  const plan = (sql: string) =>
    (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).map(({ detail }) => detail)
  expect(plan(`SELECT at, ground FROM verdict WHERE email = 'a' ORDER BY at DESC LIMIT 1`)).toEqual([
    'SEARCH verdict USING PRIMARY KEY (email=?)',
  ])
  const before = `SELECT at, ground FROM verdict WHERE email = 'a' AND at < 5 ORDER BY at DESC LIMIT 1`
  expect(plan(before)).toEqual(['SEARCH verdict USING PRIMARY KEY (email=? AND at<?)'])
  expect(plan(`SELECT id FROM verdict_ground WHERE hash = 1 AND kind = 1 AND answer IS NULL`)).toEqual([
    'SEARCH verdict_ground USING INDEX verdict_ground_by_hash (hash=?)',
  ])
})
