import { describe, expect, it } from 'vitest'
import type { CatalogueQuery } from '../../../src-shared/bridge/catalogue'
import type { CacheStore } from '../../../src-main/cache/store'
import type { CatalogueRecords } from '../../../src-shared/interface/catalogue'
import { openStore } from './support'

const byName: CatalogueQuery = { search: '', kinds: null, sort: { by: 'name', direction: 'asc' } }
const slice = { offset: 0, limit: 50 }

const template = (number: number, more: Partial<CatalogueRecords['templates']> = {}) => ({
  id: `tpl-${number}`,
  name: `Template ${String(number).padStart(3, '0')}`,
  subject: 'Hello',
  body: '<p>Hello</p>',
  type: number % 2 === 0 ? 'MARKETING' : 'TRANSACTIONAL',
  createdAt: new Date(1_700_000_000_000 + number * 60_000).toISOString(),
  ...more,
})

function load(store: CacheStore, records: ReturnType<typeof template>[]) {
  const run = store.runs.begin({ resource: 'templates', mode: 'full', cause: 'person', now: 10 })
  const applied = store.catalogue.applyPage({
    list: 'templates',
    runId: run.id,
    records,
    bookmark: null,
    expected: null,
  })
  store.runs.finish({ runId: run.id, sweep: true, note: null, now: 20 })
  return applied
}

const names = (store: CacheStore, query: Partial<CatalogueQuery>) =>
  store.catalogue
    .page({ list: 'templates', query: { ...byName, ...query }, slice })
    .records.map((record) => (record as { name: string }).name)

it('keeps records as the service sent them, unknown fields included', () => {
  const { store } = openStore()
  load(store, [template(1, { ownField: { deep: [1] } })])
  expect(store.catalogue.get({ list: 'templates', id: 'tpl-1' })).toMatchObject({ ownField: { deep: [1] } })
  expect(store.catalogue.get({ list: 'segments', id: 'tpl-1' })).toBeNull()
})

it('finds by a part of the name in any case, with the marks of a pattern taken as they are', () => {
  const { store } = openStore()
  load(store, [template(1, { name: 'Spring 100%' }), template(2, { name: 'spring_two' }), template(3)])
  expect(names(store, { search: 'SPRING' })).toEqual(['Spring 100%', 'spring_two'])
  expect(names(store, { search: '0%' })).toEqual(['Spring 100%'])
  expect(names(store, { search: 'g_t' })).toEqual(['spring_two'])
})

it('filters by kind, sorts both ways, and counts what matches beside all there are', () => {
  const { store } = openStore()
  load(store, [template(1), template(2), template(3), template(4)])
  const query: CatalogueQuery = {
    search: '',
    kinds: ['MARKETING'],
    sort: { by: 'created', direction: 'desc' },
  }
  const page = store.catalogue.page({ list: 'templates', query, slice: { offset: 0, limit: 1 } })
  expect(page).toMatchObject({ count: 2, total: 4, records: [{ id: 'tpl-4' }] })
})

it('writes nothing again that did not change, and sweeps what is no longer listed', () => {
  const { store } = openStore()
  load(store, [template(1), template(2)])
  const before = store.maintenance.revision().revision
  expect(load(store, [template(1), template(2)])).toMatchObject({ unchanged: 2, changed: 0 })
  expect(store.maintenance.revision().revision).toBe(before)
  expect(load(store, [template(1, { name: 'Other' })])).toMatchObject({ changed: 1 })
  expect(names(store, {})).toEqual(['Other'])
})

it('counts and sweeps each list by itself', () => {
  const { store } = openStore()
  store.catalogue.upsert({
    list: 'domains',
    record: { id: 'd', domain: 'a.example', verified: true, dkimTokens: [] },
  })
  load(store, [template(1)])
  load(store, [])
  expect(store.runs.resource('templates').rows).toBe(0)
  expect(store.runs.resource('domains').rows).toBe(1)
})

it('keeps what an answer of ours brought while a run is under way', () => {
  const { store } = openStore()
  const run = store.runs.begin({ resource: 'templates', mode: 'full', cause: 'person', now: 10 })
  store.catalogue.upsert({ list: 'templates', record: template(9) })
  store.catalogue.applyPage({
    list: 'templates',
    runId: run.id,
    records: [template(1)],
    bookmark: null,
    expected: null,
  })
  store.runs.finish({ runId: run.id, sweep: true, note: null, now: 20 })
  expect(names(store, {})).toEqual(['Template 001', 'Template 009'])
})

const members = { list: 'members', owner: 'seg' } as const
const member = (id: string, at: number | null = 5) => ({
  id,
  at,
  kind: '',
  record: { id, email: `${id}@a.example` },
})

