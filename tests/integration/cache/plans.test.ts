import { driven } from '../../fixtures/driven-store'
import { expect, it, onTestFinished } from 'vitest'
import { assemble } from '../../../src-main/cache/assemble'
import { openDatabase } from '../../../src-main/core/database/database'
import { migrations } from '../../../src-main/cache/schema/first'
import { drive } from '../../../src-main/core/database/session'
import { contact, contacts, event, events, everyone, load, loadEvents, temporaryFolder } from './support'

const slice = { offset: 100, limit: 100 }
const allEvents = { names: [], contactId: null, from: null, to: null, search: '' }

/** Every SELECT that the store prepares while everything a person can see is asked for, with its plan. */
function plans(): Map<string, string> {
  const folder = temporaryFolder()
  const db = openDatabase({ folder, key: null }, migrations)
  onTestFinished(() => {
    db.close()
  })
  const statements = new Set<string>()
  const prepare = db.prepare.bind(db)
  db.prepare = (source: string) => {
    if (/^\s*SELECT/i.test(source)) statements.add(source.replace(/\s+/g, ' ').trim())
    return prepare(source)
  }
  const assembled = assemble(db, { folder, encrypted: false, now: () => 1, monotonic: () => 1 })
  const store = driven(assembled.store)
  load(store, contacts(0, 3000))
  loadEvents(store, events(0, 3000))
  for (let task = assembled.nextTask(); task !== null; task = assembled.nextTask()) drive(task)

  store.contacts.page({ query: everyone, slice })
  store.contacts.page({ query: everyone, slice: { ...slice, offset: 2500 } })
  store.contacts.page({ query: { ...everyone, search: 'name' }, slice })
  store.contacts.locate({ query: everyone, id: contact(2000).id })
  store.contacts.get(contact(1).id)
  store.contacts.findByEmail(contact(1).email)
  store.contacts.overview({ months: 24, now: Date.now() })
  store.audience.freeze({
    condition: { logic: 'AND', groups: [{ filters: [{ field: 'signup', operator: 'triggered' }] }] },
    segments: [],
  })
  const audience = { condition: null, segments: [], subscribedOnly: true }
  const { selectionId } = store.audience.survey({
    ...audience,
    asker: 'plans',
    condition: {
      logic: 'AND',
      groups: [{ filters: [{ field: 'segment', operator: 'memberOfSegment', value: 's' }] }],
    },
    segments: [{ id: 's', copied: true }],
    variables: ['plan.name'],
    recent: { since: 5, sent: [], contactIds: ['c'] },
    sent: [{ ...audience, id: 'c', sentAt: 5, subject: 'News of the summer' }],
    previous: 'c',
  })
  store.audience.keep({ owner: 'c', selectionId, at: 5 })
  store.audience.keepDay({
    segment: 's',
    day: '2026-11-22',
    oldest: '2026-09-01',
    newestWho: '2026-11-14',
    condition: { logic: 'AND', groups: [{ filters: [{ field: 'email', operator: 'exists' }] }] },
    segments: [],
    anew: false,
  })
  store.audience.days()
  store.audience.dayChange({ segment: 's', since: '2026-11-15' })
  store.audience.forgetDays('s')
  for (const names of [[], ['signup'], ['signup', 'purchase']]) {
    for (const from of [null, 5]) {
      for (const more of [{}, { search: 'x' }, { contactId: contact(1).id }]) {
        const query = { ...allEvents, names, from, ...more }
        store.events.page({ query, slice: { ...slice, offset: 2500 } })
        store.events.page({ query, slice })
        store.events.histogram({ query, buckets: 30 })
      }
    }
  }
  store.events.get(event(1).id)
  store.events.countsSince(5)
  store.executions.endedSince(5)
  store.runs.page(slice)
  store.runs.resource('contacts')
  store.outbox.open()
  store.views.list()
  store.drafts.list()
  store.reviews.unsigned()
  store.activity.page({ filter: { kind: null, outcome: null, search: '' }, slice })
  store.activity.page({ filter: { kind: 'write', outcome: 'failed', search: 'x' }, slice })
  store.activity.page({ filter: { kind: 'run', outcome: null, search: '' }, slice })
  store.activity.add({
    at: 1,
    kind: 'run',
    cause: 'person',
    title: 'Set plan',
    outcome: 'done',
    method: null,
    path: null,
    status: null,
    requestId: null,
    durationMs: null,
    sent: null,
    problem: null,
    job: 7,
  })
  store.activity.add({
    at: 1,
    kind: 'write',
    cause: 'person',
    title: 'Update x',
    outcome: 'done',
    method: null,
    path: null,
    status: null,
    requestId: null,
    durationMs: null,
    sent: null,
    problem: null,
    job: 7,
  })
  for (const failures of [false, true]) {
    store.activity.heads({ filter: { who: null, failures, outcome: null, from: null, search: '' }, slice })
    store.activity.heads({
      filter: { who: 'mine', failures, outcome: 'failed', from: 5, search: 'x' },
      slice,
    })
  }
  store.activity.parts({ id: 1, slice })
  store.projectActivity.page({ filter: { kind: null, search: '' }, slice })
  store.projectActivity.page({ filter: { kind: 'mail', search: 'x' }, slice })
  store.projectActivity.upcoming()
  store.projectActivity.oldest()
  const everySent = { search: '', state: null, templateId: null, since: null }
  store.sentMails.page({ query: everySent, slice })
  store.sentMails.page({ query: { ...everySent, state: 'unknown' }, slice })
  store.sentMails.page({ query: { ...everySent, templateId: 'tpl' }, slice })
  store.sentMails.lately({ emails: ['ada@example.com'], since: 5, limit: 20 })
  store.jobs.live()
  store.jobs.lately(5)
  store.jobs.page({ kind: null, slice })
  store.jobs.page({ kind: 'import', slice })
  store.jobs.ofImport(1)
  const id = store.work.add({ kind: 'bulk', detail: {} })
  store.work.put({ id, items: [{ contactId: contact(1).id, email: contact(1).email }] })
  store.work.get(id)
  for (const of of ['run', 'undo'] as const) {
    store.work.next({ id, of, state: 'waiting', limit: 1 })
    store.work.failures({ id, of, slice })
  }
  store.work.sweep('bulk')
  for (const days of [0, 89, 90]) {
    const at = Date.now() - days * 86_400_000
    const entry = {
      class: 'accepts' as const,
      reasons: ['Why'],
      suggestion: null,
      source: 'service' as const,
    }
    const emails = [0, 1, 2].map((index) => contact(index).email)
    store.verdicts.add(emails.map((email) => ({ ...entry, email, at, signs: ['takesMail'], answer: null })))
  }
  store.verdicts.freshOf({ emails: [contact(1).email], now: Date.now() })
  store.verdicts.past({ email: contact(1).email, limit: 10, now: Date.now() })
  store.verdicts.setDomain({ domain: 'gmail.com', class: 'risky', note: '', now: 1 })
  store.verdicts.rules()
  store.verdicts.health({ now: Date.now() })
  db.exec('ANALYZE')

  return new Map(
    [...statements].map((source) => {
      const bound = source.replace(/[?]|@\w+/g, '5')
      const plan = prepare(`EXPLAIN QUERY PLAN ${bound}`).all() as { detail: string }[]
      return [source, plan.map(({ detail }) => detail).join('; ')]
    }),
  )
}

