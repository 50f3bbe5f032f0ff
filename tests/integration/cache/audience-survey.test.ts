import { describe, expect, it, onTestFinished } from 'vitest'
import { assemble } from '../../../src-main/cache/assemble'
import type { SurveyInput } from '../../../src-main/features/segments/store/audience/api'
import { openDatabase } from '../../../src-main/core/database/database'
import { migrations } from '../../../src-main/cache/schema/first'
import { drive, isSteps } from '../../../src-main/core/database/session'
import type { CacheStore } from '../../../src-main/cache/store'
import type { Contact } from '../../../src-shared/interface/contact'
import type { FilterCondition } from '../../../src-shared/interface/filter'
import { day, now, openLedgerStore, verdict } from './ledger-support'
import { load, loadEvents, temporaryFolder } from './support'

const iso = (ms: number): string => new Date(ms).toISOString()

function person(name: string, data: Record<string, unknown>, more: Partial<Contact> = {}): Contact {
  return {
    id: `id of ${name}`,
    email: `${name}@${name.length > 3 ? 'example.com' : 'example.org'}`,
    subscribed: true,
    data,
    createdAt: iso(now - 10 * day),
    updatedAt: iso(now - 10 * day),
    ...more,
  }
}

const people = [
  person('anna', { firstName: 'Anna', city: 'Oslo', timezone: 'Europe/Oslo' }),
  person('bert', { firstName: '', city: 'Bergen', timezone: 'Europe/Oslo', tags: ['a', 5] }),
  person('cem', { firstName: 'Cem', timezone: 'Asia/Tokyo', address: { city: 'İzmir' } }),
  person('dora', { firstName: 'Дора', city: 'Kyiv', timezone: 'Kyiv' }, { subscribed: false }),
  person('emil', { firstName: 'Emil-Alexander von und zu', city: 'Kiel', 'address.city': 'Kiel' }),
  person('farid', { firstName: 'فريد', tags: [] }),
]

const everyone: SurveyInput = {
  asker: 'test',
  condition: null,
  segments: [],
  subscribedOnly: true,
  variables: [],
  recent: null,
  sent: [],
  previous: null,
}
const inOslo: FilterCondition = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'data.timezone', operator: 'equals', value: 'Europe/Oslo' }] }],
}
const campaign = {
  id: 'c1',
  sentAt: now - 3 * day,
  subject: 'News of {{city}} in spring',
  condition: inOslo,
  segments: [],
  subscribedOnly: true,
}

function open(options: { folder?: string; records?: Contact[] } = {}) {
  const opened = openLedgerStore({ now: () => now, ...(options.folder && { folder: options.folder }) })
  if (options.records) load(opened.store, options.records)
  return opened
}

function openAssembled(records: Contact[]) {
  const { folder, close } = open({ folder: temporaryFolder(), records })
  close()
  const db = openDatabase({ folder, key: null }, migrations)
  onTestFinished(() => {
    db.close()
  })
  return { assembled: assemble(db, { folder, encrypted: false, now: () => now, monotonic: () => 0 }) }
}

function addressesOf(store: CacheStore, selectionId: string): string[] {
  return store.contacts
    .frozenRows({ selectionId, slice: { offset: 0, limit: 500 } })
    .map(({ email }) => email)
}

/** A mail that left, as the service tells of it. */
function mail(name: string, at: number, data: Record<string, unknown>) {
  return {
    id: `mail to ${name} at ${at}`,
    name: 'email.sent',
    contactId: `id of ${name}`,
    createdAt: iso(at),
    data,
  }
}

