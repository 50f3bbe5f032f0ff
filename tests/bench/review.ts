// What a review of a campaign waits for: its audience counted over the copy, and each operator of the filter grammar. The
// floor is SQLite reading one key of every contact's data once, in the same run.
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SentCampaign, SurveyInput } from '../../src-main/cache/audience/api'
import type { AudienceSegment } from '../../src-main/cache/audience/condition'
import { migrations } from '../../src-main/cache/migrations/all'
import { isSteps } from '../../src-main/cache/steps'
import type { Contact } from '../../src-shared/interface/contact'
import type { Event } from '../../src-shared/interface/event'
import type { Filter, FilterCondition, FilterOperator } from '../../src-shared/interface/filter'
import { figure, quantile, size, spread, time } from './cache/harness'
import { open, type Opened } from './cache/open'
import { contacts, random } from './cache/records'

const bench = 'review'
const day = 86_400_000
const newest = Date.UTC(2026, 8, 1)
const calls = 20
const zones = ['Europe/Oslo', 'Europe/Paris', 'America/New_York', 'Asia/Tokyo']
const tags = ['vip', 'beta', 'trial', 'partner', 'press', 'student']

/** The contacts of the other benches, with a list, an object and a time zone besides. */
function* people(): Generator<Contact> {
  const draw = random(23)
  const one = (from: readonly string[]): string => from[Math.floor(draw() * from.length)] ?? ''
  for (const contact of contacts(size)) {
    const held = { tags: tags.filter(() => draw() < 0.2), timezone: one(zones) }
    const address = { city: contact.data['city'], zip: String(10_000 + Math.floor(draw() * 5000)) }
    yield { ...contact, data: { ...contact.data, ...held, ...(draw() < 0.5 && { address }) } }
  }
}

/** A mail to two thirds of them within the last two weeks, newest first, and a login of every third. */
function* happenings(): Generator<Event> {
  const draw = random(29)
  const step = (12 * day) / size
  let number = 0
  for (const { id } of contacts(size)) {
    const at = newest - Math.floor(number * step)
    const event = { id: `event ${number}`, contactId: id, createdAt: new Date(at).toISOString() }
    if (draw() < 0.67) yield { ...event, name: 'email.sent', data: { subject: 'News of September' } }
    if (number % 3 === 0) yield { ...event, id: `login ${number}`, name: 'login' }
    number += 1
  }
}

/** Runs a list into the store in pages of 500. */
function load<T>(
  of: 'contacts' | 'events',
  { store }: Opened,
  records: Iterable<T>,
  put: (page: T[], runId: number) => void,
): void {
  const run = store.runs.begin({ resource: of, mode: 'full', cause: 'first', now: Date.now() })
  store.runs.setState({ runId: run.id, state: 'running', now: Date.now() })
  let page: T[] = []
  for (const record of records) {
    if (page.push(record) < 500) continue
    put(page, run.id)
    page = []
  }
  if (page.length > 0) put(page, run.id)
  store.runs.finish({ runId: run.id, sweep: true, note: null, now: Date.now() })
}

/** A cache with people and what happened to them, made once. */
function loaded(): Opened {
  const folder = join(tmpdir(), `postroom-bench-review-${size}-${migrations.at(-1)?.number ?? 0}`)
  const ready = existsSync(join(folder, 'cache.json'))
  const opened = open(folder)
  const { store } = opened
  if (ready && store.runs.resource('events').fullAsOf !== null) return opened
  store.maintenance.clear()
  console.error(`Filling a cache with ${size} contacts and their events in ${folder}.`)
  load('contacts', opened, people(), (records, runId) => {
    store.contacts.applyPage({ runId, records, bookmark: null, expected: size })
  })
  opened.settle()
  load('events', opened, happenings(), (records, runId) => {
    store.events.applyPage({ runId, records, bookmark: null, expected: null })
  })
  opened.settle()
  copySegment(opened)
  return opened
}

