import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../../src-main/cache/schema/first'
import type { LedgerEntry } from '../../../src-main/features/verification/store/ledger/api'
import { defaultRules, type Sign } from '../../../src-main/features/verification/store/ledger/classes'
import { campaignSchema } from '../../../src-shared/interface/campaign'
import type { Contact } from '../../../src-shared/interface/contact'
import type { Event } from '../../../src-shared/interface/event'
import type { FilterCondition } from '../../../src-shared/interface/filter'
import { domainSchema } from '../../../src-shared/interface/domain'
import { segmentSchema } from '../../../src-shared/interface/segment'
import { mailWith } from '../../fixtures/mails'
import { size } from '../cache/harness'
import { open, type Opened } from '../cache/open'
import { seeded } from '../../fixtures/seeded'
import { contacts } from '../cache/records'

/** Milliseconds of a day. */
export const day = 86_400_000
/** The moment that the copy is of: that of its newest contact. */
export const newest = Date.UTC(2026, 8, 1)
/** What people's lists in `data.tags` hold. */
export const tags = ['vip', 'beta', 'trial', 'partner', 'press', 'student']
/** Where the copy lies. */
export const folder = join(tmpdir(), `postroom-bench-reviewed-${size}-${migrations.at(-1)?.number ?? 0}`)

const zones = ['Europe/Oslo', 'Europe/Paris', 'America/New_York', 'Asia/Tokyo']
const signs: readonly Sign[] = ['takesMail', 'takesMail', 'takesMail', 'role', 'noMailServer', 'timedOut']
const subject = 'News of September'

/** Members of the segment `dynamic`. */
export const dynamicCondition: FilterCondition = {
  logic: 'AND',
  groups: [
    {
      filters: [
        { field: 'data.plan', operator: 'equals', value: 'team' },
        { field: 'login', operator: 'triggered' },
      ],
    },
  ],
}

/** The contacts of the other benches, with a list, an object and a time zone besides. */
function* people(): Generator<Contact> {
  const draw = seeded(23)
  const one = (from: readonly string[]): string => from[Math.floor(draw() * from.length)] ?? ''
  for (const contact of contacts(size)) {
    const held = { tags: tags.filter(() => draw() < 0.2), timezone: one(zones) }
    const address = { city: contact.data['city'], zip: String(10_000 + Math.floor(draw() * 5000)) }
    yield { ...contact, data: { ...contact.data, ...held, ...(draw() < 0.5 && { address }) } }
  }
}

/** A mail to two thirds of them within the last two weeks, newest first, and a login of every third. */
function* happenings(): Generator<Event> {
  const draw = seeded(29)
  const step = (12 * day) / size
  let number = 0
  for (const { id } of contacts(size)) {
    const at = newest - Math.floor(number * step)
    const event = { id: `event ${number}`, contactId: id, createdAt: new Date(at).toISOString() }
    if (draw() < 0.67) yield { ...event, name: 'email.sent', data: { subject } }
    if (number % 3 === 0) yield { ...event, id: `login ${number}`, name: 'login' }
    number += 1
  }
}

/** A verdict over nine of ten addresses. */
function* verdicts(): Generator<LedgerEntry> {
  const now = Date.now()
  let number = 0
  for (const { email } of contacts(size)) {
    const index = number++
    if (index % 10 === 0) continue
    const sign = signs[index % signs.length] ?? 'takesMail'
    const { class: name, sentence } = defaultRules[sign]
    const told = { email, class: name, reasons: [sentence], suggestion: null, answer: null }
    yield { ...told, at: now - (index % 60) * day, source: 'service', signs: [sign] }
  }
}

/** Gives records to `put` in pages. */
function inPages<T>(records: Iterable<T>, length: number, put: (page: T[]) => void): void {
  let page: T[] = []
  for (const record of records) {
    if (page.push(record) < length) continue
    put(page)
    page = []
  }
  if (page.length > 0) put(page)
}

/** Runs a list into the store. */
function load<T>(
  of: 'contacts' | 'events',
  { store, settle }: Opened,
  records: Iterable<T>,
  put: (page: T[], runId: number) => void,
): void {
  const run = store.runs.begin({ resource: of, mode: 'full', cause: 'first', now: Date.now() })
  store.runs.setState({ runId: run.id, state: 'running', now: Date.now() })
  inPages(records, 500, (page) => put(page, run.id))
  store.runs.finish({ runId: run.id, sweep: true, note: null, now: Date.now() })
  settle()
}

/** A quarter of the contacts as members of a static segment. */
function* members(): Generator<{ id: string; at: null; kind: string; record: unknown }> {
  let number = 0
  for (const { id, email } of contacts(size)) {
    if (number++ % 4 === 0) yield { id, at: null, kind: '', record: { id, email } }
  }
}

/** Two segments, the sender's domain, and a campaign that was sent two weeks ago: that it is there says that all is. */
function copyCatalogue({ store }: Opened): void {
  const owned = { list: 'members', owner: 'static' } as const
  store.catalogueParts.begin({ ...owned, anew: false })
  inPages(members(), 500, (parts) => store.catalogueParts.apply({ ...owned, parts, bookmark: null }))
  store.catalogueParts.finish({ ...owned, whole: true, now: Date.now() })
  const dynamic = { id: 'dynamic', name: 'Dynamic', type: 'DYNAMIC', condition: dynamicCondition }
  for (const segment of [{ id: 'static', name: 'Static', type: 'STATIC' }, dynamic])
    store.catalogue.upsert({ list: 'segments', record: segmentSchema.parse(segment) })
  const domain = { id: 'domain', domain: 'mail.harbournotes.app', verified: true, dkimTokens: [] }
  store.catalogue.upsert({ list: 'domains', record: domainSchema.parse(domain) })
  const september = {
    ...mailWith('<p>News</p>', { subject }),
    id: 'september',
    name: 'September',
    status: 'SENT',
    audienceType: 'ALL',
    sentAt: new Date(newest - 12 * day).toISOString(),
  }
  store.catalogue.upsert({ list: 'campaigns', record: campaignSchema.parse(september) })
}

/** A copy with people, what happened to them and what is known of their addresses, made once. */
export function copied(): Opened {
  const ready = existsSync(join(folder, 'cache.json'))
  const opened = open(folder)
  const { store, settle } = opened
  if (ready && store.catalogue.get({ list: 'campaigns', id: 'september' }) !== null) return opened
  store.maintenance.clear()
  console.error(`Filling a cache with ${size} contacts and their events in ${folder}.`)
  store.verdicts.useRules(Object.entries(defaultRules).map(([sign, rule]) => ({ sign, ...rule })))
  load('contacts', opened, people(), (records, runId) => {
    store.contacts.applyPage({ runId, records, bookmark: null, expected: size })
  })
  load('events', opened, happenings(), (records, runId) => {
    store.events.applyPage({ runId, records, bookmark: null, expected: null })
  })
  inPages(verdicts(), 1000, (page) => store.verdicts.add(page))
  settle()
  copyCatalogue(opened)
  settle()
  return opened
}