describe('a survey of an audience', () => {
  it('counts members, the unsubscribed, and who would get it', () => {
    const { store } = open({ records: people })
    const { members, unsubscribed, willGet, selectionId } = store.audience.survey(everyone)
    expect({ members, unsubscribed, willGet }).toEqual({ members: 6, unsubscribed: 1, willGet: 5 })
    expect(addressesOf(store, selectionId)).not.toContain('dora@example.com')
    expect(store.audience.survey({ ...everyone, subscribedOnly: false }).willGet).toBe(6)
    expect(store.audience.first({ ...everyone, condition: inOslo })).toEqual({
      members: 2,
      unsubscribed: 0,
      willGet: 2,
    })
  })

  it('counts apart who is left out of those who would get it', () => {
    const { store } = open({ records: people })
    const named = (...names: string[]): FilterCondition => ({
      logic: 'OR',
      groups: names.map((name) => ({
        filters: [{ field: 'email', operator: 'contains', value: `${name}@` }],
      })),
    })
    const without = named('anna', 'dora')
    const counted = (changes: Partial<SurveyInput>) => {
      const { members, unsubscribed, leftOut, willGet, selectionId } = store.audience.survey({
        ...everyone,
        without,
        ...changes,
      })
      expect(addressesOf(store, selectionId)).not.toContain('anna@example.com')
      return { members, unsubscribed, leftOut, willGet }
    }
    expect(counted({})).toEqual({ members: 6, unsubscribed: 1, leftOut: 1, willGet: 4 })
    // Who is unsubscribed gets it then, unless they are left out.
    expect(counted({ subscribedOnly: false })).toEqual({
      members: 6,
      unsubscribed: 0,
      leftOut: 2,
      willGet: 4,
    })
    expect(counted({ condition: inOslo })).toEqual({ members: 2, unsubscribed: 0, leftOut: 1, willGet: 1 })
  })

  it('counts verdicts as they hold now, expired ones as not checked', () => {
    const { store } = open({ records: people })
    store.verdicts.add([
      verdict('anna@example.com', ['doesNotExist']),
      verdict('bert@example.com', []),
      verdict('emil@example.com', ['doesNotExist'], { at: now - 200 * day }),
    ])
    const first = store.audience.survey(everyone).verdicts
    expect(first.notChecked).toBe(3)
    expect(first.accepts + first.risky + first.undeliverable + first.unknown).toBe(2)
    store.verdicts.setDomain({ domain: 'example.com', class: 'undeliverable', note: '', now })
    const { verdicts, selectionId } = store.audience.survey(everyone)
    expect(verdicts).toEqual({ accepts: 0, risky: 0, undeliverable: 2, unknown: 0, notChecked: 3 })
    const part = store.audience.part({ selectionId, part: { kind: 'verdict', class: 'undeliverable' } })
    expect(addressesOf(store, part.selectionId)).toEqual(['anna@example.com', 'bert@example.com'])
  })

  it('names the most frequent domains and counts the rest', () => {
    const records = Array.from({ length: 30 }, (_, at) =>
      person(`p${at}`, {}, { email: `p${at}@d${Math.floor(Math.sqrt(at))}.example` }),
    )
    const { store } = open({ records })
    const { domains, otherDomains, selectionId } = store.audience.survey(everyone)
    expect(domains.map(({ domain, count }) => `${domain} ${count}`)).toEqual([
      'd4.example 9',
      'd3.example 7',
      'd2.example 5',
      'd5.example 5',
      'd1.example 3',
    ])
    expect(otherDomains).toEqual({ domains: 1, count: 1 })
    expect(store.audience.part({ selectionId, part: { kind: 'domain', domain: 'D2.example' } }).count).toBe(5)
  })

  it('counts whose mailbox is at a provider that is known, and says who they are', () => {
    const domains = ['gmail.com', 'googlemail.com', 'gmx.de', 'web.de', 'web.de', 'harbour.example']
    const records = domains.map((domain, at) => person(`p${at}`, {}, { email: `p${at}@${domain}` }))
    const { store } = open({ records })
    const { mailboxes, selectionId } = store.audience.survey(everyone)
    expect(mailboxes).toEqual([
      { mailbox: 'gmx', people: 3 },
      { mailbox: 'gmail', people: 2 },
    ])
    const part = { kind: 'mailboxes' as const, mailboxes: ['gmail' as const, 'orange' as const] }
    expect(store.audience.part({ selectionId, part }).count).toBe(2)
  })

  it('counts whom each variable shows nothing for, and says who they are', () => {
    const { store } = open({ records: people })
    const variables = ['firstName', 'data.city', 'address.city', 'tags', 'email', 'nothing', 'tags.1']
    const { missing, selectionId } = store.audience.survey({ ...everyone, variables })
    expect(Object.fromEntries(missing.map(({ variable, count }) => [variable, count]))).toEqual({
      firstName: 1,
      'data.city': 2,
      'address.city': 3,
      tags: 4,
      email: 0,
      nothing: 5,
      'tags.1': 4,
    })
    const of = (variable: string) =>
      addressesOf(
        store,
        store.audience.part({ selectionId, part: { kind: 'missing', variable } }).selectionId,
      )
    expect(of('firstName')).toEqual(['bert@example.com'])
    expect(of('data.city')).toEqual(['cem@example.org', 'farid@example.com'])
    expect(of('tags.1')).not.toContain('bert@example.com')
  })

  it('finds somebody with every value, and the worst cases', () => {
    const { store } = open({ records: people })
    const { personas } = store.audience.survey({ ...everyone, variables: ['firstName', 'city'] })
    expect(personas.map(({ kind, label, email }) => `${kind}: ${label}, ${email}`)).toEqual([
      'first: Anna, anna@example.com',
      'longest: Longest values, emil@example.com',
      'missing: No city, cem@example.org',
      'missing: No firstName, bert@example.com',
      'script: Arabic, farid@example.com',
    ])
  })

  it('takes nobody for the worst case of a variable that nobody has', () => {
    const { store } = open({ records: people.slice(1) })
    const { personas } = store.audience.survey({ ...everyone, variables: ['firstName', 'firstname'] })
    const ofKind = (wanted: string) => personas.find(({ kind }) => kind === wanted)
    expect(ofKind('first')).toMatchObject({ email: 'cem@example.org' })
    expect(ofKind('missing')).toMatchObject({ label: 'No firstName', email: 'bert@example.com' })
    expect(personas.map(({ label }) => label)).not.toContain('No firstname')
  })

  it('counts who had a mail since a moment', () => {
    const { store } = open({ records: people })
    loadEvents(store, [
      mail('anna', now - day, {}),
      mail('bert', now - 9 * day, {}),
      mail('dora', now - day, {}),
    ])
    const recent = { since: now - 2 * day, sent: [], contactIds: [] }
    const { recent: had, selectionId } = store.audience.survey({ ...everyone, recent })
    expect(had).toBe(1)
    store.events.upsert(mail('cem', now - 60_000, {}))
    expect(store.audience.survey({ ...everyone, recent }).recent).toBe(2)
    const part = store.audience.part({ selectionId, part: { kind: 'recent', mail: recent } })
    expect(addressesOf(store, part.selectionId)).toEqual(['anna@example.com', 'cem@example.org'])
  })

  it('counts a contact that came after its events', () => {
    const { store } = open({ records: people.slice(1) })
    loadEvents(store, [mail('anna', now - day, {}), mail('bert', now - day, {})])
    const recent = { since: now - 2 * day, sent: [], contactIds: [] }
    expect(store.audience.survey({ ...everyone, recent }).recent).toBe(1)
    store.contacts.upsert(person('anna', {}))
    expect(store.audience.survey({ ...everyone, recent }).recent).toBe(2)
  })

  it('counts who had another campaign by its events: by its id, or by its subject in the days after it was sent', () => {
    const { store } = open({ records: people })
    const sent = campaign.sentAt
    loadEvents(store, [
      mail('anna', sent + 1000, { subject: 'News of Oslo in spring' }),
      mail('bert', sent - 5 * day, { subject: 'News of Bergen in spring' }),
      mail('cem', sent + 2000, { campaignId: 'c1' }),
      mail('emil', sent + 2000, { subject: 'Something else' }),
    ])
    const [overlap] = store.audience.survey({ ...everyone, sent: [campaign] }).overlap
    expect(overlap).toEqual({ id: 'c1', count: 2, exact: true })
    const { selectionId } = store.audience.survey(everyone)
    const part = store.audience.part({ selectionId, part: { kind: 'sent', campaign } })
    expect(addressesOf(store, part.selectionId)).toEqual(['anna@example.com', 'cem@example.org'])
  })

  it('counts whom a campaign is for beside those of whom events tell, where some may be missing', () => {
    const { store } = open({ records: people })
    loadEvents(store, [mail('emil', campaign.sentAt + 1000, { campaignId: 'c1' })])
    const everybody = { ...everyone, subscribedOnly: false }
    const overlapOf = (sent: typeof campaign & { people?: number }) =>
      store.audience.survey({ ...everybody, sent: [sent] }).overlap[0]
    expect(overlapOf(campaign)).toEqual({ id: 'c1', count: 1, exact: true })
    expect(overlapOf({ ...campaign, people: 1 })).toEqual({ id: 'c1', count: 1, exact: true })
    expect(overlapOf({ ...campaign, people: 3 })).toEqual({ id: 'c1', count: 3, exact: false })
  })

  it('counts each person once who had a mail by an event, by a campaign and by a mail from here', () => {
    const { store } = open({ records: people })
    loadEvents(store, [mail('anna', now - day, {})])
    const sent = [{ ...campaign, sentAt: now - day, people: 2 }]
    const recentOf = (contactIds: string[]) =>
      store.audience.survey({ ...everyone, recent: { since: now - 2 * day, sent, contactIds } }).recent
    const known = recentOf([])
    expect(known).toBeGreaterThan(1)
    expect(recentOf(['id of anna'])).toBe(known)
    expect(recentOf(['id of nobody'])).toBe(known)
  })

  it('counts those whom another campaign is for now where no event tells', () => {
    const { store } = open({ records: people })
    const [overlap] = store.audience.survey({ ...everyone, sent: [campaign] }).overlap
    expect(overlap).toEqual({ id: 'c1', count: 2, exact: false })
  })

  it('counts time zones that there are', () => {
    const { store } = open({ records: people })
    const { zones, selectionId } = store.audience.survey({ ...everyone, subscribedOnly: false })
    expect(zones).toEqual([
      { zone: 'Europe/Oslo', count: 2 },
      { zone: 'Asia/Tokyo', count: 1 },
    ])
    const part = store.audience.part({ selectionId, part: { kind: 'zones', zones: ['Asia/Tokyo'] } })
    expect(addressesOf(store, part.selectionId)).toEqual(['cem@example.org'])
  })
})

