import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { profileFor, startCore, type TestCore } from '../../fixtures/core'
import {
  html,
  json,
  megabytesOfText,
  redirect,
  startMisbehavingServer,
  tooMany,
  type MisbehavingServer,
  type Reply,
} from '../../fixtures/misbehaving-server'
import { problemOf } from '../../fixtures/problem-of'
import { until } from '../../fixtures/until'
import { asRead, many, placeOf, read } from './fixture'

/** A profile whose own service is not there: its records are read all the same. */
const other = profileFor('http://127.0.0.1:9')

let server: MisbehavingServer
let core: TestCore
beforeAll(async () => {
  core = await startCore()
  await core.bridge.profiles.create(other)
}, 60_000)
afterAll(() => core.close())
beforeEach(async () => {
  server = await startMisbehavingServer()
})
afterEach(async () => {
  const { connections } = await core.bridge.records.connections()
  for (const { id, name } of connections) await core.bridge.records.remove({ id, name })
  await server.close()
})

const token = 'pat_strange_0123456789'
const input = () => ({ name: 'Strange', address: server.url, token, companyId: 'com_1', workspaceId: 'w' })
const add = () => core.bridge.records.add({ ...input(), everyHours: null })

/** A list of so many records, answered by `form` from the part asked for; no page is longer than `most`. */
function serve(count: number, form: (items: object[], skip: number) => object, most = 100): void {
  server.answer((request) => {
    const { skip, limit } = placeOf(request)
    return json(form(many(skip, Math.min(count, skip + Math.min(limit, most))), skip))
  })
}

it.each([
  [
    'items and pageInfo',
    (items: object[], skip: number) => ({ items, pageInfo: { hasNextPage: skip + items.length < 333 } }),
  ],
  ['items and totalCount', (items: object[]) => ({ items, totalCount: 333 })],
  ['users and totalCount', (items: object[]) => ({ users: items, totalCount: 333 })],
  ['another name, and nothing more', (items: object[]) => ({ people: items })],
  ['a bare list', (items: object[]) => items],
  ['an envelope', (items: object[]) => ({ success: true, data: { items, totalCount: 333 } })],
])('reads a list of %s to its end', async (_, form) => {
  serve(333, form)
  const { id } = await add()
  const { sync } = await read(core, id)
  expect(sync.last).toMatchObject({ state: 'finished', received: 333, report: [] })
  expect(sync.rows).toBe(333)
})

const withMore = (items: object[], skip: number) => ({
  items,
  pageInfo: { hasNextPage: skip + items.length < 333 },
})
it.each([
  ['50, and says whether there is more', 50, withMore],
  ['20, and says whether there is more', 20, withMore],
  ['50, and says how many there are', 50, (items: object[]) => ({ items, totalCount: 333 })],
  ['20, and says how many there are', 20, (items: object[]) => ({ items, totalCount: 333 })],
  ['50, and says nothing of the end', 50, (items: object[]) => ({ items })],
  ['20, and says nothing of the end', 20, (items: object[]) => ({ items })],
])('skips nothing where the service lowers what is asked for to %s', async (_, most, form) => {
  serve(333, form, most)
  const { id } = await add()
  expect((await read(core, id)).sync.last).toMatchObject({ state: 'finished', received: 333, report: [] })
  expect(server.requests.every((request) => placeOf(request).limit === 100)).toBe(true)
  // Each page brings what is new of it: all but the few that it has in common with the one before. Eight may lie beyond the end,
  // and eight more behind the place that the end is looked for from; then the list's head is read again.
  expect(server.requests.length).toBeLessThan(Math.ceil(333 / (most - 5)) + 2 * 8 + 4)
})

it('skips nothing where the service lowers its pages in the middle of the list', async () => {
  server.answer((request) => {
    const { skip, limit } = placeOf(request)
    const most = skip > 150 ? 20 : limit
    return json({ items: many(skip, Math.min(500, skip + most)), totalCount: 500 })
  })
  const { id } = await add()
  expect((await read(core, id)).sync.last).toMatchObject({ state: 'finished', received: 500, report: [] })
})

it('reads on where the service counts fewer records than it lists', async () => {
  serve(333, (items) => ({ items, totalCount: 150 }))
  const { id } = await add()
  expect((await read(core, id)).sync.last).toMatchObject({ state: 'finished', received: 333, report: [] })
})

it('ends in words, and soon, where nothing follows though more is said to', async () => {
  serve(5000, (items) => ({ items, pageInfo: { hasNextPage: true } }))
  const { id } = await add()
  const { sync } = await read(core, id)
  expect(sync).toMatchObject({ rows: 5000, last: { state: 'failed', problem: { code: 'list_loops' } } })
  expect(sync.last?.problem?.why).toContain('It says that there is more, and sends nothing.')
  // The list itself takes 53 requests.
  expect(server.requests.length).toBeLessThan(300)
})

