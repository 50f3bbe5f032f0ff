// Who got what: a campaign that everybody got, read out of its events, listed, searched and scrolled to its end; and for
// single people why they did not get the others of a hundred campaigns.
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCache } from '../../src-main/cache/open'
import { migrations } from '../../src-main/cache/schema/first'
import { missedBy } from '../../src-main/features/campaigns/why-not'
import type { MailedCampaign, MailStep } from '../../src-main/features/campaigns/store'
import { campaignSchema } from '../../src-shared/interface/campaign'
import type { Event } from '../../src-shared/interface/event'
import type { FilterCondition } from '../../src-shared/interface/filter'
import { segmentSchema } from '../../src-shared/interface/segment'
import { cacheWorker } from '../fixtures/built'
import { bodyOf, mailWith } from '../fixtures/mails'
import { createRecordedLog } from '../fixtures/recorded-log'
import { seeded } from '../fixtures/seeded'
import { figure, size, spread, time } from './cache/harness'
import { key, open, type Opened } from './cache/open'
import { contacts, pages } from './cache/records'

const bench = 'who-got'
const minute = 60_000
const day = 24 * 60 * minute
const sentAt = Date.UTC(2026, 8, 2, 9)
const folder = join(tmpdir(), `postroom-bench-${bench}-${size}-${migrations.at(-1)?.number ?? 0}`)
const subject = 'News of September'
const campaign: MailedCampaign = { id: 'all', subject, from: sentAt - day, to: sentAt + 30 * day }

/** What became of the mail that everybody got, the newest event first as a service lists them. */
function* happenings(): Generator<Event> {
  const draw = seeded(41)
  const later: Event[] = []
  let number = 0
  for (const { id } of contacts(size)) {
    number += 1
    const told = (name: string, after: number): Event => ({
      id: `${name} ${number}`,
      name,
      contactId: id,
      emailId: `mail ${number}`,
      data: { subject },
      createdAt: new Date(sentAt + after).toISOString(),
    })
    const leaves = Math.floor((number / size) * 300 * minute)
    yield told('email.sent', leaves)
    if (draw() < 0.012) later.push(told('email.bounce', leaves + minute))
    else {
      yield told('email.delivery', leaves + minute)
      if (draw() < 0.4) later.push(told('email.open', leaves + Math.floor(draw() * 5 * day)))
      if (later.length > 500) yield* later.splice(0)
    }
  }
  yield* later
}

/** Gives records to `put` in pages. */
function inPages<T>(records: Iterable<T>, put: (page: T[]) => void): void {
  let page: T[] = []
  for (const record of records) {
    if (page.push(record) < 500) continue
    put(page)
    page = []
  }
  if (page.length > 0) put(page)
}

/** A hundred campaigns, each with a condition of its own or a segment, and kept reviews of half of them. */
function copyCatalogue({ store }: Opened): void {
  const condition = (seats: number): FilterCondition => ({
    logic: 'AND',
    groups: [
      {
        filters: [
          { field: 'data.seats', operator: 'greaterThan', value: seats },
          { field: 'data.city', operator: 'contains', value: 'o' },
        ],
      },
      { filters: [{ field: 'email.open', operator: 'triggered' }] },
    ],
  })
  for (let at = 0; at < 10; at += 1) {
    const record = segmentSchema.parse({
      id: `s${at}`,
      name: `S${at}`,
      type: 'DYNAMIC',
      condition: condition(at),
    })
    store.catalogue.upsert({ list: 'segments', record })
  }
  const everybody = store.audience.willGet({ condition: condition(100), segments: [], subscribedOnly: true })
  for (let at = 0; at < 100; at += 1) {
    const to =
      at % 2 === 0
        ? { audienceType: 'SEGMENT', segmentId: `s${at % 10}` }
        : { audienceType: 'FILTERED', audienceCondition: condition(at) }
    const record = campaignSchema.parse({
      ...mailWith(bodyOf('newsletter'), { subject: at === 0 ? subject : `Campaign ${at}` }),
      id: at === 0 ? 'all' : `campaign ${at}`,
      name: `Campaign ${at}`,
      status: 'SENT',
      sentCount: size,
      ...to,
      sentAt: new Date(sentAt - at * 3 * day).toISOString(),
    })
    store.catalogue.upsert({ list: 'campaigns', record })
    if (at % 2 === 0) store.audience.keep({ owner: record.id, selectionId: everybody.selectionId, at })
  }
}

