import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PartsOf } from '../../../src-main/features/catalogue/store/api'
import { openCache } from '../../../src-main/cache/open'
import type { Cache } from '../../../src-main/cache/store'
import { createServiceClient } from '../../../src-main/core/client/service'
import { systemClock } from '../../../src-main/core/clock'
import { asProblem } from '../../../src-main/core/problems'
import { createConnection, type Connection } from '../../../src-main/copying/connection'
import { PartReader } from '../../../src-main/copying/cursor/parts'
import { keptCacheWorker } from '../../fixtures/kept-worker'
import { circlingList, cursorList } from '../../fixtures/misbehaving-lists'
import {
  json,
  refuse,
  startMisbehavingServer,
  truncated,
  type Answerer,
  type MisbehavingServer,
} from '../../fixtures/misbehaving-server'
import { createRecordedLog } from '../../fixtures/recorded-log'
import { segmentSchema } from '../../../src-shared/interface/segment'
import { temporaryFolder } from '../cache/support'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const members: PartsOf = { list: 'members', owner: 'seg' }
const executions: PartsOf = { list: 'executions', owner: 'wf' }
const member = (number: number) => ({
  id: `m${number}`,
  email: `person${number}@room.example`,
  subscribed: true,
  data: {},
  createdAt: '2026-01-01T00:00:00.000Z',
})
const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)
const ids = (from: number, to: number) =>
  numbered(from, to)
    .map((number) => member(number).id)
    .sort()

let server: MisbehavingServer
let cache: Cache
let reader: PartReader
let connection: Connection
/** Enters a key that the service may take. */
let enterKey: () => Promise<void>
/** Members of the segment as the service has them now. */
let now = numbered(0, 250).map(member)
const list: Answerer = cursorList('contacts', () => now)
const never = new AbortController().signal
const held = async () => [...(await cache.catalogueParts.ids(members))].sort()
const asOf = async () =>
  (await cache.catalogueParts.page({ ...members, kinds: null, slice: { offset: 0, limit: 1 } })).asOf

beforeEach(async () => {
  now = numbered(0, 250).map(member)
  server = await startMisbehavingServer({ answer: list })
  open.push(() => server.close())
  const { log } = createRecordedLog()
  const location = { folder: temporaryFolder(), key: null }
  cache = await openCache({ location, worker: keptCacheWorker, log })
  open.push(() => cache.close())
  const client = () =>
    createServiceClient({
      address: server.url,
      secretKey: 'sk_test_0123456789abcdef',
      clock: systemClock,
      version: '0',
      backgroundShare: 1,
      log,
    })
  connection = createConnection(client(), systemClock, log)
  enterKey = () => connection.use(client())
  open.push(() => connection.close())
  reader = new PartReader({ cache, connection, clock: systemClock, log })
})

/** The code that a reading fails with. */
const failure = (reading: Promise<void>): Promise<string> =>
  reading.then(
    () => 'it did not fail',
    (error: unknown) => asProblem(error).problem.code,
  )

/** From its second page on the list is refused. */
const refusing: Answerer = (request) =>
  request.query.has('cursor') ? refuse(403, 'FORBIDDEN') : list(request)

it.each(['click', 'sync'] as const)(
  'after a failure gives members of one reading alone, asked for by a %s',
  async (priority) => {
    server.answer(refusing)
    expect(await failure(reader.read(members, { priority, signal: never }))).toBe('forbidden')
    // Whoever was on the page that had been read has left since.
    now = numbered(100, 300).map(member)
    server.answer(list)
    await reader.read(members, { priority, signal: never })
    expect(await held()).toEqual(ids(100, 300))
  },
)

it('removes nobody by a reading that failed, and the members are as old as they were', async () => {
  await reader.read(members, { priority: 'click', signal: never })
  const before = await asOf()
  now = numbered(100, 300).map(member)
  server.answer(refusing)
  expect(await failure(reader.read(members, { priority: 'click', signal: never }))).toBe('forbidden')
  expect(await held()).toEqual(expect.arrayContaining(ids(0, 250)))
  expect(await asOf()).toBe(before)
})

/** Answers first pages, and holds every other request until it is let go. */
function holdSecondPages(): () => void {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  server.answer(async (request) => {
    if (request.query.has('cursor')) await released
    return list(request)
  })
  return release
}