/** Small tables, and reading that is meant to see everything: once at the start, or in the background. */
const meantToScan = [
  /FROM (meta|segment_day|event_name|saved_view|index_part|index_change|run_seen|sqlite_schema)\b/,
  /FROM (run|activity|job) (WHERE .*)?ORDER BY/,
  /^SELECT count\(\*\) FROM (run|activity|job)/,
  /^SELECT row, (id|email|contact_id) FROM (contact|event)$/,
  /^SELECT count\(\*\) FROM event INDEXED BY event_by_created( WHERE name IN .*)?$/,
]

/** What has no order to be read in: the few rules that were switched off, and counts by what a record says. */
const meantToSort = [
  /FROM review_rule_off\b/,
  /AS step, kind AS status, count\(\*\)/,
  // The people of a plan that is cut anew, once, in the order that they had.
  /FROM plan_person .*ORDER BY place/,
  // Whom mails were sent to lately from here, each once.
  /SELECT DISTINCT contact_id, recipient FROM sent_mail/,
  // Whoever is at some steps of one workflow, each once: they become a filter of contacts.
  /SELECT DISTINCT json_extract\(record, '\$\.contactId'\)/,
]

it('sorts nothing that has an index in its order', () => {
  const sorted = [...plans()].filter(
    ([source, plan]) => plan.includes('TEMP B-TREE') && !meantToSort.some((pattern) => pattern.test(source)),
  )
  expect(sorted).toEqual([])
})

