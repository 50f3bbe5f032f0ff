import { saidText } from '../../../src-shared/messages/told'
import { describe, expect, it } from 'vitest'
import type { ContactFilter, ContactQuery, ContactRow } from '../../../src-shared/bridge/contacts'
import type { VerdictClass } from '../../../src-shared/bridge/verdicts'
import type { CacheStore } from '../../../src-main/cache/store'
import type { LedgerEntry } from '../../../src-main/features/verification/store/ledger/api'
import { defaultRules } from '../../../src-main/features/verification/store/ledger/classes'
import { seeded } from '../../fixtures/seeded'
import { contact, contacts, key, load, openStore, temporaryFolder } from './support'

const day = 86_400_000
const now = Date.UTC(2026, 5, 1)
const byAddress = { field: 'email', direction: 'asc' } as const
const classes: VerdictClass[] = ['accepts', 'risky', 'undeliverable', 'unknown']
const signs = ['takesMail', 'role', 'disposable', 'noDomain', 'timedOut'] as const

function entry(email: string, sign: (typeof signs)[number] = 'takesMail', at = now - day): LedgerEntry {
  const { class: name, sentence } = defaultRules[sign]
  return {
    email,
    class: name,
    reasons: [sentence],
    suggestion: null,
    source: 'service',
    at,
    signs: [sign],
    answer: { email, valid: true },
  }
}

function useRules(store: CacheStore): void {
  store.verdicts.useRules(Object.entries(defaultRules).map(([sign, rule]) => ({ sign, ...rule })))
}

/** A store of contacts with the rules of the program. */
function opened(count: number, folder = temporaryFolder()) {
  const store = openStore({ folder, now: () => now })
  useRules(store.store)
  if (count > 0) load(store.store, contacts(0, count))
  return store
}

const ask = (filters: ContactFilter[], sort: ContactQuery['sort'] = byAddress) => ({
  query: { search: '', filters, sort },
  slice: { offset: 0, limit: 5000 },
})
const rowsOf = (store: CacheStore, ...given: Parameters<typeof ask>): ContactRow[] =>
  store.contacts.page(ask(...given)).rows
const emailsOf = (store: CacheStore, ...given: Parameters<typeof ask>): string[] =>
  rowsOf(store, ...given).map(({ email }) => email)
const emailOf = (index: number): string => contact(index).email
const only = (...values: (VerdictClass | 'void' | null)[]): ContactFilter[] => [
  { field: 'verdict', operator: 'anyOf', values },
]

/** What the ledger says of the contacts, without the index. */
function known(store: CacheStore): Map<string, { class: VerdictClass; at: number; expired: boolean }> {
  const all = rowsOf(store, [])
  return new Map(
    all.flatMap(({ email }) => {
      const [newest] = store.verdicts.past({ email, limit: 1, now })
      return newest
        ? [
            [
              email,
              {
                class: newest.override?.class ?? newest.class,
                at: newest.at,
                expired: newest.expired,
              },
            ] as const,
          ]
        : []
    }),
  )
}

/** Compares what the index finds, sorts and counts with the ledger. */
function compare(store: CacheStore): void {
  const truth = known(store)
  const all = rowsOf(store, [])
  for (const row of all) {
    const wanted = truth.get(row.email)
    if (wanted) expect(row.verdict, row.email).toMatchObject(wanted)
    else expect(row.verdict, row.email).toBeNull()
  }
  const [facet] = store.contacts.facets({ query: ask([]).query, fields: ['verdict'], limit: 10 })
  for (const name of [...classes, 'void' as const, null]) {
    const wanted = all.filter(({ email }) => {
      const found = truth.get(email)
      return (found?.expired ? 'void' : (found?.class ?? null)) === name
    })
    expect(emailsOf(store, only(name)), String(name)).toEqual(wanted.map(({ email }) => email))
    expect(facet?.values.find(({ value }) => value === name)?.count ?? 0).toBe(wanted.length)
  }
  const recent = all.filter(({ email }) => (truth.get(email)?.at ?? 0) >= now - 30 * day)
  expect(emailsOf(store, [{ field: 'checkedAt', operator: 'within', value: 30, unit: 'days' }])).toEqual(
    recent.map(({ email }) => email),
  )
  const sorted = rowsOf(store, [{ field: 'verdict', operator: 'exists' }], {
    field: 'checkedAt',
    direction: 'desc',
  }).map(({ email }) => truth.get(email)?.at ?? 0)
  expect(sorted).toEqual([...sorted].sort((one, other) => other - one))
}