/** A quarter of the contacts as members of a static segment, as the copied catalogue has them. */
function copySegment({ store }: Opened): void {
  const members = { list: 'members', owner: 'static' } as const
  store.catalogueParts.begin(members)
  let parts: { id: string; at: null; kind: string; record: unknown }[] = []
  const put = (): void => {
    store.catalogueParts.apply({ ...members, parts, bookmark: null })
    parts = []
  }
  let number = 0
  for (const { id, email } of contacts(size)) {
    if (number++ % 4 === 0) parts.push({ id, at: null, kind: '', record: { id, email } })
    if (parts.length === 500) put()
  }
  put()
  store.catalogueParts.finish({ ...members, whole: true, now: Date.now() })
}

const { store, assembled, db } = loaded()
figure(bench, 'contacts', size, 'contacts')

const extract = db
  .prepare<[string], number>(`SELECT count(*) FROM contact WHERE data ->> '$.plan' = ?`)
  .pluck()
spread(
  bench,
  'floor: SQLite reads one key',
  time(5, () => extract.get('pro')),
)

const filter = (
  field: string,
  operator: FilterOperator,
  value?: Filter['value'],
  unit?: Filter['unit'],
): Filter => ({
  field,
  operator,
  ...(value !== undefined && { value }),
  ...(unit && { unit }),
})
const all = (...filters: Filter[]): FilterCondition => ({ logic: 'AND', groups: [{ filters }] })
const segments: AudienceSegment[] = [
  { id: 'static', copied: true },
  { id: 'dynamic', condition: all(filter('data.plan', 'equals', 'team'), filter('login', 'triggered')) },
]
const one = <T>(from: readonly T[], index: number): T => from[index % from.length] as T
const cities = ['Oslo', 'Lyon', 'Cork', 'Malmö'] as const
const date = (index: number): string => new Date(newest - (20 + index) * day).toISOString().slice(0, 10)

/** One of each operator, and of each type of value where that matters; `index` makes another question of each call. */
const operators: Record<string, (index: number) => Filter> = {
  'data text equals': (index) => filter('data.city', 'equals', one(cities, index)),
  'data text notEquals': (index) => filter('data.city', 'notEquals', one(cities, index)),
  'data number equals': (index) => filter('data.seats', 'equals', index),
  'data boolean equals': (index) => filter('data.trial', 'equals', index % 2 === 0),
  'data date equals a day': (index) => filter('data.lastLogin', 'equals', date(index)),
  'data list equals': (index) => filter('data.tags', 'equals', one(tags, index)),
  'data text contains': (index) => filter('data.lastName', 'contains', one(['en', 'va', 'ar', 'ö'], index)),
  'data text notContains': (index) => filter('data.lastName', 'notContains', one(['an', 'ta', 'si'], index)),
  'data list contains': (index) => filter('data.tags', 'contains', one(['vi', 'be', 'ss'], index)),
  'data number greaterThan': (index) => filter('data.seats', 'greaterThan', index * 3),
  'data number lessThan': (index) => filter('data.seats', 'lessThan', index * 3),
  'data number greaterThanOrEqual': (index) => filter('data.seats', 'greaterThanOrEqual', index * 3),
  'data number lessThanOrEqual': (index) => filter('data.seats', 'lessThanOrEqual', index * 3),
  'data date greaterThan': (index) => filter('data.lastLogin', 'greaterThan', date(index)),
  'data exists': (index) => filter(one(['data.lastLogin', 'data.nothing'], index), 'exists'),
  'data notExists': (index) => filter(one(['data.lastLogin', 'data.trial'], index), 'notExists'),
  'data within': (index) => filter('data.lastLogin', 'within', 90 + index, 'days'),
  'data olderThan': (index) => filter('data.lastLogin', 'olderThan', 90 + index, 'days'),
  'data key within a key equals': (index) => filter('data.address.city', 'equals', one(cities, index)),
  'email equals': (index) => filter('email', 'equals', `anna.chen${index}@gmail.com`),
  'email contains': (index) => filter('email', 'contains', `chen${index}`),
  'created within': (index) => filter('createdAt', 'within', 100 + index, 'days'),
  'subscribed equals': (index) => filter('subscribed', 'equals', index % 2 === 0),
  'event triggered': () => filter('login', 'triggered'),
  'event notTriggered': () => filter('login', 'notTriggered'),
  'event triggeredWithin': (index) => filter('login', 'triggeredWithin', 30 + index, 'days'),
  'event triggeredOlderThan': (index) => filter('login', 'triggeredOlderThan', 30 + index, 'days'),
  'event notTriggeredWithin': (index) => filter('login', 'notTriggeredWithin', 30 + index, 'days'),
  'memberOfSegment, static': () => filter('segment', 'memberOfSegment', 'static'),
  'notMemberOfSegment, static': () => filter('segment', 'notMemberOfSegment', 'static'),
  'memberOfSegment, dynamic': () => filter('segment', 'memberOfSegment', 'dynamic'),
  'notMemberOfSegment, dynamic': () => filter('segment', 'notMemberOfSegment', 'dynamic'),
}
const count = (condition: FilterCondition): unknown =>
  store.audience.count({ asker: bench, condition, segments })
