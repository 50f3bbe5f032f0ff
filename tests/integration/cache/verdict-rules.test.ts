import { saidText } from '../../../src-shared/messages/told'
import { describe, expect, it } from 'vitest'
import { signMeanings } from '../../../src-main/features/verification/store/ledger/classes'
import { day, freshOf, now, openLedgerStore, verdict } from './ledger-support'
import { contact, everyone, key, load, openStore, temporaryFolder } from './support'

const slice = { offset: 0, limit: 10 }

describe('a rule that is changed', () => {
  it('holds at once for verdicts that were there before, and for new ones', () => {
    const { store } = openLedgerStore({ key })
    store.verdicts.add([verdict('info@x.example', ['role', 'takesMail'])])
    expect(freshOf(store, 'info@x.example')).toMatchObject({ class: 'risky', signs: ['role', 'takesMail'] })
    store.verdicts.setRule({ sign: 'role', class: 'accepts' })
    store.verdicts.add([verdict('help@x.example', ['role', 'takesMail'])])
    for (const email of ['info@x.example', 'help@x.example']) {
      expect(freshOf(store, email)).toMatchObject({ class: 'accepts' })
    }
  })

  it('writes no verdict and no ground', () => {
    const { store, db } = openLedgerStore()
    const emails = Array.from({ length: 1000 }, (_, index) => `info${index}@x.example`)
    store.verdicts.add(emails.map((email, index) => verdict(email, ['role'], { answer: { index } })))
    const before = db.prepare('SELECT total_changes()').pluck().get() as number
    store.verdicts.setRule({ sign: 'role', class: 'undeliverable' })
    expect((db.prepare('SELECT total_changes()').pluck().get() as number) - before).toBeLessThan(10)
    expect(freshOf(store, 'info7@x.example')?.class).toBe('undeliverable')
  })

  it('puts reasons into another order, each with what was said of it', () => {
    const { store } = openLedgerStore()
    const [plus, takesMail] = ['plus', 'takesMail'].map(
      (sign) => signMeanings.find((known) => known.sign === sign)?.sentence ?? '',
    )
    const reasons = [plus ?? '', 'A detail of the first.', takesMail ?? '', 'And one of the second.']
    store.verdicts.add([verdict('a+b@x.example', ['plus', 'takesMail'], { reasons })])
    store.verdicts.setRule({ sign: 'takesMail', class: 'undeliverable' })
    expect(freshOf(store, 'a+b@x.example')).toMatchObject({
      class: 'undeliverable',
      signs: ['takesMail', 'plus'],
      reasons: [...reasons.slice(2), ...reasons.slice(0, 2)],
    })
  })

  it('counts no flip of its own', () => {
    const { store } = openLedgerStore()
    store.verdicts.add([verdict('info@x.example', ['role'], { at: now - day })])
    store.verdicts.setRule({ sign: 'role', class: 'accepts' })
    expect(store.verdicts.add([verdict('info@x.example', ['role'])])).toMatchObject({ flipped: 0 })
    const past = store.verdicts.past({ email: 'info@x.example', limit: 10, now })
    expect(past.map((one) => [one.class, one.was])).toEqual([
      ['accepts', 'accepts'],
      ['accepts', null],
    ])
  })

  it('shows in the list of contacts, and makes it be read again', () => {
    const { store } = openLedgerStore()
    load(store, [contact(1, { email: 'info@x.example' })])
    store.verdicts.add([verdict('info@x.example', ['role'])])
    const page = () => store.contacts.page({ query: everyone, slice })
    const before = page()
    store.verdicts.setRule({ sign: 'role', class: 'undeliverable' })
    const after = page()
    expect([before, after].map(({ rows }) => rows[0]?.verdict?.class)).toEqual(['risky', 'undeliverable'])
    expect(after.revision).toBeGreaterThan(before.revision)
  })

  it('survives a restart, and a program whose table is another one', () => {
    const folder = temporaryFolder()
    const one = openLedgerStore({ folder })
    one.store.verdicts.add([verdict('info@x.example', ['role']), verdict('a@x.example', ['disposable'])])
    one.store.verdicts.setRule({ sign: 'role', class: 'accepts' })
    one.close()
    const { store } = openLedgerStore({ folder })
    expect(freshOf(store, 'info@x.example')?.class).toBe('accepts')
    store.verdicts.useRules(
      signMeanings.map((known) =>
        known.sign === 'disposable' ? { ...known, class: 'undeliverable' } : known,
      ),
    )
    expect(freshOf(store, 'info@x.example')?.class).toBe('accepts')
    expect(freshOf(store, 'a@x.example')?.class).toBe('undeliverable')
  })

  it('goes back to what is usual, and overrides of domains stay', () => {
    const { store } = openLedgerStore()
    store.verdicts.add([verdict('info@x.example', ['role'])])
    store.verdicts.setDomain({ domain: 'y.example', class: 'risky', note: '', now })
    store.verdicts.setRule({ sign: 'role', class: 'accepts' })
    const rules = store.verdicts.resetRules()
    expect(rules.signs.every((rule) => rule.class === rule.usual)).toBe(true)
    expect(rules.domains).toHaveLength(1)
    expect(freshOf(store, 'info@x.example')?.class).toBe('risky')
  })

  it('is refused for a sign that there is none of', () => {
    const { store } = openLedgerStore()
    expect(() => store.verdicts.setRule({ sign: 'luck', class: 'risky' })).toThrow()
  })
})

