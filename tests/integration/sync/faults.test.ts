import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Resource } from '../../../src-shared/bridge/sync'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { ended, profileFor, settled, startCore, stateOf, type TestCore } from '../../fixtures/core'
import { fastClock } from '../../fixtures/fast-clock'
import { circlingList, hollowList, loopingList } from '../../fixtures/misbehaving-lists'
import {
  cutAfter,
  hang,
  html,
  json,
  late,
  refuse,
  reset,
  tooMany,
  truncated,
  type Reply,
} from '../../fixtures/misbehaving-server'
import { people, person } from '../../fixtures/people'
import { until } from '../../fixtures/until'

let core: TestCore
let server: AudienceServer
beforeEach(async () => {
  server = await startAudience(people(250))
  core = await startCore({ clock: fastClock(40) })
})
afterEach(async () => {
  await core.close()
  await server.close()
})

const connect = () => core.bridge.profiles.create(profileFor(server.url))
const state = async (resource: Resource = 'contacts') => stateOf(await core.bridge.sync.state(), resource)
const held = async () => {
  const { total } = await core.bridge.contacts.page({
    query: { search: '', filters: [], sort: { field: 'email', direction: 'asc' } },
    slice: { offset: 0, limit: 1 },
  })
  return total
}
/** Copies everything once, then runs again with the second page of contacts answered by `reply`. */
async function withSecondPage(reply: () => Reply | null) {
  await connect()
  await settled(core.bridge)
  server.fault = ({ path, query }) => (path === '/contacts' && query.has('cursor') ? reply() : null)
  await core.bridge.sync.start({ mode: 'full', resource: 'contacts' })
}

describe('what the service refuses in mid sync', () => {
  it.each([
    ['a revoked key', refuse(401, 'INVALID_API_KEY'), 'key_refused', 'Enter a new key.'],
    ['a disabled project', refuse(403, 'PROJECT_DISABLED'), 'project_disabled', 'Ask whoever runs'],
    ['an exhausted plan', refuse(402, 'BILLING_LIMIT_EXCEEDED'), 'billing_limit', 'Raise the limit'],
  ])('%s pauses the run, marks the connection and removes nothing', async (_, reply, code, action) => {
    await withSecondPage(() => reply)
    const { run } = await until(state, ({ run }) => run?.state === 'paused')
    expect(run?.problem?.code).toBe(code)
    expect(run?.problem?.action).toContain(action)
    expect(run?.removed).toBe(0)
    expect((await core.bridge.sync.state()).connection.problem?.code).toBe(code)
    expect(await held()).toBe(250)
  })

  const newKey = 'sk_test_another_key_5678'
  const enterKey = async () => {
    const [profile] = (await core.bridge.profiles.list()).profiles
    await core.bridge.profiles.replaceKeys({ id: profile?.id ?? '', secretKey: newKey })
  }

  it('goes on from where it was with a new key, by itself', async () => {
    await withSecondPage(() => refuse(401, 'INVALID_API_KEY'))
    await until(state, ({ run }) => run?.state === 'paused')
    server.fault = () => null
    const before = server.requestsFor('/contacts').length
    await enterKey()
    expect((await core.bridge.sync.state()).connection.problem).toBeNull()
    expect(await ended(core.bridge, 'contacts', 'finished')).toMatchObject({ received: 250, pages: 3 })
    const again = server.requestsFor('/contacts').slice(before)
    expect(again.some(({ query }) => query.get('limit') === '100' && !query.has('cursor'))).toBe(false)
  })

  it('fails where the service refuses this list alone, again and again', async () => {
    await withSecondPage(() => refuse(401, 'INVALID_API_KEY'))
    await until(state, ({ run }) => run?.state === 'paused')
    await until(
      async () => {
        // An answer to anything else says that the key is taken.
        await core.bridge.sync.reconnect()
        return state()
      },
      ({ run, last }) => run === null && last?.problem?.code === 'key_refused',
    )
    expect(await held()).toBe(250)
  })

  it('stays paused where a person paused it, whatever key comes', async () => {
    await withSecondPage(() => late(60_000, json({})))
    await until(state, ({ run }) => run?.pages === 1)
    await core.bridge.sync.pause({ resource: 'contacts' })
    await enterKey()
    expect((await state()).run).toMatchObject({ state: 'paused', problem: null })
  })

  it('uses a key that is entered while the copy is still being opened', async () => {
    await withSecondPage(() => refuse(401, 'INVALID_API_KEY'))
    await until(state, ({ run }) => run?.state === 'paused')
    server.fault = ({ headers }) =>
      headers.authorization === `Bearer ${newKey}` ? null : refuse(401, 'INVALID_API_KEY')
    await core.quit()
    const { dataFolder, keychain } = core
    const again = await startCore({ clock: fastClock(40), dataFolder, keychain })
    try {
      const [profile] = (await again.bridge.profiles.list()).profiles
      await again.bridge.profiles.replaceKeys({ id: profile?.id ?? '', secretKey: newKey })
      await ended(again.bridge, 'contacts', 'finished')
    } finally {
      await again.quit()
    }
  })
})