const shown = (name: string, samples: number[]): void => spread(bench, name, samples)

shown(
  'the index read from its snapshot, then everyone',
  time(1, () => store.audience.count({ asker: bench, condition: null, segments: [] })),
)
shown(
  'the first question of a key within a key',
  time(1, () => count(all(filter('data.address.zip', 'exists')))),
)
shown(
  'the first question of an event',
  time(1, () => count(all(filter('login', 'triggered')))),
)
shown(
  'the first question of a static segment',
  time(1, () => count(all(filter('segment', 'memberOfSegment', 'static')))),
)
const everySample: number[] = []
for (const [name, make] of Object.entries(operators)) {
  count(all(make(0)))
  const samples = time(calls, (index) => count(all(make(index + 1))))
  everySample.push(...samples)
  shown(name, samples)
}
figure(bench, 'every operator p95', quantile(everySample, 0.95), 'ms')

const sent: SentCampaign = {
  id: 'september',
  sentAt: newest - 12 * day,
  subject: 'News of September',
  condition: null,
  segments: [],
  subscribedOnly: true,
}
const input: SurveyInput = {
  asker: bench,
  condition: {
    logic: 'OR',
    groups: [
      { filters: [filter('data.plan', 'notEquals', 'enterprise'), filter('data.seats', 'greaterThan', 2)] },
      { filters: [filter('login', 'triggered'), filter('segment', 'notMemberOfSegment', 'static')] },
    ],
  },
  segments,
  subscribedOnly: true,
  variables: ['firstName', 'lastName', 'data.city', 'data.address.city', 'data.lastLogin', 'data.company'],
  recentSince: newest - 2 * day,
  sent: [sent],
  previous: 'campaign',
}

/** Seconds of one call, and the longest that the worker would let others wait in it, in milliseconds. */
function steps(name: string, call: () => unknown): unknown {
  const work = call()
  if (!isSteps(work)) throw new Error(`${name} is done at once.`)
  let longest = 0
  const start = performance.now()
  for (;;) {
    const from = performance.now()
    const step = work.next()
    longest = Math.max(longest, performance.now() - from)
    if (step.done !== true) continue
    figure(bench, name, (performance.now() - start) / 1000, 's')
    figure(bench, `${name}: longest step`, longest, 'ms')
    return step.value
  }
}
assembled.relax()
const { asker, condition, subscribedOnly } = input
steps('to the first figure', () =>
  assembled.store.audience.first({ asker, condition, segments, subscribedOnly }),
)
steps('to all counts, the first time', () => assembled.store.audience.survey(input))
const { selectionId, willGet } = store.audience.survey(input)
figure(bench, 'people who would get it', willGet, 'contacts')
shown(
  'the people of a review are kept',
  time(3, () => store.audience.keep({ owner: 'campaign', selectionId, at: Date.now() })),
)
steps('to all counts, again', () => assembled.store.audience.survey(input))
figure(bench, 'memory', process.memoryUsage().rss / 1e6, 'MB')