it('tells how many addresses have each sign in their newest verdict', () => {
  const { store } = openLedgerStore()
  store.verdicts.add([
    verdict('info@x.example', ['role', 'takesMail']),
    verdict('ann@x.example', ['takesMail'], { at: now - day }),
    verdict('bob@x.example', ['takesMail']),
  ])
  store.verdicts.add([verdict('ann@x.example', ['noDomain'])])
  // Older than what is known: it changes no newest verdict.
  store.verdicts.add([verdict('bob@x.example', ['timedOut'], { at: now - 5 })])
  const counts = store.verdicts.rules().signs.filter(({ addresses }) => addresses > 0)
  expect(counts.map(({ sign, addresses }) => [sign, addresses])).toEqual([
    ['noDomain', 1],
    ['role', 1],
    ['takesMail', 2],
  ])
})

describe('an override of a domain', () => {
  it('outweighs what a check says, there and in every domain below, until it is taken away', () => {
    const { store } = openLedgerStore()
    const emails = ['ann@firm.example', 'ann@mail.firm.example', 'ann@otherfirm.example']
    store.verdicts.add(emails.map((email) => verdict(email, ['takesMail'])))
    store.verdicts.setDomain({ domain: 'Firm.example', class: 'undeliverable', note: 'They moved.', now })
    const classes = () => emails.map((email) => freshOf(store, email)?.class)
    expect(classes()).toEqual(['undeliverable', 'undeliverable', 'accepts'])
    expect(saidText(freshOf(store, 'ann@firm.example')?.reasons[0] ?? '')).toBe(
      'You gave firm.example the class “undeliverable”. The reason you gave: They moved.',
    )
    store.verdicts.setDomain({ domain: 'firm.example', class: null, note: '', now })
    expect(classes()).toEqual(['accepts', 'accepts', 'accepts'])
    expect(store.verdicts.rules().domains).toEqual([])
  })

  it('gives way to one of a domain below, and counts the addresses it holds for', () => {
    const { store } = openLedgerStore()
    const emails = ['a@firm.example', 'b@eu.firm.example', 'c@mail.eu.firm.example', 'd@x.example']
    store.verdicts.add(emails.map((email) => verdict(email, ['takesMail'])))
    store.verdicts.setDomain({ domain: 'firm.example', class: 'undeliverable', note: '', now })
    const { domains } = store.verdicts.setDomain({ domain: 'eu.firm.example', class: 'risky', note: '', now })
    expect(domains.map(({ domain, addresses }) => [domain, addresses])).toEqual([
      ['eu.firm.example', 2],
      ['firm.example', 1],
    ])
    expect(emails.map((email) => freshOf(store, email)?.class)).toEqual([
      'undeliverable',
      'risky',
      'risky',
      'accepts',
    ])
  })

  it('holds for a domain however it is written', () => {
    const { store } = openLedgerStore()
    store.verdicts.add([
      verdict('ann@bücher.example', ['takesMail']),
      verdict('bob@xn--bcher-kva.example', ['takesMail']),
    ])
    const { domains } = store.verdicts.setDomain({ domain: '@Bücher.example', class: 'risky', note: '', now })
    expect(domains).toMatchObject([{ domain: 'xn--bcher-kva.example', addresses: 2 }])
    expect(freshOf(store, 'ann@bücher.example')?.class).toBe('risky')
  })

  it.each(['', 'x', 'a b.example', '10.0.0.1', 'http://x.example/', 'ann@x.example'])(
    'is refused for %j',
    (domain) => {
      const { store } = openLedgerStore()
      expect(() => store.verdicts.setDomain({ domain, class: 'risky', note: '', now })).toThrow()
    },
  )

  it('is told with every verdict of the history, which keeps its own class', () => {
    const { store } = openLedgerStore()
    store.verdicts.add([verdict('ann@firm.example', ['noDomain'], { at: now - 100 * day })])
    store.verdicts.add([verdict('ann@firm.example', ['takesMail'])])
    store.verdicts.setDomain({ domain: 'firm.example', class: 'risky', note: 'Why', now })
    const override = { class: 'risky', note: 'Why' }
    expect(store.verdicts.past({ email: 'Ann@firm.example', limit: 10, now })).toMatchObject([
      { class: 'accepts', was: 'undeliverable', expired: false, override, vendor: null },
      { class: 'undeliverable', was: null, expired: true, override },
    ])
  })

  it('is counted to its end after a kill in the middle', () => {
    const { store, db, folder, close } = openLedgerStore()
    load(store, [contact(1, { email: 'ann@firm.example' })])
    store.verdicts.add([verdict('ann@firm.example', ['takesMail'])])
    db.exec(
      "INSERT INTO domain_override (domain, class, note, at, swept) VALUES ('firm.example', 'risky', '', 1, 0)",
    )
    close()
    const again = openLedgerStore({ folder })
    expect(again.store.verdicts.health({ now }).byClass).toMatchObject({ accepts: 1 })
    again.settle()
    expect(again.store.verdicts.health({ now }).byClass).toMatchObject({ risky: 1 })
  })
})

