import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../../src-main/core/clock'
import type { ConnectionRegistry } from '../../../src-main/features/records/registry'
import { isProblem } from '../../../src-main/core/problems'
import { RecordAccess } from '../../../src-main/features/records/access'
import {
  json,
  startMisbehavingServer,
  tooMany,
  type MisbehavingServer,
  type Reply,
} from '../../fixtures/misbehaving-server'
import { storedConnection } from '../../fixtures/stored-connection'
import { createRecordedLog } from '../../fixtures/recorded-log'
import { until } from '../../fixtures/until'

let server: MisbehavingServer
let access: RecordAccess
beforeEach(async () => {
  server = await startMisbehavingServer()
  const stored = storedConnection({ address: server.url })
  const registry: ConnectionRegistry = {
    all: () => [stored],
    put: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    tokenOf: () => Promise.resolve('pat_ways_0123456789'),
    tokenInfo: () => ({ lastFour: '6789', state: 'keychain' }),
  }
  const { log } = createRecordedLog()
  access = new RecordAccess(
    { registry, clock: systemClock, log, version: 'test', backgroundShare: 1 },
    () => undefined,
  )
})
afterEach(async () => {
  await access.close()
  await server.close()
})

/** What a flow is told. */
function toldFlow() {
  const told: ('came' | 'refused')[] = []
  const flow = { width: 4, came: () => void told.push('came'), refused: () => void told.push('refused') }
  return { told, flow }
}

const { signal } = new AbortController()

it('asks for half as many pages once where all in flight are told to wait, and loses none of them', async () => {
  const waiting: (() => void)[] = []
  server.answer(() => {
    if (server.requests.length > 4) return json({ items: [{ id: 'r1' }] })
    return new Promise<Reply>((resolve) => {
      waiting.push(() => resolve(tooMany(1)))
      if (waiting.length === 4) for (const refuse of waiting) refuse()
    })
  })
  const { told, flow } = toldFlow()
  const ask = access.asker('one', flow)
  const pages = await Promise.all([0, 95, 190, 285].map((skip) => ask({ skip, limit: 100 }, signal)))
  expect(pages.map(({ items }) => items.length)).toEqual([1, 1, 1, 1])
  expect([...told].sort()).toEqual(['came', 'came', 'came', 'refused'])
})

it('says until when the service holds requests back', async () => {
  server.answer(() => tooMany(600))
  const before = Date.now()
  const asked = access
    .asker('one', toldFlow().flow)({ skip: 0, limit: 100 }, signal)
    .catch((error: unknown) => error)
  const held = await until(
    () => Promise.resolve(access.stateOf('one').heldUntil),
    (heldUntil) => heldUntil !== null,
  )
  expect(held).toBeGreaterThan(before + 500_000)
  expect(access.stateOf('one').online).toBe(true)
  await access.close()
  expect(isProblem(await asked, 'cancelled')).toBe(true)
})

it('asks a service that was away at once where a person wants something of it', async () => {
  server.answer(() => (response) => void response.destroy())
  const giving = new AbortController()
  const asked = access
    .asker('one', toldFlow().flow)({ skip: 0, limit: 100 }, giving.signal)
    .catch(() => undefined)
  await until(
    () => Promise.resolve(access.stateOf('one').online),
    (online) => !online,
  )
  giving.abort()
  await asked
  server.answer(() => json({ items: [] }))
  await access.wake('one')
  expect(access.stateOf('one').online).toBe(true)
})