it('reads no table of contacts or events from end to end', () => {
  const scans = [...plans()].filter(
    ([source, plan]) =>
      /SCAN (contact|event|outbox|job|activity)\b(?!.*USING (COVERING )?INDEX)/.test(plan) &&
      !meantToScan.some((pattern) => pattern.test(source)),
  )
  expect(scans).toEqual([])
})

it('reads the default view and the overview from one index alone', () => {
  const found = [...plans()]
  const plan = (pattern: RegExp) => found.filter(([source]) => pattern.test(source)).map(([, text]) => text)
  const covering = 'USING COVERING INDEX contact_by_created'
  expect(
    plan(/FROM contact .*ORDER BY created DESC, row LIMIT/).every((text) => text.includes(covering)),
  ).toBe(true)
  expect(plan(/sum\(subscribed\)/)).toEqual([`SEARCH contact ${covering} (created>? AND created<?)`])
})

it('reads verdicts, and what is counted over them, through keys alone', () => {
  const found = [...plans()].filter(([source]) =>
    /FROM (verdict|verdict_domain|contact_known) WHERE/.test(source),
  )
  expect(found.length).toBeGreaterThan(6)
  for (const [source, plan] of found) {
    expect([source, plan]).toEqual([
      source,
      expect.stringMatching(/USING (INTEGER )?PRIMARY KEY|USING COVERING INDEX/),
    ])
    expect(plan).not.toContain('SCAN verdict')
  }
})

it('finds an id through the primary key of its hashes', () => {
  const keyed = [...plans()].filter(([source]) => / FROM \w+_key WHERE hash/.test(source))
  expect(keyed).toHaveLength(4)
  for (const [, plan] of keyed) expect(plan).toMatch(/^SEARCH \w+_key USING PRIMARY KEY \(hash=\?\)$/)
})

it('looks for jobs and for what failed in the activity log through their indexes', () => {
  const found = [...plans()].filter(([source]) =>
    /FROM (job|activity INDEXED BY)\b.* WHERE (?!id )/.test(source),
  )
  expect(found.length).toBeGreaterThan(6)
  for (const [source, plan] of found) {
    expect([source, plan]).toEqual([source, expect.stringMatching(/USING (COVERING )?INDEX (job|activity)_/)])
  }
})

it('finds whose turn it is in a list of work, and what failed, through its index or its key', () => {
  const found = [...plans()].filter(([source]) => source.includes('FROM work_item'))
  expect(found).toHaveLength(12)
  for (const [source, plan] of found) {
    expect([source, plan]).toEqual([
      source,
      expect.stringMatching(/SEARCH work_item USING ((COVERING )?INDEX work_item_by_state|PRIMARY KEY)/),
    ])
  }
})

it('finds sent mails by their state, template and recipient through their indexes, in the order of the list', () => {
  const found = [...plans()].filter(([source]) => /FROM sent_mail WHERE (?!id )/.test(source))
  expect(found.length).toBeGreaterThan(5)
  for (const [source, plan] of found) {
    expect([source, plan]).toEqual([source, expect.stringMatching(/USING (COVERING )?INDEX sent_mail_/)])
    expect([source, plan]).toEqual([source, expect.not.stringContaining('TEMP B-TREE')])
  }
})