describe('answers that cannot be used', () => {
  it.each([
    ['a web page', html(), 'not_the_service'],
    [
      'truncated JSON',
      truncated({ contacts: people(100), cursor: 'x', hasMore: true }, 500),
      'answer_malformed',
    ],
    ['an error inside a 200', json({ success: false, error: { code: 'NOPE', message: 'no' } }), undefined],
    [
      'records without ids',
      json({ contacts: [{ email: 'x' }], cursor: null, hasMore: false, total: 0 }),
      'answer_malformed',
    ],
  ])('%s fails the run without moving its bookmark (C28)', async (_, reply, code) => {
    await withSecondPage(() => reply)
    const run = await until(state, ({ last, run }) => run === null && last?.state === 'failed')
    if (code !== undefined) expect(run.last?.problem?.code).toBe(code)
    expect(run.last?.pages).toBe(1)
    expect(await held()).toBe(250)
  })
})

describe('lists that do not end', () => {
  it.each([
    ['ignores its cursor', loopingList('contacts', people(100))],
    ['comes round under ever new cursors', circlingList('contacts', people(100))],
    ['promises more behind empty pages', hollowList('contacts')],
  ])('a list that %s is stopped (C30)', async (_, list) => {
    server.fault = (request) => (request.path === '/contacts' ? list(request) : null)
    await connect()
    const run = await ended(core.bridge, 'contacts', 'failed')
    expect(run.problem?.code).toBe('list_loops')
    expect(server.requestsFor('/contacts').length).toBeLessThan(15)
  })
})

describe('a list that shrank', () => {
  async function shrunk(to: number) {
    await connect()
    await settled(core.bridge)
    server.contacts = server.contacts.slice(0, to)
    await core.bridge.sync.start({ mode: 'full', resource: 'contacts' })
    return until(
      state,
      ({ run, last }) => run?.state === 'asking' || (run === null && last?.cause === 'person'),
    )
  }

  it('below half asks before anything is removed', async () => {
    const { run } = await shrunk(100)
    expect(run?.state).toBe('asking')
    expect(run?.problem?.why).toContain('The copy holds 250 contacts, the service listed 100 of them')
    expect(await held()).toBe(250)
  })

  it('is cut back when a person says so', async () => {
    const { run } = await shrunk(100)
    await core.bridge.sync.answer({ runId: run?.id ?? 0, remove: true })
    expect(await held()).toBe(100)
    expect((await state()).last).toMatchObject({ state: 'finished', removed: 150 })
  })

  it('is kept when a person says so', async () => {
    const { run } = await shrunk(100)
    await core.bridge.sync.answer({ runId: run?.id ?? 0, remove: false })
    expect(await held()).toBe(250)
    const note = 'What the service did not list was kept.'
    expect((await state()).last).toMatchObject({
      state: 'finished',
      removed: 0,
      note: expect.stringContaining(note),
    })
  })

  it('by less than half is believed', async () => {
    expect((await shrunk(130)).last).toMatchObject({ state: 'finished', removed: 120 })
  })

  it('still asks after a restart', async () => {
    const { run } = await shrunk(100)
    await core.quit()
    const again = await startCore({ dataFolder: core.dataFolder, keychain: core.keychain })
    const { run: asking } = stateOf(await again.bridge.sync.state(), 'contacts')
    expect(asking).toMatchObject({ id: run?.id, state: 'asking' })
    await again.close()
  })
})

it('asks where a list ends before it has shown what it announced', async () => {
  await connect()
  await settled(core.bridge)
  server.fault = (request) =>
    request.query.get('cursor') === 'cnt_99'
      ? json({ contacts: people(50, 100), cursor: null, hasMore: false, total: 0 })
      : null
  await core.bridge.sync.start({ mode: 'full', resource: 'contacts' })
  const { run } = await until(state, ({ run }) => run?.state === 'asking')
  expect(run?.problem?.why).toContain('The service said that there are 250 contacts and listed 150.')
})

