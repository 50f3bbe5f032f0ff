// Pages anywhere in the other long lists, at one size: events, the rows of a verification batch, records.
import { recordPage } from '../../fixtures/record-page'
import type { Event } from '../../../src-shared/interface/event'
import { recordSchema } from '../../../src-shared/interface/record'
import { seeded } from '../../fixtures/seeded'
import { open, scratch, type Opened } from '../cache/open'
import { recordAt } from '../records-parts/record'
import { point, rows } from './point'
import { p95 } from './questions'

const now = Date.UTC(2026, 8, 1)
const names = ['email.sent', 'email.delivery', 'email.open', 'email.click', 'signed.up']

/** Calls back with the numbers from 0 to `rows`, a thousand at a time. */
function inPages(put: (numbers: number[], from: number) => void): void {
  for (let from = 0; from < rows; from += 1000)
    put(
      Array.from({ length: Math.min(1000, rows - from) }, (_, index) => from + index),
      from,
    )
}

/** Where a page begins: a hundred places over the whole list, the end among them. */
const anywhere = (index: number) => ({ offset: Math.floor(((rows - 100) / 99) * index), limit: 100 })

function events({ store }: Opened): void {
  const draw = seeded(11)
  const run = store.runs.begin({ resource: 'events', mode: 'full', cause: 'first', now })
  store.runs.setState({ runId: run.id, state: 'running', now })
  const event = (number: number): Event => ({
    id: `evt_${number}_${Math.floor(draw() * 1e9).toString(36)}`,
    name: names[Math.floor(draw() * names.length)] ?? '',
    contactId: `cnt_${Math.floor(draw() * (rows / 10))}`,
    data: { subject: `Mail ${Math.floor(draw() * 50)}` },
    createdAt: new Date(now - number * 1000).toISOString(),
  })
  inPages((numbers) => {
    store.events.applyPage({ runId: run.id, records: numbers.map(event), bookmark: null, expected: rows })
  })
  store.runs.finish({ runId: run.id, sweep: true, note: null, now })
  const query = { names: [], contactId: null, from: null, to: null, search: '' }
  store.events.page({ query, slice: anywhere(99) })
  point(
    'pages',
    'events',
    p95(100, (index) => store.events.page({ query, slice: anywhere(index) })),
  )
  point(
    'pages',
    'events of one name',
    p95(100, () => store.events.page({ query: { ...query, names: ['email.open'] }, slice: anywhere(0) })),
  )
}

function batchRows({ store }: Opened): void {
  const { batches } = store
  const { id } = batches.add({ name: 'Everybody', source: { kind: 'notChecked', days: 0 }, now })
  inPages((numbers) => batches.put({ id, emails: numbers.map((at) => `p${at}@firm${at % 500}.example`) }))
  const sort = { by: 'given', direction: 'asc' } as const
  point(
    'pages',
    'rows of a batch',
    p95(100, (index) => batches.rows({ id, filter: { search: '' }, sort, slice: anywhere(index) })),
  )
}

function records({ store }: Opened): void {
  const connectionId = 'everything'
  const run = store.records.begin({ connectionId, cause: 'first', now })
  store.records.setState({ runId: run.id, state: 'running', now, problem: null })
  inPages((numbers) => {
    const page = numbers.map((at) => recordSchema.parse(JSON.parse(recordAt(at))))
    store.records.applyPages(recordPage(run.id, page))
  })
  store.records.finish({ runId: run.id, sweep: true, report: [], now })
  const query = {
    search: '',
    filters: [],
    sort: { field: 'order', direction: 'asc' } as const,
    sinceLast: false,
  }
  store.records.page({ connectionId, query, slice: anywhere(99) })
  point(
    'pages',
    'records',
    p95(100, (index) => store.records.page({ connectionId, query, slice: anywhere(index) })),
  )
}

// Each in a copy of its own, which is gone when it was measured.
for (const [name, measure] of Object.entries({ events, batchRows, records })) {
  const opened = open(scratch(`sizes-${name}-${rows}`))
  measure(opened)
  opened.db.close()
}