describe('contacts by verdict', () => {
  it('count one that expired as that alone, as list health does, from the moment on in which it expires', () => {
    let moment = now
    const { store } = openStore({ now: () => moment })
    useRules(store)
    load(store, contacts(0, 9))
    store.verdicts.add([
      entry(emailOf(0), 'takesMail', now - 91 * day),
      entry(emailOf(1), 'role', now - 89 * day),
      entry(emailOf(2), 'timedOut', now - 29 * day),
      entry(emailOf(3), 'takesMail', now - day),
    ])
    const counts = () => {
      const [facet] = store.contacts.facets({ query: ask([]).query, fields: ['verdict'], limit: 10 })
      const { byClass, expired, notChecked } = store.verdicts.health({ now: moment })
      const listed = Object.fromEntries(facet?.values.map(({ value, count }) => [value, count]) ?? [])
      const { accepts = 0, risky = 0, undeliverable = 0, unknown = 0 } = listed
      expect({ accepts, risky, undeliverable, unknown }).toEqual(byClass)
      expect([listed['void'] ?? 0, facet?.without]).toEqual([expired, notChecked])
      return [accepts, risky, unknown, expired]
    }
    expect(counts()).toEqual([1, 1, 1, 1])
    moment = now + 2 * day
    expect(counts()).toEqual([1, 0, 0, 3])
    expect(emailsOf(store, only('risky'))).toEqual([])
    expect(emailsOf(store, only('void'))).toEqual([emailOf(0), emailOf(1), emailOf(2)].sort())
    store.verdicts.add([entry(emailOf(1), 'role', moment)])
    expect(counts()).toEqual([1, 1, 0, 2])
  })

  it('are found, counted and sorted by their newest one', () => {
    const { store } = opened(20)
    const [zero, one, two] = [emailOf(0), emailOf(1), emailOf(2)]
    store.verdicts.add([entry(zero, 'noDomain', now - 5 * day), entry(one, 'role'), entry(two)])
    store.verdicts.add([entry(zero, 'takesMail', now - day)])
    expect(emailsOf(store, only('accepts'))).toEqual([zero, two].sort())
    expect(emailsOf(store, only('undeliverable'))).toEqual([])
    expect(emailsOf(store, only(null))).toHaveLength(17)
    expect(emailsOf(store, [], { field: 'verdict', direction: 'desc' }).slice(0, 1)).toEqual([one])
    expect(rowsOf(store, only('risky'))[0]?.verdict).toEqual({
      class: 'risky',
      at: now - day,
      expired: false,
      reason: saidText(defaultRules.role.sentence),
    })
  })

  it('hear of verdicts while the index is in memory', () => {
    const { store } = opened(20)
    expect(emailsOf(store, only('accepts'))).toEqual([])
    const { revision } = store.maintenance.revision()
    store.verdicts.add([entry(emailOf(3).toUpperCase())])
    expect(emailsOf(store, only('accepts'))).toEqual([emailOf(3)])
    expect(store.maintenance.revision().revision).toBe(revision + 1)
  })

  it('do not make lists ask again for verdicts over addresses that nobody has', () => {
    const { store } = opened(5)
    const { revision } = store.maintenance.revision()
    store.verdicts.add([entry('nobody@example.com')])
    expect(store.maintenance.revision().revision).toBe(revision)
  })

  it('have what was known of an address when they come, and of another when it changes', () => {
    const { store } = opened(5)
    store.verdicts.add([entry('new@example.com', 'role'), entry('other@example.com', 'noDomain')])
    emailsOf(store, only('risky'))
    store.contacts.upsert(contact(99, { email: 'New@example.com' }))
    expect(emailsOf(store, only('risky'))).toEqual(['New@example.com'])
    store.contacts.upsert(contact(99, { email: 'other@example.com' }))
    expect(emailsOf(store, only('risky'))).toEqual([])
    expect(emailsOf(store, only('undeliverable'))).toEqual(['other@example.com'])
    store.contacts.upsert(contact(99, { email: 'third@example.com' }))
    expect(emailsOf(store, only('undeliverable'))).toEqual([])
  })

  it('follow rules and overrides at once', () => {
    const { store } = opened(20)
    store.verdicts.add([entry(emailOf(0)), entry(emailOf(1)), entry(emailOf(2), 'role')])
    emailsOf(store, only('accepts'))
    store.verdicts.setRule({ sign: 'role', class: 'undeliverable' })
    expect(emailsOf(store, only('undeliverable'))).toEqual([emailOf(2)])
    store.verdicts.setDomain({ domain: 'gmail.com', class: 'risky', note: '', now })
    expect(emailsOf(store, only('risky'))).toEqual([emailOf(0)])
    store.verdicts.setDomain({ domain: 'gmail.com', class: null, note: '', now })
    store.verdicts.resetRules()
    expect(emailsOf(store, only('accepts'))).toEqual([emailOf(0), emailOf(1)].sort())
    compare(store)
  })

  it('say that a verdict has expired, by the days that a person set', () => {
    const { store } = opened(5)
    store.verdicts.add([entry(emailOf(0), 'takesMail', now - 40 * day)])
    expect(rowsOf(store, only('accepts'))[0]?.verdict?.expired).toBe(false)
    store.verdicts.setExpiry({ known: 40, unknown: 30 })
    expect(rowsOf(store, only('accepts'))).toEqual([])
    expect(rowsOf(store, only('void'))[0]?.verdict).toMatchObject({ class: 'accepts', expired: true })
  })

  it('are the same from the saved index, with what came after it, also where rules changed since', () => {
    const folder = temporaryFolder()
    const first = opened(60_000, folder)
    const emails = Array.from({ length: 1000 }, (_, index) => emailOf(index * 7))
    first.store.verdicts.add(emails.map((email, index) => entry(email, signs[index % 5])))
    first.settle()
    expect(first.db.prepare('SELECT index_covers FROM meta').pluck().get()).toBe(60_000)
    first.store.verdicts.add([entry(emailOf(1), 'noDomain'), entry(emailOf(7), 'timedOut', now)])
    first.store.verdicts.setRule({ sign: 'role', class: 'unknown' })
    first.store.contacts.upsert(contact(70_000, { email: 'late@example.com' }))
    first.store.verdicts.add([entry('late@example.com', 'role')])
    const before = [...classes, null].map((name) => emailsOf(first.store, only(name)))
    first.close()
    const again = openStore({ folder, now: () => now })
    expect([...classes, null].map((name) => emailsOf(again.store, only(name)))).toEqual(before)
    expect(emailsOf(again.store, only('unknown'))).toContain('late@example.com')
    expect(again.store.maintenance.check()).toMatchObject({ findings: [] })
  }, 60_000)

  it('are forgotten with a transaction that is taken back', () => {
    const { store, db } = opened(5)
    emailsOf(store, only('accepts'))
    db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON verdict WHEN NEW.email = '${emailOf(1)}'
      BEGIN SELECT RAISE(ABORT, 'refused'); END`)
    expect(() => store.verdicts.add([entry(emailOf(0)), entry(emailOf(1))])).toThrow()
    expect(emailsOf(store, only('accepts'))).toEqual([])
    expect(emailsOf(store, only(null))).toHaveLength(5)
  })

  it('are read whole where the index has to be made from the rows', () => {
    const folder = temporaryFolder()
    const first = opened(3000, folder)
    for (let from = 0; from < 3000; from += 1000) {
      const entries = Array.from({ length: 1000 }, (_, index) => entry(emailOf(from + index), 'role', now))
      first.store.verdicts.add(entries)
    }
    first.store.verdicts.add([entry(emailOf(5), 'noDomain', now + 1), entry(emailOf(6), 'noDomain', now - 1)])
    first.close()
    const again = openStore({ folder, key: null, now: () => now })
    expect(emailsOf(again.store, only('undeliverable'))).toEqual([emailOf(5)])
    expect(again.store.contacts.page(ask(only('risky'))).count).toBe(2999)
  })
})

describe('index and ledger', () => {
  it.each([1, 2, 3, 4])('agree after any history of verdicts, rules and contacts, seed %i', (seed) => {
    const random = seeded(seed)
    const below = (limit: number): number => Math.floor(random() * limit)
    const folder = temporaryFolder()
    let open = openStore({ folder, key: seed % 2 === 0 ? key : null, now: () => now })
    useRules(open.store)
    load(open.store, contacts(0, 120))
    for (let round = 0; round < 12; round += 1) {
      const { store } = open
      for (let change = 0; change < 25; change += 1) {
        const dice = random()
        const index = below(160)
        if (dice < 0.5) {
          const entries = Array.from({ length: 1 + below(6) }, () => {
            const email = emailOf(below(160))
            return entry(
              below(2) === 0 ? email : email.toUpperCase(),
              signs[below(5)],
              now - below(100) * day,
            )
          })
          store.verdicts.add(entries)
        } else if (dice < 0.7) store.contacts.upsert(contact(index, { email: emailOf(below(160)) }))
        else if (dice < 0.75) store.contacts.remove(contact(index).id)
        else if (dice < 0.85) {
          store.verdicts.setRule({ sign: signs[below(5)] ?? 'role', class: classes[below(4)] ?? 'risky' })
        } else if (dice < 0.95) {
          const domain = ['gmail.com', 'firm1.example', 'firm7.example', 'example.org'][below(4)] ?? ''
          store.verdicts.setDomain({ domain, class: [...classes, null][below(5)] ?? null, note: '', now })
        } else if (dice < 0.97) store.verdicts.resetRules()
        else emailsOf(store, only('accepts'))
      }
      compare(store)
      if (round % 4 === 3) {
        open.close()
        open = openStore({ folder, key: seed % 2 === 0 ? key : null, now: () => now })
      }
    }
    expect(open.store.maintenance.check().findings).toEqual([])
  })
})
