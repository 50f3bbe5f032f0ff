import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startKeptService } from '../../fixtures/kept-service'
import type { RunningService } from '../../fixtures/service'
import { click, connect, problemOf } from './setup'

describe.each(['reference', 'envelope', 'deployed'] as const)('the embedded service as %s', (dialect) => {
  let service: RunningService

  beforeAll(async () => {
    service = await startKeptService({ contacts: 150, dialect })
  })
  afterAll(async () => {
    await service.stop()
  })

  const open = (options = {}) =>
    connect(service.url, { secretKey: service.secretKey, publicKey: service.publicKey, ...options })

  test('a contact is made, changed, read and deleted', async () => {
    const client = open()
    const made = await client.upsertContact({ email: 'new@example.com', data: { plan: 'pro' } }, click)
    expect(made.value._meta).toMatchObject({ isNew: true })
    const { id } = made.value
    const changed = await client.updateContact(id, { subscribed: false, data: { seats: 3 } }, click)
    expect(changed.value).toMatchObject({ subscribed: false, data: { plan: 'pro', seats: 3 } })
    expect((await client.getContact(id, click)).value).toEqual(changed.value)
    expect((await client.deleteContact(id, click)).value).toBeNull()
    expect((await problemOf(client.getContact(id, click))).code).toBe('not_found')
  })

  test('contacts are found by address', async () => {
    const client = open()
    const all = await client.listContacts({ limit: 1 }, click)
    expect(all.value.total).toBeGreaterThanOrEqual(150)
    const email = all.value.items[0]!.email
    const found = await client.listContacts({ limit: 100, search: email }, click)
    expect(found.value.items.map((one) => one.email)).toContain(email)
  })

  test('an event is tracked once by its key, and listed', async () => {
    const client = open()
    const body = { email: 'tracked@example.com', event: 'opened door', data: { door: 7 } }
    const { value, requestId } = await client.track(body, `key-${dialect}`, click)
    expect(requestId).not.toBeNull()
    expect((await problemOf(client.track(body, `key-${dialect}`, click))).code).toBe('idempotency_key_reused')
    const listed = await client.listEvents({ limit: 100, eventName: 'opened door' }, click)
    expect(listed.value.items.map(({ id }) => id)).toEqual([value.event])
    expect((await client.listEventNames(click)).value).toContain('opened door')
  })

  test('domains are listed, campaigns counted as far as it knows them', async () => {
    const client = open()
    expect((await client.listCatalogue('domains', { limit: 100 }, click)).value.items.length).toBeGreaterThan(
      0,
    )
    const { value } = await client.countCampaigns(click)
    expect(value === null || value >= 0).toBe(true)
  })

  test('what it refuses is told with its fields or its code', async () => {
    const refused = await problemOf(open().upsertContact({ email: '' }, click))
    expect(refused).toMatchObject({ code: 'invalid_request' })
    const publicOnly = open({ secretKey: service.publicKey })
    expect((await problemOf(publicOnly.listContacts({ limit: 1 }, click))).code).toBe('key_wrong_class')
    const wrong = open({ secretKey: 'sk_wrong' })
    expect((await problemOf(wrong.listContacts({ limit: 1 }, click))).code).toBe('key_refused')
  })
})