it('goes on in the background where it was cut off', async () => {
  const release = holdSecondPages()
  const closing = new AbortController()
  const cut = failure(reader.read(members, { priority: 'sync', signal: closing.signal }))
  await server.arrived(2)
  closing.abort()
  expect(await cut).toBe('cancelled')
  release()
  server.answer(list)
  await reader.read(members, { priority: 'sync', signal: never })
  expect(server.requests[2]?.query.get('cursor')).toBe('m99')
  expect(await held()).toEqual(ids(0, 250))
})

it('lets what a person asks for take the place of a reading in the background', async () => {
  const release = holdSecondPages()
  const background = reader.read(members, { priority: 'sync', signal: never })
  await server.arrived(2)
  now = numbered(100, 300).map(member)
  const asked = reader.read(members, { priority: 'click', signal: never })
  await background
  release()
  await asked
  expect(await held()).toEqual(ids(100, 300))
})

const executed = (number: number) => ({
  id: `e${number}`,
  workflowId: 'wf',
  contactId: `c${number}`,
  status: 'COMPLETED',
  startedAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
})

it('keeps the newest executions of a workflow that had more, and none that are older', async () => {
  let newest = 6000
  server.answer(
    cursorList('executions', () =>
      numbered(newest - 6000, newest)
        .reverse()
        .map(executed),
    ),
  )
  await reader.read(executions, { priority: 'click', signal: never })
  newest = 6200
  await reader.read(executions, { priority: 'click', signal: never })
  const slice = { offset: 4999, limit: 10 }
  const { parts, count } = await cache.catalogueParts.page({ ...executions, kinds: null, slice })
  expect([count, parts.map(({ id }) => id)]).toEqual([5000, ['e1200']])
})

it('a list of members that never ends is left after a few pages, and removes nobody', async () => {
  await reader.read(members, { priority: 'click', signal: never })
  server.answer(circlingList('contacts', now.slice(0, 100)))
  const before = server.requests.length
  await expect(reader.read(members, { priority: 'click', signal: never })).rejects.toSatisfy(
    (error: unknown) => asProblem(error).problem.code === 'list_loops',
  )
  expect(server.requests.length - before).toBeLessThan(6)
  expect(await held()).toEqual(ids(0, 250))
})

it('members of whom fewer came than were promised are not whole: nobody is removed', async () => {
  await reader.read(members, { priority: 'click', signal: never })
  server.answer((request) => {
    const first = request.query.get('cursor') === null
    return json({
      contacts: first ? now.slice(0, 100) : [],
      cursor: null,
      hasMore: false,
      total: first ? 250 : 0,
    })
  })
  await reader.read(members, { priority: 'click', signal: never })
  expect(await held()).toEqual(ids(0, 250))
})

/** Members of whom one has no address. */
const withoutAddress = (id: string): Answerer =>
  cursorList('contacts', () => now.map((each) => (each.id === id ? { ...each, email: null } : each)))
const unread = () =>
  cache.unread.page({ resource: 'segments', owner: 'seg', slice: { offset: 0, limit: 10 } })

it('a member that cannot be read is not one who left', async () => {
  await reader.read(members, { priority: 'click', signal: never })
  server.answer(withoutAddress('m120'))
  await reader.read(members, { priority: 'click', signal: never })
  expect(await held()).toEqual(ids(0, 250))
})

it('a member that cannot be read is kept as it came, among those of its segment and of all segments', async () => {
  server.answer(withoutAddress('m120'))
  await reader.read(members, { priority: 'click', signal: never })
  const { rows, count } = await unread()
  expect(count).toBe(1)
  expect(rows[0]).toMatchObject({ key: 'm120', owner: 'seg', fault: 'has no usable email' })
  expect(JSON.parse(rows[0]?.raw ?? '')).toEqual({ ...member(120), email: null })
  expect(await cache.unread.count({ resource: 'segments' })).toBe(1)
})

it('a member that can be read again is no longer set aside', async () => {
  server.answer(withoutAddress('m120'))
  await reader.read(members, { priority: 'click', signal: never })
  server.answer(list)
  await reader.read(members, { priority: 'click', signal: never })
  expect((await unread()).count).toBe(0)
})

it('what was set aside of a segment goes with it', async () => {
  server.answer(withoutAddress('m120'))
  await reader.read(members, { priority: 'click', signal: never })
  const segment = segmentSchema.parse({ id: 'seg', name: 'Readers', type: 'STATIC' })
  await cache.catalogue.upsert({ list: 'segments', record: segment })
  await cache.catalogue.remove({ list: 'segments', id: 'seg' })
  expect((await unread()).count).toBe(0)
})