describe('how long verdicts hold', () => {
  it('is what a person says, for all that is known', () => {
    const { store } = openLedgerStore()
    store.verdicts.add([
      verdict('ann@x.example', ['takesMail'], { at: now - 10 * day }),
      verdict('bob@x.example', ['timedOut'], { at: now - 10 * day }),
    ])
    expect(store.verdicts.rules().expiry).toEqual({ known: 90, unknown: 30 })
    expect(store.verdicts.setExpiry({ known: 10, unknown: 11 }).expiry).toEqual({ known: 10, unknown: 11 })
    expect(freshOf(store, 'ann@x.example')).toBeUndefined()
    expect(freshOf(store, 'ann@x.example', now - 1)).toBeDefined()
    expect(freshOf(store, 'bob@x.example')).toBeDefined()
  })

  it('is shorter for those who are asked about again', () => {
    const { store } = openLedgerStore()
    store.verdicts.add([verdict('bob@x.example', ['timedOut']), verdict('ann@x.example', ['takesMail'])])
    const emails = ['ann@x.example', 'bob@x.example']
    const since = (unknownSince: number) =>
      store.verdicts.freshOf({ emails, now, unknownSince }).map(({ email }) => email)
    expect(since(now)).toEqual(emails)
    expect(since(now + 1)).toEqual(['ann@x.example'])
  })
})

it('keeps the class that was told with a sign it does not know', () => {
  const { store } = openStore()
  load(store, [contact(1, { email: 'ann@x.example' })])
  store.verdicts.add([verdict('ann@x.example', ['somethingNew'], { class: 'risky' })])
  store.verdicts.add([verdict('bob@x.example', ['somethingNew'], { class: 'accepts' })])
  expect([freshOf(store, 'ann@x.example'), freshOf(store, 'bob@x.example')].map((one) => one?.class)).toEqual(
    ['risky', 'accepts'],
  )
})
