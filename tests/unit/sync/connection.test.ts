import { describe, expect, it } from 'vitest'
import { isAway, needsPerson, reachOf } from '../../../src-main/core/client/reach'
import { problem } from '../../../src-main/core/problems'
import { createConnection } from '../../../src-main/copying/connection'
import { refusingClient } from '../../../src-main/copying/observed-client'
import type { ServiceClient } from '../../../src-main/core/client/client'
import type { ProblemCode } from '../../../src-shared/problem'
import { createFakeClock } from '../../fixtures/fake-clock'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** A client whose service answers, or fails in one way. */
function scripted(failure: () => ProblemCode | null) {
  let calls = 0
  const answer = {
    value: { items: [], next: { kind: 'end' as const }, total: 0 },
    status: 200,
    requestId: null,
    durationMs: 1,
  }
  const client: ServiceClient = {
    ...refusingClient(problem('internal').problem),
    listContacts: async () => {
      calls++
      const code = failure()
      if (code) throw problem(code)
      return answer
    },
  }
  return { client, calls: () => calls }
}

describe('what a failure says of the service', () => {
  it.each<[ProblemCode, boolean | undefined]>([
    ['connection_refused', false],
    ['dns_failed', false],
    ['timed_out', false],
    ['tls_failed', false],
    ['not_the_service', false],
    ['key_refused', true],
    ['service_failed', true],
    ['not_found', true],
    ['cancelled', undefined],
    ['outcome_unknown', undefined],
  ])('%s: it answers is %s', (code, online) => {
    expect(reachOf(problem(code).problem)?.online).toBe(online)
  })

  it('tells what passes by itself from what needs a person', () => {
    expect(isAway(problem('timed_out'))).toBe(true)
    expect(isAway(problem('tls_failed'))).toBe(false)
    expect(needsPerson(problem('tls_failed').problem)).toBe(true)
    expect(needsPerson(problem('timed_out').problem)).toBe(false)
  })
})

describe('a service that does not answer', () => {
  it('is asked ever more rarely, from 2 s to a minute, until it does', async () => {
    let away = true
    const clock = createFakeClock()
    const { client, calls } = scripted(() => (away ? 'connection_refused' : null))
    const connection = createConnection(client, clock, log)
    await connection.probe()
    expect(connection.state).toMatchObject({ online: false, problem: { code: 'connection_refused' } })
    const asked: number[] = []
    for (const ms of [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
      await clock.advance(ms)
      asked.push(calls())
    }
    expect(asked).toEqual([2, 3, 4, 5, 6, 7, 8])
    away = false
    await clock.advance(60_000)
    expect(connection.state).toMatchObject({ online: true, problem: null })
    await clock.advance(600_000)
    expect(calls()).toBe(9)
    await connection.close()
  })

  it('lets those who wait for it go on when it does', async () => {
    let away = true
    const clock = createFakeClock()
    const connection = createConnection(scripted(() => (away ? 'timed_out' : null)).client, clock, log)
    await connection.probe()
    let went = false
    const waiting = connection.whenOnline(new AbortController().signal).then(() => (went = true))
    await clock.advance(1000)
    expect(went).toBe(false)
    away = false
    await clock.advance(2000)
    await waiting
    await connection.close()
  })

  it('is no longer waited for by those who gave up', async () => {
    const clock = createFakeClock()
    const connection = createConnection(scripted(() => 'timed_out').client, clock, log)
    await connection.probe()
    const giving = new AbortController()
    const waiting = connection.whenOnline(giving.signal)
    giving.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await connection.close()
  })
})

it('keeps saying that the key was refused while single records are answered', async () => {
  const codes: (ProblemCode | null)[] = ['key_refused', 'not_found', null]
  const connection = createConnection(scripted(() => codes.shift() ?? null).client, createFakeClock(), log)
  await connection.probe()
  expect(connection.blocked?.code).toBe('key_refused')
  await connection.probe()
  expect(connection.blocked?.code).toBe('key_refused')
  await connection.probe()
  expect(connection.blocked).toBeNull()
  await connection.close()
})

it('forgets what was wrong when it gets another client', async () => {
  const connection = createConnection(problem('key_missing').problem, createFakeClock(), log)
  expect(connection.blocked?.code).toBe('key_missing')
  await connection.use(scripted(() => null).client)
  expect(connection.blocked).toBeNull()
  expect(connection.state.online).toBe(true)
  await connection.close()
})