it('an execution that cannot be read is set aside with those of its workflow', async () => {
  server.answer(cursorList('executions', () => [executed(1), { ...executed(2), status: 7 }]))
  await reader.read(executions, { priority: 'click', signal: never })
  const slice = { offset: 0, limit: 10 }
  const { rows } = await cache.unread.page({ resource: 'workflows', owner: 'wf', slice })
  expect(rows.map(({ key, raw }) => [key, JSON.parse(raw) as unknown])).toEqual([
    ['e2', { ...executed(2), status: 7 }],
  ])
})

it('remembers over a cut what could not be read before it, and removes nobody', async () => {
  await reader.read(members, { priority: 'click', signal: never })
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  server.answer(async (request) => {
    if (request.query.has('cursor')) await released
    return withoutAddress('m20')(request)
  })
  const before = server.requests.length
  const closing = new AbortController()
  const cut = failure(reader.read(members, { priority: 'sync', signal: closing.signal }))
  await server.arrived(before + 2)
  closing.abort()
  await cut
  release()
  await reader.read(members, { priority: 'sync', signal: never })
  expect(await held()).toEqual(ids(0, 250))
})

it('members whose end is said beside pages that follow are not whole', async () => {
  await reader.read(members, { priority: 'click', signal: never })
  const before = await asOf()
  server.answer(() => json({ contacts: now.slice(0, 100), hasMore: false, page: 1, totalPages: 3 }))
  await reader.read(members, { priority: 'click', signal: never })
  expect(await held()).toEqual(ids(0, 250))
  expect(await asOf()).toBe(before)
})

it('a key that is refused in the middle has the reading wait, and go on from there with another', async () => {
  await reader.read(members, { priority: 'click', signal: never })
  now = numbered(50, 300).map(member)
  const before = server.requests.length
  server.answer((request) =>
    request.path.startsWith('/segments/') && !request.query.has('cursor')
      ? list(request)
      : refuse(401, 'INVALID_API_KEY'),
  )
  const reading = reader.read(members, { priority: 'sync', signal: never })
  await new Promise<void>((resolve) => {
    const unwatch = connection.watch(() => {
      if (connection.blocked === null) return
      unwatch()
      resolve()
    })
  })
  server.answer(list)
  await enterKey()
  await reading
  const cursors = server.requests.slice(before).filter(({ path }) => path.startsWith('/segments/'))
  expect(cursors.map(({ query }) => query.get('cursor'))).toEqual([null, 'm149', 'm149', 'm249'])
  expect(await held()).toEqual(ids(50, 300))
})

/** Cursors that are no ids and no total; the page behind `lost` is empty as often as it is said. */
function loseBehind(lost: number, times: number): void {
  server.answer(({ query }) => {
    const start = Number(query.get('cursor')?.slice(1) ?? 0)
    if (start === lost && times-- > 0) return json({ contacts: [], cursor: null, hasMore: false })
    const next = start + 100
    return json({ contacts: now.slice(start, next), cursor: next < now.length ? `c${next}` : null })
  })
}

it('an empty page behind a cursor has the members read anew once, and then whole', async () => {
  await reader.read(members, { priority: 'click', signal: never })
  loseBehind(200, 1)
  now = numbered(50, 300).map(member)
  await reader.read(members, { priority: 'click', signal: never })
  expect(await held()).toEqual(ids(50, 300))
})

it('an empty page that comes again is the end of the members', async () => {
  await reader.read(members, { priority: 'click', signal: never })
  loseBehind(200, 2)
  await reader.read(members, { priority: 'click', signal: never })
  expect(await held()).toEqual(ids(0, 200))
})

it.each([
  [
    '{items, pageInfo: {hasNextPage: true}} without a cursor',
    json({ items: [member(1)], pageInfo: { hasNextPage: true } }),
  ],
  ['an answer that is cut short', truncated({ contacts: [member(1)], cursor: null, hasMore: false }, 60)],
  ['a key that is refused', refuse(401, 'INVALID_API_KEY')],
])('%s removes no member', async (_, reply) => {
  await reader.read(members, { priority: 'click', signal: never })
  server.answer(() => reply)
  expect(await failure(reader.read(members, { priority: 'click', signal: never }))).not.toBe(
    'it did not fail',
  )
  expect(await held()).toEqual(ids(0, 250))
})