it('knows a record by its id where that is a number', async () => {
  const numbered = (seats: number) =>
    server.answer((request) => {
      const { skip } = placeOf(request)
      const items = many(skip, Math.min(250, skip + 100)).map(({ place }) => ({ id: place, seats }))
      return json({ items, totalCount: 250 })
    })
  numbered(1)
  const { id } = await add()
  expect((await read(core, id)).sync.last).toMatchObject({ added: 250, report: [] })
  expect((await core.bridge.records.get({ connectionId: id, id: '249' })).data).toEqual({ seats: 1 })
  numbered(2)
  await core.bridge.records.start({ id })
  expect((await read(core, id, 2)).sync.last).toMatchObject({ added: 0, changed: 250, removed: 0 })
})

it('sends the token, the company and the workspace with every page, in either form', async () => {
  serve(3, (items) => ({ items, totalCount: 3 }))
  const { id } = await add()
  await read(core, id)
  const [posted] = server.requests
  expect(posted).toMatchObject({ method: 'POST', path: '/v1/list-records' })
  expect(JSON.parse(posted?.body ?? '')).toEqual({ workspaceId: 'w', skip: 0, limit: 100 })
  expect(posted?.headers).toMatchObject({ authorization: `Bearer ${token}`, 'x-service-company-id': 'com_1' })
  await core.bridge.records.test({ ...input(), form: 'resource' })
  const got = server.requests.at(-1)
  expect(got).toMatchObject({ method: 'GET', path: '/v1/records', body: '' })
  expect(Object.fromEntries(got?.query ?? [])).toEqual({ workspaceId: 'w', skip: '0', limit: '20' })
})

const more = { pageInfo: { hasNextPage: true } }
it.each([
  ['never ends', (items: object[]) => ({ items, ...more }), 'list_loops', 250],
  ['always sends the same records', () => ({ items: many(0, 100), ...more }), 'list_loops', 100],
  [
    'changes its form in the middle',
    (items: object[], skip: number) =>
      skip < 150 ? { items, totalCount: 250 } : { users: items, totalCount: 250 },
    'answer_malformed',
    null,
  ],
  [
    'sends records without an id',
    () => ({ items: [{ name: 'Nobody' }], totalCount: 1 }),
    'answer_malformed',
    0,
  ],
  ['holds several lists', () => ({ a: [], b: [] }), 'answer_malformed', 0],
])('ends in words where the list %s, and deletes nothing', async (_, form, code, kept) => {
  serve(250, form)
  const { id } = await add()
  const { sync } = await read(core, id)
  expect(sync.last).toMatchObject({ state: 'failed', removed: 0, problem: { code } })
  if (kept !== null) expect(sync.rows).toBe(kept)
})

it('keeps what a list does not show where it counts more than it lists, and says so', async () => {
  serve(250, (items) => ({ items, totalCount: 250 }))
  const { id } = await add()
  await read(core, id)
  serve(200, (items) => ({ items, totalCount: 250 }))
  await core.bridge.records.start({ id })
  const { sync } = await read(core, id, 2)
  expect(sync.last).toMatchObject({ state: 'finished', removed: 0, drift: { passes: 2 } })
  expect(sync.last?.report.join(' ')).toMatch(/counts 50 records more/)
  expect(sync.rows).toBe(250)
})

it('asks before it deletes more than half', async () => {
  serve(250, (items) => ({ items, totalCount: 250 }))
  const { id } = await add()
  await read(core, id)
  serve(60, (items) => ({ items, totalCount: 60 }))
  await core.bridge.records.start({ id })
  const asking = await until(
    async () => (await core.bridge.records.connections()).connections[0]?.sync.run,
    (run) => run?.state === 'asking',
  )
  expect(asking?.problem?.code).toBe('list_shrank')
  await core.bridge.records.answer({ id, runId: asking?.id ?? 0, remove: true })
  const { sync } = await read(core, id, 2)
  expect(sync).toMatchObject({ rows: 60, last: { state: 'finished', removed: 190 } })
})

it('does not follow a redirect, and sends the token nowhere else', async () => {
  const other = await startMisbehavingServer()
  server.answer(() => redirect(`${other.url}/v1/list-records`))
  expect((await problemOf(core.bridge.records.test(input()))).code).toBe('redirected')
  expect(other.requests).toHaveLength(0)
  await other.close()
})

it('says that a web page is not the service', async () => {
  server.answer(() => html())
  expect((await problemOf(core.bridge.records.test(input()))).code).toBe('not_the_service')
})

it('ends where a web page is at the address, and does not say that nothing answers', async () => {
  server.answer(() => html())
  const { id } = await add()
  const { sync } = await read(core, id)
  expect(sync.last).toMatchObject({ state: 'failed', problem: { code: 'not_the_service' } })
  // A run that was led elsewhere ends at once; the list itself is asked beside it, and then that blocks.
  const shown = async () => (await core.bridge.records.connections()).connections[0]?.sync
  expect(await until(shown, (seen) => seen?.blocked?.code === 'not_the_service')).toMatchObject({
    online: true,
  })
  serve(3, (items) => ({ items, totalCount: 3 }))
  await core.bridge.records.start({ id })
  const again = await read(core, id, 2)
  expect(again.sync).toMatchObject({ rows: 3, online: true, blocked: null, last: { state: 'finished' } })
})

