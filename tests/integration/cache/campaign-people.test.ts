import { beforeEach, expect, it } from 'vitest'
import type { CacheStore } from '../../../src-main/cache/store'
import type { MailedCampaign, MailStep } from '../../../src-main/features/campaigns/store'
import type { Contact } from '../../../src-shared/interface/contact'
import type { Event } from '../../../src-shared/interface/event'
import { migrations } from '../../../src-main/cache/schema/first'
import { openDatabase } from '../../../src-main/core/database/database'
import { load, loadEvents, openStore, temporaryFolder, type OpenStore } from './support'

const sentAt = Date.UTC(2026, 10, 11, 9)
const minute = 60_000
const campaign: MailedCampaign = {
  id: 'cmp',
  subject: 'New prices from January',
  from: sentAt - 60 * minute,
  to: sentAt + 30 * 24 * 60 * minute,
}
const person = (name: string, domain = 'x.example'): Contact => ({
  id: `id of ${name}`,
  email: `${name}@${domain}`,
  subscribed: true,
  data: { firstName: name },
  createdAt: '2026-01-05T12:00:00.000Z',
  updatedAt: '2026-01-05T12:00:00.000Z',
})

let made = 0
/** An event of the mail that somebody got, so many minutes after the campaign was sent. */
function told(name: string, who: string, after: number, more: Record<string, unknown> = {}): Event {
  made += 1
  return {
    id: `evt${made}`,
    name,
    contactId: `id of ${who}`,
    emailId: `mail of ${who}`,
    data: { subject: campaign.subject, ...more },
    createdAt: new Date(sentAt + after * minute).toISOString(),
  }
}

let opened: OpenStore
let store: CacheStore
beforeEach(() => {
  opened = openStore()
  store = opened.store
  load(
    store,
    ['anna', 'bert', 'cem', 'dora', 'emil', 'fay'].map((name) => person(name)),
  )
  loadEvents(
    store,
    [
      told('email.sent', 'anna', 0),
      told('email.delivery', 'anna', 1),
      told('email.open', 'anna', 5),
      told('email.open', 'anna', 7),
      told('email.click', 'anna', 8, { url: 'https://x.example/prices' }),
      told('email.sent', 'bert', 0),
      told('email.bounce', 'bert', 2, { reply: '550, no such mailbox' }),
      told('email.sent', 'cem', 3),
      told('email.sent', 'dora', 0),
      told('email.delivery', 'dora', 1),
      told('email.sent', 'emil', 0),
      told('email.open', 'emil', 9),
      { ...told('email.complaint', 'emil', 20), data: null },
    ].reverse(),
  )
  opened.settle()
})

const page = (step: MailStep | null = null, search = '', limit = 100) =>
  store.campaignPeople.page({ campaign, step, search, slice: { offset: 0, limit } })
const who = (found: { rows: { email: string; step: string }[] }) =>
  found.rows.map(({ email, step }) => `${email.replace('@x.example', '')} ${step}`)

it('tells everybody who got it with the furthest step, the latest first', () => {
  expect(who(page())).toEqual(['emil opened', 'anna clicked', 'cem open', 'bert bounced', 'dora delivered'])
  expect(page().count).toBe(5)
})

it('tells what is behind a step: how often, which link, why it bounced, who complained', () => {
  const [emil, anna, , bert] = page().rows
  expect(emil).toMatchObject({ leaving: 'complained', opens: 1 })
  expect(anna).toMatchObject({ opens: 2, clicks: 1, link: 'https://x.example/prices', leaving: null })
  expect(bert).toMatchObject({ reply: '550, no such mailbox' })
})

it('has every person at one step alone, so that the steps make up everybody', () => {
  const counts = (['open', 'delivered', 'opened', 'clicked', 'bounced'] as const).map(
    (step) => page(step).count,
  )
  expect(counts).toEqual([1, 1, 1, 1, 1])
  expect(who(page('open'))).toEqual(['cem open'])
})

it('finds people by name and address among those of a step', () => {
  expect(who(page(null, 'anna'))).toEqual(['anna clicked'])
  expect(page('open', 'anna').count).toBe(0)
})