it('reads the members of a segment again, and takes away who is gone once the reading was whole', () => {
  const { store } = openStore()
  store.catalogueParts.begin({ ...members, anew: false })
  store.catalogueParts.apply({ ...members, parts: [member('a'), member('b')], bookmark: { at: 1 } })
  store.catalogueParts.finish({ ...members, whole: true, now: 100 })
  store.catalogueParts.begin({ ...members, anew: false })
  expect(
    store.catalogueParts.apply({ ...members, parts: [member('b'), member('c')], bookmark: { at: 1 } }),
  ).toEqual({
    known: 1,
  })
  expect(store.catalogueParts.ids(members)).toEqual(['a', 'b', 'c'])
  store.catalogueParts.finish({ ...members, whole: true, now: 200 })
  expect(store.catalogueParts.ids(members)).toEqual(['b', 'c'])
})

it('goes on with a reading where it was left', () => {
  const { store } = openStore()
  expect(store.catalogueParts.begin({ ...members, anew: false })).toMatchObject({ bookmark: null })
  store.catalogueParts.apply({ ...members, parts: [member('a')], bookmark: { cursor: 'x' } })
  expect(store.catalogueParts.begin({ ...members, anew: false })).toMatchObject({ bookmark: { cursor: 'x' } })
  store.catalogueParts.apply({ ...members, parts: [member('b')], bookmark: { cursor: 'y' } })
  store.catalogueParts.finish({ ...members, whole: true, now: 300 })
  expect(store.catalogueParts.page({ ...members, kinds: null, slice })).toMatchObject({ count: 2, asOf: 300 })
})

it('begins anew where that is asked for, and knows what the reading before had seen for old', () => {
  const { store } = openStore()
  store.catalogueParts.begin({ ...members, anew: false })
  store.catalogueParts.apply({ ...members, parts: [member('a')], bookmark: { cursor: 'x' } })
  expect(store.catalogueParts.begin({ ...members, anew: true })).toMatchObject({ bookmark: null })
  store.catalogueParts.apply({ ...members, parts: [member('b')], bookmark: { cursor: 'y' } })
  store.catalogueParts.finish({ ...members, whole: true, now: 300 })
  expect(store.catalogueParts.ids(members)).toEqual(['b'])
})

it('begins anew after a reading that failed, and is as old as it was', () => {
  const { store } = openStore()
  store.catalogueParts.begin({ ...members, anew: false })
  store.catalogueParts.apply({ ...members, parts: [member('a')], bookmark: null })
  store.catalogueParts.finish({ ...members, whole: true, now: 100 })
  store.catalogueParts.begin({ ...members, anew: false })
  store.catalogueParts.apply({ ...members, parts: [member('b')], bookmark: { cursor: 'x' } })
  store.catalogueParts.finish({ ...members, whole: false, now: null })
  expect(store.catalogueParts.page({ ...members, kinds: null, slice })).toMatchObject({ count: 2, asOf: 100 })
  expect(store.catalogueParts.begin({ ...members, anew: false })).toMatchObject({ bookmark: null })
})

it('lists executions the newest first, by status, with a count of each', () => {
  const { store } = openStore()
  const of = { list: 'executions', owner: 'wf' } as const
  const execution = (id: string, at: number, kind: string) => ({ id, at, kind, record: { id } })
  store.catalogueParts.begin({ ...of, anew: false })
  store.catalogueParts.apply({
    ...of,
    parts: [execution('1', 10, 'WAITING'), execution('2', 30, 'FAILED'), execution('3', 20, 'WAITING')],
    bookmark: null,
  })
  const page = store.catalogueParts.page({ ...of, kinds: ['WAITING'], slice })
  expect(page.parts.map(({ id }) => id)).toEqual(['3', '1'])
  expect(page).toMatchObject({ count: 2, kinds: { WAITING: 2, FAILED: 1 }, asOf: null })
})

