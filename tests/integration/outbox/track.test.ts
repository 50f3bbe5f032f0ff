import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { hang, json, refuse, reset } from '../../fixtures/misbehaving-server'
import { people } from '../../fixtures/people'
import { problemOf } from '../../fixtures/problem-of'
import { until } from '../../fixtures/until'

let core: TestCore
let server: AudienceServer
beforeEach(async () => {
  server = await startAudience(people(5))
  core = await startCore()
  await core.bridge.profiles.create(profileFor(server.url))
  await settled(core.bridge)
})
afterEach(async () => {
  await core.close()
  await server.close()
})

const track = () =>
  core.bridge.events.track({ email: 'person0@example.com', event: 'signup', data: { via: 'test' } })
const entries = async () => (await core.bridge.outbox.list()).entries
const tracked = () => server.requestsFor('/v1/track', 'POST')

it('sends an event once, with a key of its own, and shows it in the copy', async () => {
  expect(await track()).toEqual({ outcome: 'sent', eventId: 'evt_new', contactId: 'cnt_0' })
  expect(tracked()).toHaveLength(1)
  expect(tracked()[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
  expect(await core.bridge.events.get({ id: 'evt_new' })).toMatchObject({
    name: 'signup',
    contactId: 'cnt_0',
  })
  expect(await entries()).toEqual([])
})

it('refuses names that belong to the service', async () => {
  const problem = await problemOf(core.bridge.events.track({ email: 'a@example.com', event: 'email.open' }))
  expect(problem).toMatchObject({ code: 'input_invalid', fields: [{ field: 'event' }] })
  expect(tracked()).toHaveLength(0)
})

it('tells what the service refused', async () => {
  server.fault = ({ method }) => (method === 'POST' ? refuse(422, 'VALIDATION_ERROR') : null)
  expect((await problemOf(track())).code).toBe('invalid_request')
  expect(await entries()).toEqual([])
})

describe('without an answer', () => {
  beforeEach(() => {
    server.fault = ({ method }) => (method === 'POST' ? reset() : null)
  })

  it('is unknown, and is not repeated by itself', async () => {
    const outcome = await track()
    expect(outcome.outcome).toBe('unknown')
    expect(tracked()).toHaveLength(1)
    expect(await entries()).toMatchObject([
      { kind: 'track', state: 'unknown', problem: { code: 'outcome_unknown' } },
    ])
    await core.bridge.sync.reconnect()
    expect(tracked()).toHaveLength(1)
  })

  it('is settled by a person who knows that it arrived', async () => {
    await track()
    const [entry] = await entries()
    await core.bridge.outbox.resolve({ id: entry?.id ?? 0, choice: 'sent' })
    expect(await entries()).toEqual([])
  })

  it('is sent again by a person with the same key and the same bytes (C23)', async () => {
    await track()
    const [entry] = await entries()
    server.fault = () => null
    await core.bridge.outbox.resolve({ id: entry?.id ?? 0, choice: 'again' })
    const [first, second] = tracked()
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    expect(second?.body).toBe(first?.body)
    expect(await entries()).toEqual([])
  })

  it('stays for a person where the service says that it has seen the key (C24)', async () => {
    await track()
    const [entry] = await entries()
    server.fault = ({ method }) => (method === 'POST' ? refuse(409, 'IDEMPOTENCY_KEY_REUSED') : null)
    await core.bridge.outbox.resolve({ id: entry?.id ?? 0, choice: 'again' })
    expect(await entries()).toMatchObject([{ state: 'unknown', problem: { code: 'idempotency_key_reused' } }])
  })

  it('is settled where the service says that it carried the event out when it saw the key first (C24)', async () => {
    await track()
    const [entry] = await entries()
    const details = { key: 'k', originalRequest: 'POST /v1/track', originalStatusCode: 200 }
    const error = { code: 'IDEMPOTENCY_KEY_REUSED', message: 'Used', statusCode: 409, details }
    server.fault = ({ method }) =>
      method === 'POST' ? json({ success: false, error }, { status: 409 }) : null
    await core.bridge.outbox.resolve({ id: entry?.id ?? 0, choice: 'again' })
    expect(await entries()).toEqual([])
  })

  it('cannot be settled twice', async () => {
    await track()
    const [entry] = await entries()
    await core.bridge.outbox.resolve({ id: entry?.id ?? 0, choice: 'notSent' })
    expect((await problemOf(core.bridge.outbox.resolve({ id: entry?.id ?? 0, choice: 'sent' }))).code).toBe(
      'conflict',
    )
  })
})

it('refuses to track where nothing listens, and keeps nothing for later', async () => {
  await server.close()
  expect((await problemOf(track())).code).toBe('offline')
  expect(await entries()).toEqual([])
})

it('is unknown after the program ended before the answer came', async () => {
  server.fault = ({ method }) => (method === 'POST' ? hang() : null)
  const leaving = track().catch(() => undefined)
  await until(
    () => tracked().length,
    (count) => count === 1,
  )
  // Quitting closes the client, which ends the waiting: nobody knows what the service made of the event.
  await core.quit()
  await leaving
  server.fault = () => null
  const again = await startCore({ dataFolder: core.dataFolder, keychain: core.keychain })
  expect((await again.bridge.outbox.list()).entries).toMatchObject([{ kind: 'track', state: 'unknown' }])
  expect(tracked()).toHaveLength(1)
  await again.close()
})

it('takes an answer of 200 that cannot be read for unknown', async () => {
  server.fault = ({ method }) => (method === 'POST' ? json({ nothing: true }) : null)
  expect((await track()).outcome).toBe('unknown')
})