it('takes in what came since it was read', () => {
  page()
  store.events.keep([told('email.delivery', 'cem', 30), told('email.sent', 'fay', 31)])
  expect(who(page()).slice(0, 2)).toEqual(['fay open', 'cem delivered'])
  expect(page('delivered').count).toBe(2)
})

it('reads all again where an event of a mail is gone', () => {
  page()
  store.events.forget('email.click')
  expect(who(page(null, 'anna'))).toEqual(['anna opened'])
  expect(store.campaignPeople.figures({ campaign }).links).toEqual([])
})

it('counts nothing of another campaign with the same subject', () => {
  const other = {
    ...campaign,
    id: 'old',
    from: sentAt - 400 * 24 * 60 * minute,
    to: sentAt - 300 * 24 * 60 * minute,
  }
  expect(
    store.campaignPeople.page({ campaign: other, step: null, search: '', slice: { offset: 0, limit: 9 } })
      .count,
  ).toBe(0)
})

it('leaves out who is deleted, and takes them out of the sums', () => {
  page()
  store.contacts.remove('id of anna')
  expect(page().count).toBe(4)
  expect(store.campaignPeople.figures({ campaign })).toMatchObject({
    domains: [{ domain: 'x.example', clicked: 0, opened: 1 }],
    links: [],
  })
})

it('sums up domains and links, and knows whom it reached first', () => {
  const { domains, links, first } = store.campaignPeople.figures({ campaign })
  expect(domains).toEqual([{ domain: 'x.example', open: 1, delivered: 1, opened: 1, clicked: 1, bounced: 1 }])
  expect(links).toEqual([{ url: 'https://x.example/prices', people: 1 }])
  expect(first).toMatchObject({ email: 'anna@x.example', at: sentAt + minute })
})

it('lists the addresses of those from whom nothing came', () => {
  const found = store.campaignPeople.addresses({ campaign, step: 'open', after: 0, limit: 10 })
  expect(found).toEqual({ emails: ['cem@x.example'], next: null })
})

it('counts how it stood at an age, once the events tell of enough people', () => {
  const at = (minutes: number, atLeast: number) =>
    store.campaignWeeks.of({ campaign, sentAt, until: sentAt + minutes * minute, atLeast, isOver: false })
  // Emil's complaint came later; what came back from Bert came in time.
  const expected = {
    sent: 5,
    delivered: 3,
    opened: 2,
    clicked: 1,
    bounced: 1,
    unsubscribed: 0,
    complained: 0,
  }
  expect(at(10, 6)).toEqual(expected)
  store.events.keep([told('email.click', 'emil', 11), told('email.delivery', 'cem', 9)])
  expect(at(10, 6)).toEqual({ ...expected, delivered: 4 })
  expect(store.campaignWeeks.kept()).toEqual([])
  expect(at(60, 5)).toMatchObject({ opened: 2, clicked: 2, complained: 1 })
  expect(store.campaignWeeks.kept()).toEqual(['cmp'])
  store.contacts.remove('id of anna')
  expect(at(60, 5)).toMatchObject({ sent: 5, clicked: 2 })
})

it('takes what names its mail by the id alone for its own, and of others nothing', () => {
  const bare = { data: null }
  store.events.keep([
    { ...told('email.open', 'dora', 6), ...bare },
    { ...told('email.open', 'cem', 7), ...bare, emailId: 'mail of another campaign' },
    { ...told('contact.unsubscribed', 'anna', 8), ...bare },
    { ...told('contact.unsubscribed', 'cem', 8), data: { by: 'settings' }, emailId: undefined },
  ])
  const week = { campaign, sentAt, until: sentAt + 10 * minute, atLeast: 1, isOver: false }
  expect(store.campaignWeeks.of(week)).toMatchObject({ opened: 3, unsubscribed: 1 })
})

