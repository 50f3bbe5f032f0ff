import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { ended, profileFor, settled, startCore, stateOf, type TestCore } from '../../fixtures/core'
import { late, json } from '../../fixtures/misbehaving-server'
import { windowList } from '../../fixtures/misbehaving-lists'
import { happenings, people, person } from '../../fixtures/people'
import { until } from '../../fixtures/until'

let core: TestCore
let server: AudienceServer
beforeEach(async () => {
  server = await startAudience(people(250))
  core = await startCore()
})
afterEach(async () => {
  await core.close()
  await server.close()
})

const connect = () => core.bridge.profiles.create(profileFor(server.url))
const contacts = async () => stateOf(await core.bridge.sync.state(), 'contacts')
const sync = async (mode: 'full' | 'quick') => {
  const before = (await contacts()).last?.id
  await core.bridge.sync.start({ mode, resource: 'contacts' })
  const { last } = await until(contacts, ({ run, last }) => run === null && last?.id !== before)
  if (!last) throw new Error('No run')
  return last
}
const emails = async () => {
  const query = { search: '', filters: [], sort: { field: 'createdAt', direction: 'desc' } } as const
  const { rows } = await core.bridge.contacts.page({
    query: { ...query, filters: [] },
    slice: { offset: 0, limit: 500 },
  })
  return rows.map(({ email }) => email)
}

describe('a full run', () => {
  it('copies every contact of a new profile', async () => {
    await connect()
    const run = await ended(core.bridge, 'contacts', 'finished')
    expect(run).toMatchObject({
      mode: 'full',
      cause: 'first',
      received: 250,
      added: 250,
      pages: 3,
      expected: 250,
    })
    expect(await emails()).toEqual(server.contacts.map(({ email }) => email))
  })

  it('changes what changed and counts the rest as unchanged', async () => {
    await connect()
    await settled(core.bridge)
    server.contacts[120] = { ...person(120, { plan: 'pro' }), updatedAt: '2026-02-01T00:00:00.000Z' }
    expect(await sync('full')).toMatchObject({ added: 0, changed: 1, unchanged: 249, removed: 0 })
    expect((await core.bridge.contacts.get({ id: 'cnt_120' })).data).toEqual({ plan: 'pro' })
  })

  it('removes what the service does not list any more', async () => {
    await connect()
    await settled(core.bridge)
    server.contacts = server.contacts.filter(({ id }) => id !== 'cnt_7')
    expect(await sync('full')).toMatchObject({ removed: 1, state: 'finished' })
    expect(await emails()).not.toContain('person7@example.com')
  })

  it('keeps fields that it does not know', async () => {
    server.contacts[0] = { ...person(0), ...{ score: 12, tags: ['a'] } }
    await connect()
    await settled(core.bridge)
    expect((await core.bridge.contacts.get({ id: 'cnt_0' })).raw).toMatchObject({ score: 12, tags: ['a'] })
  })

  it('takes a contact that comes twice because the list moved for one', async () => {
    let shifted = false
    server.fault = (request) => {
      if (request.query.get('cursor') === 'cnt_99' && !shifted) {
        shifted = true
        // Three people signed up meanwhile and pushed the last three of page one onto page two.
        return json({ contacts: people(100, 97), cursor: 'cnt_196', hasMore: true, total: 0 })
      }
      return null
    }
    await connect()
    await ended(core.bridge, 'contacts', 'finished')
    expect((await emails()).length).toBe(250)
  })
})

describe('a quick refresh', () => {
  it('stops at the first page that holds nothing new, and says what it cannot find', async () => {
    await connect()
    await settled(core.bridge)
    server.contacts = [...people(3, -3), ...server.contacts]
    const before = server.requestsFor('/contacts').length
    const run = await sync('quick')
    expect(run).toMatchObject({ mode: 'quick', added: 3, state: 'finished' })
    expect(run.note).toBe('A quick refresh finds no deletions, and no changes to older contacts.')
    expect(server.requestsFor('/contacts').length - before).toBe(2)
  })

  it('becomes a full run where the copy was never read whole', async () => {
    server.fault = (request) => (request.query.has('cursor') ? late(60_000, json({})) : null)
    await connect()
    await until(contacts, ({ run }) => run?.pages === 1)
    await core.bridge.sync.cancel({ resource: 'contacts' })
    server.fault = () => null
    expect(await sync('quick')).toMatchObject({ mode: 'full', added: 150, unchanged: 100 })
  })
})