describe('a static segment of the copied catalogue', () => {
  const members = { list: 'members' as const, owner: 's1' }
  const put = (store: CacheStore, names: string[]): void => {
    store.catalogueParts.begin({ ...members, anew: false })
    const parts = names.map((name) => ({
      id: `id of ${name}`,
      at: now,
      kind: '',
      record: { id: `id of ${name}` },
    }))
    store.catalogueParts.apply({ ...members, parts, bookmark: null })
    store.catalogueParts.finish({ ...members, whole: true, now })
  }
  const count = (store: CacheStore): number =>
    store.audience.count({
      asker: 'test',
      condition: {
        logic: 'AND',
        groups: [{ filters: [{ field: 's', operator: 'memberOfSegment', value: 's1' }] }],
      },
      segments: [{ id: 's1', copied: true }],
    }).count

  it('has the members that were read, as they change', () => {
    const { store } = open({ records: people })
    put(store, ['anna', 'bert', 'gina'])
    expect(count(store)).toBe(2)
    put(store, ['anna', 'bert', 'cem', 'dora'])
    expect(count(store)).toBe(4)
    store.catalogueParts.remove({ ...members, ids: ['id of cem'] })
    expect(count(store)).toBe(3)
  })

  it('has a member whose contact comes after it', () => {
    const { store } = open({ records: people })
    put(store, ['anna', 'gina'])
    expect(count(store)).toBe(1)
    store.contacts.upsert(person('gina', {}))
    expect(count(store)).toBe(2)
    store.contacts.remove('id of anna')
    expect(count(store)).toBe(1)
  })
})

