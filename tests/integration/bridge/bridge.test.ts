import { MessageChannel } from 'node:worker_threads'
import { createORPCClient, isDefinedError, safe } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { isContractProcedure } from '@orpc/contract'
import { createRouterClient, isProcedure, unlazyRouter } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRouter } from '../../../src-main/bridge/router'
import { createConsole, type Console } from '../../../src-main/console'
import { contract, type Bridge } from '../../../src-shared/bridge/contract'
import type { LiveState } from '../../../src-shared/bridge/live'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { hostFor, profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { people } from '../../fixtures/people'
import { until } from '../../fixtures/until'

let core: TestCore
beforeEach(async () => {
  core = await startCore()
})
afterEach(() => core.close())

/** The paths of everything that a tree holds and `isLeaf` knows. */
function paths(tree: object, isLeaf: (value: unknown) => boolean, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) =>
    isLeaf(value) ? [prefix + name] : paths(Object(value), isLeaf, `${prefix}${name}.`),
  )
}

it('implements every procedure that the contract declares, and no other', async () => {
  const { host, remove } = await hostFor({})
  const console = await createConsole(host)
  const router = await unlazyRouter(console.router)
  expect(paths(router, isProcedure).sort()).toEqual(paths(contract, isContractProcedure).sort())
  await console.close()
  await remove()
})

describe('failures', () => {
  const problemOf = async (call: Promise<unknown>) => {
    const [error] = await safe(call)
    if (!isDefinedError(error)) throw new Error(`Not a declared error: ${String(error)}`)
    return error as unknown as { code: string; data: { code: string; fields?: { field: string }[] } }
  }

  it('tells what the core refuses as the declared error with its data', async () => {
    const error = await problemOf(core.bridge.contacts.get({ id: 'x' }))
    expect(error).toMatchObject({ code: 'PROBLEM', data: { code: 'profile_missing', retryable: false } })
  })

  it('tells input that the contract does not allow as input_invalid, naming the fields', async () => {
    const error = await problemOf(core.bridge.contacts.create({ email: 'x', subscribed: true, data: {} }))
    expect(error.data).toMatchObject({ code: 'input_invalid', fields: [{ field: 'email' }] })
  })

  it('logs what nobody foresaw and tells it as internal, without its words', async () => {
    const broken = createRouter({
      ...Object(null),
      host: { log: { error: () => undefined } },
      profiles: {
        list: () => {
          throw new Error('sk_live_secret in a stack')
        },
      },
    })
    const error = await problemOf(createRouterClient(broken, { context: {} }).profiles.list())
    expect(error.data.code).toBe('internal')
    expect(JSON.stringify(error)).not.toContain('sk_live')
  })

  it('keeps keys out of the log', async () => {
    const [error] = await safe(
      core.bridge.profiles.create({ ...profileFor('ftp://nowhere', 'sk_live_canary1234'), name: 'A' }),
    )
    expect(error).not.toBeNull()
    expect(core.log).not.toContain('canary1234')
  })
})

describe('over a port', () => {
  let console: Console
  let remove: () => Promise<void>
  beforeEach(async () => {
    const made = await hostFor({})
    remove = made.remove
    console = await createConsole(made.host)
  })
  afterEach(async () => {
    await console.close()
    await remove()
  })

  function connect() {
    const { port1, port2 } = new MessageChannel()
    new RPCHandler(console.router).upgrade(port1, { context: {} })
    port1.start()
    port2.start()
    const bridge: Bridge = createORPCClient(new RPCLink({ port: port2 }))
    return { bridge, close: () => port2.close() }
  }

  it('carries a problem with its code, sentences and fields', async () => {
    const page = connect()
    const [error] = await safe(page.bridge.contacts.get({ id: 'x' }))
    expect(error).toMatchObject({
      code: 'PROBLEM',
      data: { code: 'profile_missing', action: expect.any(String) },
    })
    page.close()
  })

  it('pushes a snapshot of every topic, then what changes', async () => {
    const page = connect()
    const topics = new Map<string, LiveState>()
    const stop = new AbortController()
    const listening = (async () => {
      for await (const state of await page.bridge.live.watch(undefined, { signal: stop.signal })) {
        topics.set(state.topic, state)
      }
    })().catch(() => undefined)
    await until(
      () => [...topics.keys()].sort(),
      (seen) => seen.length === 14,
    )
    expect([...topics.keys()].sort()).toEqual([
      'batches',
      'copy',
      'holds',
      'imports',
      'jobs',
      'mailHolds',
      'outbox',
      'plans',
      'profiles',
      'records',
      'sendings',
      'service',
      'sync',
      'team',
    ])
    await page.bridge.profiles.create(profileFor('http://127.0.0.1:1'))
    await until(
      () => topics.get('profiles'),
      (seen) => seen?.topic === 'profiles' && seen.state.profiles.length === 1,
    )
    stop.abort()
    await listening
    page.close()
  })
})

describe('with a profile', () => {
  let server: AudienceServer
  beforeEach(async () => {
    server = await startAudience(people(250))
  })
  afterEach(() => server.close())

  it('answers the list of profiles before the copy is open', async () => {
    await core.bridge.profiles.create(profileFor(server.url))
    await settled(core.bridge)
    await core.quit()
    const again = await startCore({ dataFolder: core.dataFolder, keychain: core.keychain })
    const list = await again.bridge.profiles.list()
    expect(list.profiles).toHaveLength(1)
    expect(list.cacheProblem).toBeNull()
    await again.close()
  })

  it('pushes the copy’s counts while a run goes on', async () => {
    const revisions: number[] = []
    const stop = new AbortController()
    const listening = (async () => {
      for await (const state of await core.bridge.live.watch(undefined, { signal: stop.signal })) {
        if (state.topic === 'copy') revisions.push(state.state.contacts)
      }
    })().catch(() => undefined)
    await core.bridge.profiles.create(profileFor(server.url))
    await until(
      () => revisions,
      (seen) => seen.includes(250),
    )
    stop.abort()
    await listening
  })

  it('puts the overview together from the copy', async () => {
    await core.bridge.profiles.create(profileFor(server.url))
    await settled(core.bridge)
    const overview = await core.bridge.overview.get({ months: 6 })
    expect(overview).toMatchObject({ contacts: 250, subscribed: 250, unsubscribed: 0 })
    expect(overview.growth).toHaveLength(6)
    expect(overview.recentPeople.map(({ id }) => id).sort()).toEqual(
      [...new Set(overview.recentEvents.map(({ contactId }) => contactId))].sort(),
    )
    const month = await core.bridge.overview.month()
    expect(month.mails).toMatchObject({ campaigns: 0, before: null })
    expect(month.topEvents.every(({ name }) => !name.startsWith('email.'))).toBe(true)
  })
})