describe('commands', () => {
  it('sends nothing more once cancel has answered, and keeps what was copied', async () => {
    let givenUp = false
    server.fault = ({ query }) =>
      query.has('cursor') ? (response) => void response.once('close', () => (givenUp = true)) : null
    await connect()
    await until(contacts, ({ run }) => run?.pages === 1)
    await core.bridge.sync.cancel({})
    const sent = server.server.requests.length
    expect((await contacts()).last).toMatchObject({ state: 'cancelled', removed: 0, received: 100 })
    // Nobody waits for the answer that was under way any more.
    await until(
      () => givenUp,
      (yes) => yes,
    )
    expect((await emails()).length).toBe(100)
    expect(server.server.requests.length).toBe(sent)
  })

  it('goes on after a pause where it was', async () => {
    server.fault = (request) => (request.query.get('cursor') === 'cnt_99' ? late(60_000, json({})) : null)
    await connect()
    await until(contacts, ({ run }) => run?.pages === 1)
    await core.bridge.sync.pause({ resource: 'contacts' })
    expect((await contacts()).run?.state).toBe('paused')
    server.fault = () => null
    await core.bridge.sync.resume({ resource: 'contacts' })
    expect(await ended(core.bridge, 'contacts', 'finished')).toMatchObject({ received: 250, added: 250 })
    const first = server
      .requestsFor('/contacts')
      .filter(({ query }) => !query.has('cursor') && query.get('limit') === '100')
    expect(first).toHaveLength(1)
  })

  it('leaves a run under way alone when it is started again', async () => {
    server.fault = (request) => (request.query.has('cursor') ? late(60_000, json({})) : null)
    await connect()
    await until(contacts, ({ run }) => run?.pages === 1)
    const { id } = (await contacts()).run ?? {}
    const state = await core.bridge.sync.start({ mode: 'full', resource: 'contacts' })
    expect(stateOf(state, 'contacts').run?.id).toBe(id)
  })

  it('goes on with the runs of a profile when it is chosen again', async () => {
    const blocked = (id: string) => (id === 'cnt_99' ? late(60_000, json({})) : null)
    server.fault = (request) => blocked(request.query.get('cursor') ?? '')
    const { id } = await connect()
    await until(contacts, ({ run }) => run?.pages === 1)
    const other = await startAudience(people(3))
    await core.bridge.profiles.create({ ...profileFor(other.url), name: 'Other' })
    await ended(core.bridge, 'contacts', 'finished')
    server.fault = () => null
    await core.bridge.profiles.select({ id })
    expect(await ended(core.bridge, 'contacts', 'finished')).toMatchObject({ received: 250 })
    await other.close()
  })
})

describe('events without paging', () => {
  it('are read in a growing window until it holds them all', async () => {
    server.events = happenings(1500)
    const list = windowList('events', () => server.events, 100_000)
    server.fault = (request) => (request.path === '/events' ? list(request) : null)
    await connect()
    const run = await ended(core.bridge, 'events', 'finished')
    expect(run).toMatchObject({ received: 1500, added: 1500 })
    const limits = server.requestsFor('/events').map(({ query }) => query.get('limit'))
    expect(limits).toEqual(['100', '1000', '10000'])
  })

  it('are kept where the service lists only the newest', async () => {
    server.events = happenings(1500)
    const list = windowList('events', () => server.events, 1000)
    server.fault = (request) => (request.path === '/events' ? list(request) : null)
    await connect()
    const run = await ended(core.bridge, 'events', 'finished')
    expect(run.received).toBe(1000)
    expect(run.note).toBe('The service lists only its newest 1,000. Older ones in the copy stay as they are.')
  })

  it('are refreshed by a window that reaches back to known ones', async () => {
    server.events = happenings(1500)
    const list = windowList('events', () => server.events, 100_000)
    server.fault = (request) => (request.path === '/events' ? list(request) : null)
    await connect()
    await ended(core.bridge, 'events', 'finished')
    server.events = [...happenings(250, -250), ...server.events]
    const before = server.requestsFor('/events').length
    await core.bridge.sync.start({ mode: 'quick', resource: 'events' })
    await until(
      async () => stateOf(await core.bridge.sync.state(), 'events'),
      ({ run, last }) => run === null && last?.mode === 'quick',
    )
    expect(stateOf(await core.bridge.sync.state(), 'events').rows).toBe(1750)
    expect(server.requestsFor('/events').length - before).toBe(2)
  })
})

it('enters every run in the activity log', async () => {
  await connect()
  await settled(core.bridge)
  await sync('quick')
  const { entries } = await until(
    () =>
      core.bridge.activity.page({
        filter: { kind: 'run', outcome: null, search: '' },
        slice: { offset: 0, limit: 20 },
      }),
    ({ entries }) => entries.every(({ outcome }) => outcome === 'done'),
  )
  // The first of a kind is the line of all that followed it, and stands where the newest of them does: which of
  // those that began within one millisecond is above it is left open.
  const [quick, ...runs] = entries
  const first = runs.find(({ title }) => title === 'Full sync of contacts')
  const others = runs.filter((entry) => entry !== first)
  expect([quick, first].map((entry) => `${entry?.title}, ${entry?.cause}`)).toEqual([
    'Quick refresh of contacts, person',
    'Full sync of contacts, first',
  ])
  expect(others.map(({ title, cause }) => `${title}, ${cause}`)).toEqual([
    'Full sync of domains, first',
    'Full sync of workflows, first',
    'Full sync of campaigns, first',
    'Full sync of templates, first',
    'Full sync of segments, first',
    'Full sync of event names, first',
    'Full sync of events, first',
  ])
  expect(first?.at).toBe(others[0]?.at)
})