/** Contacts and events, copied once. */
function copied(): Opened {
  const ready = existsSync(join(folder, 'cache.json'))
  const opened = open(folder)
  const { store, settle } = opened
  if (ready && store.catalogue.get({ list: 'campaigns', id: 'all' }) !== null) return opened
  store.maintenance.clear()
  console.error(`Filling a cache with ${size} contacts and their events in ${folder}.`)
  const now = Date.now()
  const run = (resource: 'contacts' | 'events') => {
    const { id } = store.runs.begin({ resource, mode: 'full', cause: 'first', now })
    store.runs.setState({ runId: id, state: 'running', now })
    return id
  }
  const people = run('contacts')
  for (const records of pages(size))
    store.contacts.applyPage({ runId: people, records, bookmark: null, expected: size })
  store.runs.finish({ runId: people, sweep: true, note: null, now })
  settle()
  const events = run('events')
  inPages(happenings(), (records) => {
    store.events.applyPage({ runId: events, records, bookmark: null, expected: null })
  })
  store.runs.finish({ runId: events, sweep: true, note: null, now })
  settle()
  copyCatalogue(opened)
  settle()
  return opened
}

/** The campaign that everybody got. */
function measureCampaign(opened: Opened): void {
  const { campaignPeople } = opened.store
  const page = (offset: number, step: MailStep | null = null, search = '') =>
    campaignPeople.page({ campaign, step, search, slice: { offset, limit: 100 } })
  const once = (metric: string, act: () => unknown) => figure(bench, metric, time(1, act)[0] ?? 0, 'ms')
  opened.db.exec('DELETE FROM campaign_read; DELETE FROM campaign_week')
  const week = { campaign, sentAt, until: sentAt + 7 * day, atLeast: 1, isOver: true }
  once('its first week counted', () => opened.store.campaignWeeks.of(week))
  once('all events read', () => page(0))
  spread(
    bench,
    'first page',
    time(50, () => page(0)),
  )
  const middle = Math.floor(size / 2)
  once('first jump to the middle', () => page(middle))
  spread(
    bench,
    'jump anywhere',
    time(50, (at) => page(Math.floor((size / 50) * at))),
  )
  once('first jump to the middle of the opened', () => page(Math.floor(middle / 3), 'opened'))
  once('first search for many', () => page(0, null, 'gmail'))
  spread(
    bench,
    'search for many',
    time(20, () => page(0, null, 'gmail')),
  )
  spread(
    bench,
    'search for many among the opened',
    time(20, () => page(0, 'opened', 'gmail')),
  )
  spread(
    bench,
    'search for many, scrolled',
    time(20, (at) => page(at * 1000, null, 'gmail')),
  )
  spread(
    bench,
    'search for few',
    time(20, (at) => page(0, null, `anna.ben${at}`)),
  )
}

async function main(): Promise<void> {
  const opened = copied()
  // With `people` behind the size only they are asked about.
  if (process.argv[3] !== 'people') measureCampaign(opened)
  opened.db.close()

  const cache = await openCache({
    location: { folder, key },
    worker: cacheWorker,
    log: createRecordedLog().log,
  })
  const some = [...contacts(size)].filter((_, at) => at % Math.ceil(size / 50) === 0)
  await missedBy(cache, some[0]?.id ?? '')
  const samples: number[] = []
  for (const { id } of some) {
    const start = performance.now()
    const found = await missedBy(cache, id)
    samples.push(performance.now() - start)
    if (found.length < 99) throw new Error(`Only ${found.length} campaigns were missed.`)
  }
  spread(bench, 'why not, of 100 campaigns, a person', samples)
  await cache.close()
}

void main()