it('finds the same people at a place from either end, and among those of a search', () => {
  const more = Array.from({ length: 60 }, (_, at) =>
    person(`z${at}`, at % 3 === 0 ? 'y.example' : 'x.example'),
  )
  for (const one of more) store.contacts.upsert(one)
  store.events.keep(more.map(({ id }, at) => told('email.sent', id.slice('id of '.length), 100 + (at % 7))))
  const at = (offset: number, limit: number, search = '') =>
    store.campaignPeople
      .page({ campaign, step: null, search, slice: { offset, limit } })
      .rows.map(({ email }) => email)
  for (const search of ['', 'y.example']) {
    const all = at(0, 100, search)
    expect(all).toHaveLength(search === '' ? 65 : 20)
    for (const offset of [0, 1, 7, 12, 18, 19, 40, 60, 64, 70])
      expect(at(offset, 5, search)).toEqual(all.slice(offset, offset + 5))
  }
})

it('follows who comes and goes in what a search is compared with', () => {
  const found = (step: MailStep | null) => page(step, 'x.example').count
  expect([found(null), found('opened')]).toEqual([5, 1])
  store.events.keep([told('email.open', 'dora', 40), told('email.sent', 'fay', 41)])
  expect([found(null), found('opened'), found('delivered')]).toEqual([6, 2, 0])
  store.contacts.remove('id of dora')
  expect([found(null), found('opened')]).toEqual([5, 1])
})

it('forgets everything with the copy', () => {
  page()
  store.maintenance.clear()
  expect(page().count).toBe(0)
})

it('reads every list of people in the order of an index, and no table from end to end', () => {
  const { db, folder } = opened
  const seen = new Set<string>()
  const prepare = db.prepare.bind(db)
  db.prepare = (source: string) => {
    if (/^\s*SELECT/i.test(source) && source.includes('campaign_'))
      seen.add(source.replace(/\s+/g, ' ').trim())
    return prepare(source)
  }
  page()
  page('clicked')
  page('clicked', 'x.example')
  store.campaignPeople.page({ campaign, step: null, search: '', slice: { offset: 4, limit: 1 } })
  store.campaignPeople.figures({ campaign })
  store.campaignWeeks.of({ campaign, sentAt, until: sentAt + minute, atLeast: 1, isOver: false })
  expect(folder).not.toBe('')
  expect(seen.size).toBeGreaterThan(3)
  for (const source of seen) {
    const plan = prepare(`EXPLAIN QUERY PLAN ${source.replace(/[?]|@\w+/g, '5')}`).all() as {
      detail: string
    }[]
    const text = plan.map(({ detail }) => detail).join('; ')
    expect([source, text]).toEqual([source, expect.stringMatching(/^SEARCH campaign_\w+ USING/)])
    expect([source, text]).not.toEqual([source, expect.stringContaining('TEMP B-TREE')])
  }
})

it('asks about one person by keys alone, whoever else there is', () => {
  const { db } = opened
  const planOf = (sql: string) =>
    (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).map(({ detail }) => detail).join()
  const asked = [
    "SELECT 1 FROM catalogue_part WHERE list = 'members' AND owner = 's' AND id = 'c'",
    "SELECT at, people, bits FROM audience_kept WHERE owner = 'cmp'",
    'SELECT row FROM event_contact_key WHERE hash = 5',
    'SELECT name, created FROM event WHERE row = 5',
  ]
  for (const sql of asked)
    expect([sql, planOf(sql)]).toEqual([sql, expect.stringMatching(/^SEARCH \w+ USING/)])
})

it('is asked of a copy that was made before it was kept, whose reviews found nothing that is known', () => {
  const folder = temporaryFolder()
  const before = openDatabase({ folder, key: null }, migrations.slice(0, -1))
  before.exec(
    "INSERT INTO review_last (campaign, at, hash, people, errors, warnings) VALUES ('cmp', 1, 'h', 5, 0, 0)",
  )
  before.close()
  const older = openStore({ folder }).store
  expect(older.reviews.state('cmp').last).toMatchObject({ people: 5, found: null })
  expect(
    older.campaignPeople.page({ campaign, step: null, search: '', slice: { offset: 0, limit: 5 } }).count,
  ).toBe(0)
})
