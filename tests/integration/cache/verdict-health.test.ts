import { describe, expect, it } from 'vitest'
import { defaultRules, type Sign } from '../../../src-main/features/verification/store/ledger/classes'
import type { Contact } from '../../../src-shared/interface/contact'
import type { ContactStanding, VerdictClass } from '../../../src-shared/bridge/verdicts'
import { verdictFilters } from '../../../src-renderer/features/contacts/link-filters'
import { seeded } from '../../fixtures/seeded'
import { day, now, openLedgerStore, verdict } from './ledger-support'
import { contact, everyone, load } from './support'

describe('the health of the list', () => {
  it('is that nobody was checked, where nobody was', () => {
    const { store } = openLedgerStore()
    load(store, [contact(1), contact(2)])
    const none = { medianDays: null, soon: 0 }
    expect(store.verdicts.health({ now })).toEqual({
      contacts: 2,
      byClass: { accepts: 0, risky: 0, undeliverable: 0, unknown: 0 },
      expired: 0,
      notChecked: 2,
      trend: [
        {
          at: now,
          contacts: 2,
          byClass: { accepts: 0, risky: 0, undeliverable: 0, unknown: 0 },
          expired: 0,
          notChecked: 2,
        },
      ],
      before: null,
      signs: [],
      domains: [],
      standing: { accepts: none, risky: none, undeliverable: none, unknown: none, expired: none, all: none },
      ages: [0, 30, 60].map((from) => ({ from, until: from + 30, contacts: 0 })),
      lastAt: null,
      expiry: { known: 90, unknown: 30 },
      next: [{ code: 'checkRest', contacts: 2 }],
    })
  })

  it('counts contacts, not addresses of the ledger that are none', () => {
    const { store } = openLedgerStore()
    load(store, [contact(1, { email: 'Ann@X.example' })])
    store.verdicts.add([
      verdict('ann@x.example', ['takesMail']),
      verdict('eve@x.example', ['noDomain'], { at: now + 5 }),
    ])
    const health = store.verdicts.health({ now })
    expect(health).toMatchObject({
      contacts: 1,
      byClass: { accepts: 1, undeliverable: 0 },
      notChecked: 0,
      lastAt: now,
      next: [],
    })
  })

  it('ceases to the millisecond', () => {
    const { store } = openLedgerStore()
    load(store, [contact(1, { email: 'ann@x.example' }), contact(2, { email: 'bob@x.example' })])
    store.verdicts.add([
      verdict('ann@x.example', ['takesMail']),
      verdict('bob@x.example', ['takesMail'], { at: now + 60_000 }),
    ])
    const expired = (at: number) => store.verdicts.health({ now: at }).expired
    expect([-1, 0, 59_999, 60_000].map((ms) => expired(now + 90 * day + ms))).toEqual([0, 1, 1, 2])
  })

  it('tells how old verdicts are, what ends soon, and who was there 30 days ago', () => {
    const { store } = openLedgerStore({ now: () => now })
    const created = (days: number) => new Date(now - days * day).toISOString()
    const ages = [0, 10, 40, 70, 95]
    load(store, [
      ...ages.map((age, at) => contact(at, { email: `p${age}@x.example`, createdAt: created(200) })),
      contact(8, { email: 'new@x.example', createdAt: created(3) }),
    ])
    store.verdicts.add(
      ages.map((age) => verdict(`p${age}@x.example`, ['takesMail'], { at: now - age * day })),
    )
    const health = store.verdicts.health({ now })
    expect(health.ages.map(({ contacts }) => contacts)).toEqual([2, 1, 1])
    expect(health.standing.accepts).toEqual({ medianDays: 10, soon: 1 })
    expect(health.standing.all).toEqual({ medianDays: 40, soon: 1 })
    expect(health.signs).toEqual([{ sign: 'takesMail', contacts: 4, carried: 4 }])
    expect(health.before).toEqual({
      contacts: 5,
      byClass: { accepts: 3, risky: 0, undeliverable: 0, unknown: 0 },
      expired: 0,
      notChecked: 2,
    })
  })

  it('names the contacts that it counts', () => {
    const { store, settle } = openLedgerStore({ now: () => now })
    const names = ['old', 'new', 'slow', 'typo']
    load(
      store,
      names.map((name, at) => contact(at, { email: `${name}@x.example` })),
    )
    store.verdicts.add([
      verdict('old@x.example', ['takesMail'], { at: now - 90 * day }),
      verdict('slow@x.example', ['timedOut'], { at: now - 30 * day + 1 }),
      verdict('typo@x.example', ['typo'], { suggestion: 'typo@xx.example' }),
    ])
    settle()
    const of = (standing: ContactStanding) => store.verdicts.ofStanding({ standing, now, limit: 10 })
    expect([of('expired'), of('unknown'), of('suggested'), of('never')]).toEqual([
      ['old@x.example'],
      ['slow@x.example'],
      ['typo@x.example'],
      ['new@x.example'],
    ])
    expect(store.batches.freezeStanding({ standing: 'never', now }).count).toBe(1)
  })

  it('says what would help', () => {
    const { store } = openLedgerStore()
    const names = ['gone', 'left', 'typo', 'slow', 'old', 'new']
    const people = names.map((name, index) =>
      contact(index, { email: `${name}@x.example`, subscribed: name !== 'left' }),
    )
    load(store, people)
    store.verdicts.add([
      verdict('gone@x.example', ['noDomain']),
      verdict('left@x.example', ['noDomain']),
      verdict('typo@x.example', ['typo'], { suggestion: 'typo@xx.example' }),
      verdict('slow@x.example', ['timedOut']),
      verdict('old@x.example', ['takesMail'], { at: now - 100 * day }),
    ])
    expect(store.verdicts.health({ now }).next).toEqual([
      { code: 'checkRest', contacts: 1 },
      { code: 'checkExpired', contacts: 1 },
      { code: 'unsubscribeUndeliverable', contacts: 1 },
      { code: 'correctTypos', contacts: 1 },
      { code: 'retryUnknown', contacts: 1 },
    ])
    store.contacts.upsert({ ...contact(0), email: 'gone@x.example', subscribed: false })
    expect(store.verdicts.health({ now }).next.map(({ code }) => code)).not.toContain(
      'unsubscribeUndeliverable',
    )
  })

  it('counts as many to unsubscribe and to ask again as its links find among the contacts', () => {
    const { store, settle } = openLedgerStore({ now: () => now })
    const people = Array.from({ length: 40 }, (_, index) =>
      contact(index, { email: `p${index}@x.example`, subscribed: index % 4 !== 0 }),
    )
    load(store, people)
    store.verdicts.add(
      people.map(({ email }, index) =>
        verdict(email, [index % 2 === 0 ? 'timedOut' : 'noDomain'], {
          at: now - index * 5 * day - 3_600_000,
        }),
      ),
    )
    settle()
    const found = (of: VerdictClass | 'expired', subscribed: boolean) =>
      store.contacts.page({
        query: { ...everyone, filters: verdictFilters(of, subscribed) },
        slice: { offset: 0, limit: 1 },
      }).count
    const agree = () => {
      const { next, expired } = store.verdicts.health({ now })
      const counted = (code: string) => next.find((step) => step.code === code)?.contacts
      expect(expired).toBeGreaterThan(0)
      expect(found('expired', false)).toBe(expired)
      expect(found('undeliverable', true)).toBe(counted('unsubscribeUndeliverable'))
      expect(found('unknown', false)).toBe(counted('retryUnknown'))
    }
    agree()
    store.verdicts.setExpiry({ known: 45, unknown: 12 })
    agree()
  })

  it('remembers the ends of at most 25 weeks, from the first verdict', () => {
    const { store } = openLedgerStore()
    load(store, [contact(1, { email: 'ann@x.example' })])
    store.verdicts.add([verdict('ann@x.example', ['noDomain'], { at: now - 15 * day })])
    store.verdicts.add([verdict('ann@x.example', ['takesMail'], { at: now - 8 * day })])
    const { trend } = store.verdicts.health({ now })
    expect(
      trend.map(({ at, byClass }) => [new Date(at).toISOString(), byClass.undeliverable, byClass.accepts]),
    ).toEqual([
      ['2026-05-25T00:00:00.000Z', 1, 0],
      ['2026-06-01T00:00:00.000Z', 0, 1],
      ['2026-06-03T15:00:00.000Z', 0, 1],
    ])
    expect(store.verdicts.health({ now: now + 400 * day }).trend).toHaveLength(26)
  })

  it('is gone with the copy, and there again when it is copied anew', () => {
    const { store } = openLedgerStore()
    load(store, [contact(1, { email: 'ann@x.example' })])
    store.verdicts.add([verdict('ann@x.example', ['takesMail'])])
    store.maintenance.clear()
    expect(store.verdicts.health({ now })).toMatchObject({
      contacts: 0,
      notChecked: 0,
      byClass: { accepts: 0 },
    })
    load(store, [contact(1, { email: 'ann@x.example' })])
    expect(store.verdicts.health({ now })).toMatchObject({
      contacts: 1,
      notChecked: 0,
      byClass: { accepts: 1 },
    })
  })

  it.each([1, 2, 3, 4])('agrees with the verdicts one by one after anything that happens (%i)', (seed) => {
    const { store } = openLedgerStore()
    const random = seeded(seed)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
    const domains = ['a.example', 'b.a.example', 'c.example']
    const emails = Array.from({ length: 40 }, (_, index) => `p${index}@${domains[index % 3]}`)
    const signs = ['takesMail', 'role', 'noDomain', 'timedOut', 'typo'] as Sign[]
    const classes: VerdictClass[] = ['accepts', 'risky', 'undeliverable', 'unknown']
    const people = new Map<number, Contact>()
    for (let step = 0; step < 300; step += 1) {
      const what = random()
      if (what < 0.5) {
        const made = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
          verdict(pick(emails), [pick(signs)], {
            at: now - Math.floor(random() * 200 * day),
            suggestion: random() < 0.2 ? 'other@a.example' : null,
          }),
        )
        store.verdicts.add(made)
      } else if (what < 0.85) {
        const index = Math.floor(random() * 30)
        const person = contact(index, { email: pick(emails).toUpperCase(), subscribed: random() < 0.5 })
        if (random() < 0.25) {
          store.contacts.remove(person.id)
          people.delete(index)
        } else {
          store.contacts.upsert(person)
          people.set(index, person)
        }
      } else if (what < 0.9) store.verdicts.setRule({ sign: pick(signs), class: pick(classes) })
      else if (what < 0.97) {
        store.verdicts.setDomain({
          domain: pick(domains),
          class: random() < 0.4 ? null : pick(classes),
          note: '',
          now,
        })
      } else store.verdicts.setExpiry({ known: pick([10, 50, 90]), unknown: pick([5, 30]) })
    }

    const { expiry, signs: rules } = store.verdicts.rules()
    expect(rules.map(({ sign }) => sign)).toEqual(Object.keys(defaultRules))
    const at = now
    const counted = {
      byClass: { accepts: 0, risky: 0, undeliverable: 0, unknown: 0 },
      expired: 0,
      notChecked: 0,
    }
    let lastAt: number | null = null
    for (const { email } of people.values()) {
      const [newest] = store.verdicts.past({ email, limit: 1, now: at })
      if (newest === undefined) {
        counted.notChecked += 1
        continue
      }
      lastAt = Math.max(lastAt ?? 0, newest.at)
      const days = newest.class === 'unknown' ? expiry.unknown : expiry.known
      if (at - newest.at >= days * day) counted.expired += 1
      else counted.byClass[newest.override?.class ?? newest.class] += 1
    }
    const health = store.verdicts.health({ now: at })
    expect(health).toMatchObject({ contacts: people.size, lastAt, ...counted })
    for (const point of health.trend) {
      expect(point.notChecked).toBeGreaterThanOrEqual(0)
      expect(
        Object.values(point.byClass).reduce((sum, count) => sum + count, point.expired + point.notChecked),
      ).toBe(people.size)
    }
    expect(health.trend.at(-1)).toMatchObject(counted)
  })
})