describe('an asker', () => {
  const steps = () => {
    const { assembled } = openAssembled(people)
    const call = (asker: string) => {
      const work = assembled.store.audience.survey({ ...everyone, asker })
      if (!isSteps(work)) throw new Error('It was done at once.')
      return work
    }
    return { call, store: assembled.store }
  }

  it('is answered with `cancelled` where they asked again, or took it back', () => {
    const { call, store } = steps()
    const first = call('page')
    first.next()
    const second = call('page')
    second.next()
    expect(() => drive(first)).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ code: 'cancelled' }) }),
    )
    void store.audience.cancel('page')
    expect(() => drive(second)).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ code: 'cancelled' }) }),
    )
  })

  it('leaves what others wait for alone', () => {
    const { call } = steps()
    const first = call('page')
    first.next()
    call('another').next()
    expect(drive(first)).toMatchObject({ members: 6 })
  })
})

describe('what changed since the last review', () => {
  it('survives a restart, and counts who came and who is gone', () => {
    const folder = temporaryFolder()
    const opened = open({ folder, records: people })
    const { store } = opened
    const { selectionId } = store.audience.survey(everyone)
    store.audience.keep({ owner: 'c1', selectionId, at: now })
    opened.close()
    const again = open({ folder }).store
    again.contacts.upsert(person('gina', {}))
    again.contacts.upsert({ ...people[3], subscribed: true } as Contact)
    again.contacts.remove('id of bert')
    expect(again.audience.survey({ ...everyone, previous: 'c1' }).change).toEqual({
      at: now,
      added: 2,
      gone: 1,
    })
    expect(again.audience.survey({ ...everyone, previous: 'c2' }).change).toBeNull()
    again.audience.forget('c1')
    expect(again.audience.survey({ ...everyone, previous: 'c1' }).change).toBeNull()
  })

  it('takes nobody for the contact whose row they have', () => {
    const folder = temporaryFolder()
    const opened = open({ folder, records: people })
    const { selectionId } = opened.store.audience.survey(everyone)
    opened.store.audience.keep({ owner: 'c1', selectionId, at: now })
    opened.store.contacts.remove('id of farid')
    opened.close()
    const again = open({ folder }).store
    again.contacts.upsert(person('gina', {}))
    expect(again.audience.survey({ ...everyone, previous: 'c1' }).change).toEqual({
      at: now,
      added: 1,
      gone: 1,
    })
  })

  it('is forgotten with the copy', () => {
    const { store } = open({ records: people })
    store.audience.keep({ owner: 'c1', selectionId: store.audience.survey(everyone).selectionId, at: now })
    store.maintenance.clear()
    load(store, people)
    expect(store.audience.survey({ ...everyone, previous: 'c1' }).change).toBeNull()
  })
})