it('waits for another token where it is refused in the middle, and goes on from there with it', async () => {
  server.answer((request) => {
    const { skip } = placeOf(request)
    const isOld = request.headers.authorization === `Bearer ${token}`
    if (isOld && skip > 150)
      return json({ success: false, error: { code: 'INVALID_API_KEY', message: 'No' } }, { status: 401 })
    return json({ items: many(skip, Math.min(400, skip + 100)), totalCount: 400 })
  })
  const { id } = await add()
  const paused = await until(
    async () => (await core.bridge.records.connections()).connections[0]?.sync,
    (sync) => sync?.run?.state === 'paused',
  )
  expect(paused?.blocked?.title).toBe('The token was refused')
  const before = server.requests.length
  await core.bridge.records.edit({ ...input(), id, everyHours: null, token: 'pat_new_0123456789' })
  const { sync } = await read(core, id)
  expect(sync.last).toMatchObject({ state: 'finished', received: 400 })
  expect(placeOf(server.requests[before] ?? server.requests[0] ?? fail()).skip).toBeGreaterThan(90)
})

it('waits as long as the service asks for', async () => {
  serve(500, (items) => ({ items, totalCount: 500 }))
  server.next(tooMany(1))
  const { id } = await add()
  expect((await read(core, id)).sync.last).toMatchObject({ state: 'finished', received: 500 })
})

it('loses nothing where all pages in flight are told to wait', async () => {
  const waiting: (() => void)[] = []
  let refuses = true
  server.answer((request) => {
    const { skip } = placeOf(request)
    const found = json({ items: many(skip, Math.min(3000, skip + 100)), totalCount: 3000 })
    if (!refuses || skip < 1500) return found
    return new Promise<Reply>((resolve) => waiting.push(() => resolve(tooMany(1))))
  })
  const { id } = await add()
  // How many there are follows from how quickly this machine answers: four, unless it does much else.
  await until(
    async () => (await core.bridge.records.connections()).connections[0]?.sync.run,
    (run) => waiting.length > 0 && waiting.length === run?.inFlight,
  )
  refuses = false
  for (const refuse of waiting) refuse()
  const { sync } = await read(core, id)
  expect(sync.last).toMatchObject({ state: 'finished', received: 3000, added: 3000, report: [] })
})

it('goes on where it was when its profile was left and is chosen again', async () => {
  let held = true
  server.answer((request) => {
    const { skip } = placeOf(request)
    if (held && skip > 300) return () => undefined
    return json({ items: many(skip, Math.min(600, skip + 100)), totalCount: 600 })
  })
  const { id } = await add()
  await until(
    async () => (await core.bridge.records.connections()).connections[0]?.sync.run,
    (run) => (run?.received ?? 0) >= 290,
  )
  const { id: profile } = await core.bridge.profiles.create({ ...other, name: 'Other' })
  held = false
  const before = server.requests.length
  const { profiles } = await core.bridge.profiles.list()
  await core.bridge.profiles.select({ id: profiles.find(({ id: each }) => each !== profile)?.id ?? '' })
  const { sync } = await read(core, id)
  expect(sync.last).toMatchObject({ state: 'finished', received: 600, added: 600 })
  const first = server.requests[before]
  expect(first && placeOf(first).skip).toBeGreaterThan(200)
  const { count } = await core.bridge.records.page({
    connectionId: id,
    query: asRead,
    slice: { offset: 0, limit: 1 },
  })
  expect(count).toBe(600)
}, 120_000)

function fail(): never {
  throw new Error('There was no request')
}

it('a page that is too large comes in smaller ones, and none of it is lost', async () => {
  // Each of the records in the middle has 1 MB: forty of them are more than an answer may have.
  const large = megabytesOfText(1)
  const count = 260
  const limits: number[] = []
  server.answer((request) => {
    const { skip, limit } = placeOf(request)
    limits.push(limit)
    const items = many(skip, Math.min(count, skip + limit)).map((record) =>
      record.place >= 120 && record.place < 170 ? { ...record, large } : record,
    )
    return json({ items, pageInfo: { hasNextPage: skip + items.length < count } })
  })
  const { id } = await add()
  expect((await read(core, id)).sync).toMatchObject({
    rows: count,
    last: { state: 'finished', received: count, report: [] },
  })
  expect(Math.min(...limits)).toBe(50)
  // Behind them, whole pages are asked for again.
  expect(limits.at(-1)).toBe(100)
})

it('a record that is too large by itself ends the run in words, and nothing is deleted', async () => {
  const larger = megabytesOfText(33)
  server.answer((request) => {
    const { skip, limit } = placeOf(request)
    const items = many(skip, Math.min(150, skip + limit)).map((record) =>
      record.place === 30 ? { ...record, larger } : record,
    )
    return json({ items, pageInfo: { hasNextPage: skip + items.length < 150 } })
  })
  const { id } = await add()
  const { last } = (await read(core, id)).sync
  expect(last).toMatchObject({ state: 'failed', problem: { code: 'answer_too_large' } })
  expect(last?.problem?.why).toContain('The record after the first 30 is larger than 32 MB by itself')
})
