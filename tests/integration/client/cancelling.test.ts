import type { CallOptions } from '../../../src-main/core/client/call-options'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { describe, expect, test } from 'vitest'
import { drip, hang, json, refuse, tooMany, type Reply } from '../../fixtures/misbehaving-server'
import { fastClock } from '../../fixtures/fast-clock'
import { connect, connectHurried, first, page, problemOf, serve, sync } from './setup'

/** Resolves once a client of this process has read the head of an answer. */
function headRead(): Promise<void> {
  const name = 'http.client.response.finish'
  return new Promise((resolve) => {
    const done = () => {
      unsubscribe(name, done)
      resolve()
    }
    subscribe(name, done)
  })
}

/** Starts a read, cancels it once `when` has come, and says what became of it. */
async function cancelled(reply: Reply, when: 'arrived' | 'answered') {
  const server = await serve(() => reply)
  const client = connect(server.url)
  const stop = new AbortController()
  const answered = headRead()
  const call = problemOf(client.listContacts(first, { ...sync, signal: stop.signal }))
  await (when === 'answered' ? answered : server.arrived(1))
  stop.abort()
  const found = await call
  return { found, server }
}

describe('cancelling', () => {
  test('while the service is silent', async () => {
    const { found, server } = await cancelled(hang(), 'arrived')
    expect(found.code).toBe('cancelled')
    expect(server.requests).toHaveLength(1)
  })

  test.each([200, 403])('while a body of %i is on its way', async (status) => {
    const { found } = await cancelled(drip(10, { status }), 'answered')
    expect(found.code).toBe('cancelled')
  })

  test.each<[string, Reply]>([
    ['the pause before a repetition', refuse(500, 'INTERNAL_SERVER_ERROR')],
    ['the hold after a 429', tooMany(5)],
  ])('in %s, after which nothing more is sent', async (_, reply) => {
    const server = await serve(() => reply)
    const clock = fastClock(10)
    const client = connect(server.url, { clock })
    const stop = new AbortController()
    const told = new Promise<void>((resolve) => {
      client.watch(({ latencyMs }) => latencyMs !== null && resolve())
    })
    const call = problemOf(client.listContacts(first, { ...sync, signal: stop.signal }))
    await told
    stop.abort()
    expect((await call).code).toBe('cancelled')
    const count = server.requests.length
    server.answer(() => json(page))
    await clock.sleep(8_000) // Longer than either would have waited.
    expect(server.requests).toHaveLength(count)
  })

  test('before anything began sends nothing', async () => {
    const server = await serve(() => json(page))
    const call = connect(server.url).listContacts(first, { ...sync, signal: AbortSignal.abort() })
    expect((await problemOf(call)).code).toBe('cancelled')
    expect(server.connections).toBe(0)
  })

  test('a track that had left leaves its outcome unknown', async () => {
    const server = await serve(() => hang())
    const stop = new AbortController()
    let sent = 0
    const options: CallOptions = { priority: 'job', signal: stop.signal, onSent: () => sent++ }
    const call = problemOf(connect(server.url).track({ email: 'a@example.com', event: 'seen' }, 'k', options))
    await server.arrived(1)
    expect(sent).toBe(1)
    stop.abort()
    expect((await call).code).toBe('outcome_unknown')
  })

  test('says nothing about the service', async () => {
    const server = await serve(() => hang())
    const client = connect(server.url)
    for (let round = 1; round <= 6; round++) {
      const stop = new AbortController()
      const call = problemOf(client.listContacts(first, { ...sync, signal: stop.signal }))
      await server.arrived(round)
      stop.abort()
      await call
    }
    expect(client.budget.heldUntil).toBeNull()
    expect(client.budget.unreachable).toBeNull()
  })
})

describe('closing', () => {
  test('ends what is under way and what waits, and refuses what comes later', async () => {
    const server = await serve(() => hang())
    const client = connectHurried(server.url, { ceiling: 2, backgroundShare: 0.5 })
    const calls = [1, 2, 3].map(() => problemOf(client.listContacts(first, sync)))
    await server.arrived(1)
    await client.close()
    for (const call of calls) expect((await call).code).toBe('cancelled')
    expect((await problemOf(client.listContacts(first, sync))).code).toBe('cancelled')
    expect(server.requests).toHaveLength(1)
  })
})