describe('a service that goes away', () => {
  it('is asked again after a reset in mid page, and nothing is lost', async () => {
    let resets = 2
    await withSecondPage(() =>
      resets-- > 0 ? (resets === 1 ? reset() : cutAfter({ contacts: people(100) }, 900)) : null,
    )
    expect(await ended(core.bridge, 'contacts', 'finished')).toMatchObject({ received: 250, unchanged: 250 })
  })

  it('makes the run wait, and the run goes on by itself', async () => {
    let away = true
    await connect()
    await settled(core.bridge)
    server.fault = (request) => {
      if (!away) return null
      return request.path === '/contacts' &&
        request.query.get('limit') === '100' &&
        !request.query.has('cursor')
        ? null
        : reset()
    }
    await core.bridge.sync.start({ mode: 'full', resource: 'contacts' })
    const waiting = await until(state, ({ run }) => run?.state === 'queued' && run.problem !== null)
    expect(waiting.run?.pages).toBe(1)
    const { connection } = await core.bridge.sync.state()
    expect(connection).toMatchObject({ online: false, problem: { code: 'connection_reset' } })
    away = false
    expect(await ended(core.bridge, 'contacts', 'finished')).toMatchObject({ received: 250 })
    expect((await core.bridge.sync.state()).connection.online).toBe(true)
  })

  it('that fails at one page only is given up in the end', async () => {
    await withSecondPage(() => refuse(500, 'INTERNAL_SERVER_ERROR'))
    const run = await ended(core.bridge, 'contacts', 'failed')
    expect(run.problem).toMatchObject({ code: 'service_failed', status: 500 })
    expect(await held()).toBe(250)
  })
})

it('loses no page to refusals for too many requests (C27)', async () => {
  let refusals = 6
  await withSecondPage(() => (refusals-- > 0 ? tooMany(refusals % 2 === 0 ? undefined : 1) : null))
  expect(await ended(core.bridge, 'contacts', 'finished')).toMatchObject({
    received: 250,
    unchanged: 250,
    removed: 0,
  })
})

it('starts over once where the service refuses the bookmark, and says so', async () => {
  let refusals = 1
  await withSecondPage(() => (refusals-- > 0 ? refuse(400, 'BAD_REQUEST') : null))
  const run = await until(state, ({ run, last }) => run === null && last?.cause === 'resumed')
  expect(run.last).toMatchObject({ state: 'finished', received: 250 })
  expect(run.last?.note).toBe('The service no longer knew where the run had stopped, so it started over.')
})

it('fails where the service refuses the bookmark again', async () => {
  await withSecondPage(() => refuse(400, 'BAD_REQUEST'))
  const run = await until(state, ({ run, last }) => run === null && last?.cause === 'resumed')
  expect(run.last).toMatchObject({ state: 'failed', problem: { code: 'invalid_request' } })
  expect(await held()).toBe(250)
})

it('keeps to its schedule though the wall clock jumps (C30)', async () => {
  const clock = fastClock(40)
  const jumpy = await startCore({ clock })
  const { id, plan } = await jumpy.bridge.profiles.create(profileFor(server.url))
  await settled(jumpy.bridge)
  await jumpy.bridge.profiles.update({
    id,
    changes: { plan: { ...plan, quickEveryMinutes: 1, fullDailyAt: null } },
  })
  const refreshed = async () => {
    const { count } = await jumpy.bridge.sync.runs({ offset: 0, limit: 1 })
    await until(
      () => jumpy.bridge.sync.runs({ offset: 0, limit: 1 }),
      (runs) => runs.count > count,
    )
  }
  await refreshed()
  clock.jump(-86_400_000)
  await refreshed()
  clock.jump(2 * 86_400_000)
  await refreshed()
  server.contacts = [person(-1), ...server.contacts]
  await until(
    async () => stateOf(await jumpy.bridge.sync.state(), 'contacts').rows,
    (rows) => rows === 251,
  )
  await jumpy.close()
})

it('refreshes nothing by itself while a first copy is under way', async () => {
  server.fault = ({ path }) => (path === '/contacts' ? hang() : null)
  await connect()
  await ended(core.bridge, 'domains', 'finished')
  const { nextQuickAt } = await core.bridge.sync.state()
  expect((await state()).asOf).toBeNull()
  expect(nextQuickAt).toBeGreaterThan(Date.now())
})

it('leaves a copy that was cleared empty until its time', async () => {
  await connect()
  await settled(core.bridge)
  await core.bridge.storage.clear()
  const { nextQuickAt } = await core.bridge.sync.state()
  expect(nextQuickAt).toBeGreaterThan(Date.now())
})