describe('executions of a workflow', () => {
  const of = { list: 'executions', owner: 'wf' } as const
  const asked = { workflow: 'wf', statuses: ['WAITING'], step: null, slice }
  const execution = (id: string, at: number, currentStepId: string) => ({
    ...{ id, at, kind: 'WAITING' },
    record: { id, currentStepId, contactId: `c${id}` },
  })

  function filled() {
    const opened = openStore()
    opened.store.catalogueParts.begin({ ...of, anew: false })
    opened.store.catalogueParts.apply({
      ...of,
      parts: [
        execution('1', 10, 'a'),
        execution('2', 30, 'b'),
        execution('3', 20, 'b'),
        execution('4', 5, 'gone'),
      ],
      bookmark: null,
    })
    return opened
  }
  const idsOf = (records: unknown[]) => records.map((record) => (record as { id: string }).id)

  it('are listed in the order of their steps where one is wanted, and at each the oldest first', () => {
    const { executions } = filled().store
    const { records, count } = executions.page({ ...asked, order: ['b', 'a'] })
    expect({ ids: idsOf(records), count }).toEqual({ ids: ['3', '2', '1', '4'], count: 4 })
    expect(idsOf(executions.page({ ...asked, order: null }).records)).toEqual(['2', '3', '1', '4'])
    expect(idsOf(executions.page({ ...asked, step: 'b', order: ['b', 'a'] }).records)).toEqual(['3', '2'])
  })

  it('are found by their id, and their contacts by the steps that they are at', () => {
    const { executions } = filled().store
    expect(executions.one({ workflow: 'wf', id: '2' })).toMatchObject({ contactId: 'c2' })
    expect(executions.one({ workflow: 'other', id: '2' })).toBeNull()
    expect(executions.contacts({ workflow: 'wf', steps: ['b'] }).sort()).toEqual(['c2', 'c3'])
  })

  it('are read through indexes, whatever their order', () => {
    const { store, db } = filled()
    const seen = new Set<string>()
    const prepare = db.prepare.bind(db)
    db.prepare = (source: string) => {
      seen.add(source)
      return prepare(source)
    }
    for (const order of [null, ['b', 'a']]) store.executions.page({ ...asked, order })
    expect(seen.size).toBe(4)
    for (const source of seen) {
      const plan = prepare(`EXPLAIN QUERY PLAN ${source.replace(/[?]/g, '5')}`).all() as { detail: string }[]
      expect([source, plan.map(({ detail }) => detail).join('; ')]).toEqual([
        source,
        expect.stringMatching(
          /^SEARCH catalogue_part USING (PRIMARY KEY|(COVERING )?INDEX catalogue_part_\w+) \(list=\? AND owner=\?/,
        ),
      ])
    }
  })
})

it('lets what belongs to a record go with it', () => {
  const { store } = openStore()
  store.catalogue.upsert({
    list: 'segments',
    record: { id: 'seg', name: 'S', type: 'STATIC', trackMembership: false },
  })
  store.catalogueParts.begin({ ...members, anew: false })
  store.catalogueParts.apply({ ...members, parts: [member('a')], bookmark: null })
  store.catalogue.remove({ list: 'segments', id: 'seg' })
  expect(store.catalogueParts.ids(members)).toEqual([])
})

it('is emptied with the rest of the copy', () => {
  const { store } = openStore()
  load(store, [template(1)])
  store.maintenance.clear()
  expect(store.catalogue.all('templates')).toEqual([])
})

it('reads records by id and date, and what belongs to one of them, through indexes alone', () => {
  const { store, db } = openStore()
  const seen = new Set<string>()
  const prepare = db.prepare.bind(db)
  db.prepare = (source: string) => {
    if (/^\s*SELECT/i.test(source) && source.includes('catalogue')) seen.add(source)
    return prepare(source)
  }
  load(store, [template(1), template(2)])
  const sort = { by: 'created', direction: 'desc' } as const
  store.catalogue.page({ list: 'templates', query: { ...byName, sort }, slice })
  store.catalogue.page({
    list: 'templates',
    query: { search: 'Temp', kinds: ['MARKETING'], sort: { ...sort, direction: 'asc' } },
    slice,
  })
  const of = { list: 'members', owner: 'seg-1' } as const
  for (const kinds of [null, ['x']]) store.catalogueParts.page({ ...of, kinds, slice })
  expect(seen.size).toBeGreaterThan(4)
  for (const source of seen) {
    const plan = prepare(`EXPLAIN QUERY PLAN ${source.replace(/[?]/g, '5')}`).all() as { detail: string }[]
    const text = plan.map(({ detail }) => detail).join('; ')
    expect([source, text]).toEqual([
      source,
      expect.stringMatching(
        /^SEARCH catalogue(_part)? USING ((COVERING )?INDEX catalogue_\w+|INTEGER PRIMARY KEY|PRIMARY KEY) \(/,
      ),
    ])
    expect([source, text]).not.toEqual([source, expect.stringContaining('TEMP B-TREE')])
  }
})

it('finds campaigns with the very same body as a template', () => {
  const { store } = openStore()
  const body = '<p>Hello</p>'
  const put = (list: 'templates' | 'campaigns', id: string, name: string, status: string, body: string) =>
    store.catalogue.upsert({ list, record: { ...template(1), id, name, status, body } })
  put('templates', 'tpl', 'Welcome', 'MARKETING', body)
  put('campaigns', 'same', 'Spring', 'DRAFT', body)
  put('campaigns', 'other', 'Autumn', 'SENT', '<p>Bye</p>')
  put('campaigns', 'empty', 'Winter', 'DRAFT', '')
  const same = { templateId: 'tpl', id: 'same', name: 'Spring', status: 'DRAFT' }
  expect(store.catalogue.sameBody(null)).toEqual([same])
  expect(store.catalogue.sameBody('tpl')).toEqual([same])
  expect(store.catalogue.sameBody('gone')).toEqual([])
})

it('keeps drafts where the copy is emptied', () => {
  const { store } = openStore()
  const key = { kind: 'template', of: 'new' }
  store.drafts.put({ ...key, content: { body: 'Half a' }, now: 5 })
  store.maintenance.clear()
  expect(store.drafts.get(key)).toEqual({ content: { body: 'Half a' }, at: 5 })
})
