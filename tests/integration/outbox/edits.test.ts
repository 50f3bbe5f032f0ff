import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { fastClock } from '../../fixtures/fast-clock'
import { refuse, reset } from '../../fixtures/misbehaving-server'
import { people, person } from '../../fixtures/people'
import { problemOf } from '../../fixtures/problem-of'
import { until } from '../../fixtures/until'

let core: TestCore
let server: AudienceServer
let profileId: string
beforeEach(async () => {
  server = await startAudience(people(5))
  core = await startCore({ clock: fastClock(40) })
  profileId = (await core.bridge.profiles.create(profileFor(server.url))).id
  await settled(core.bridge)
})
afterEach(async () => {
  await core.close()
  await server.close()
})

const goOffline = async () => {
  server.fault = () => reset()
  await core.bridge.sync.reconnect()
}
const goOnline = async () => {
  server.fault = () => null
  await core.bridge.sync.reconnect()
}
const entries = async () => (await core.bridge.outbox.list()).entries
const setPlan = (plan: string | null, id = 'cnt_1') =>
  core.bridge.contacts.update({ id, changes: { data: { plan } } })
const planAtService = (id = 'cnt_1') => server.contacts.find((contact) => contact.id === id)?.data.plan
const planInCopy = async (id = 'cnt_1') => (await core.bridge.contacts.get({ id })).data.plan
const writes = async () => {
  const filter = { kind: 'write', outcome: null, search: '' } as const
  return (await core.bridge.activity.page({ filter, slice: { offset: 0, limit: 50 } })).entries
}

describe('online', () => {
  it('changes the service, then the copy, and logs what was sent', async () => {
    const outcome = await setPlan('pro')
    expect(outcome).toMatchObject({ outcome: 'done', contact: { data: { plan: 'pro' } } })
    expect(planAtService()).toBe('pro')
    const [write] = await writes()
    expect(write).toMatchObject({
      title: 'Change person1@example.com',
      cause: 'person',
      outcome: 'done',
      method: 'PATCH',
      path: '/contacts/cnt_1',
      status: 200,
    })
    expect((await core.bridge.activity.get({ id: write?.id ?? 0 })).sent).toEqual({ data: { plan: 'pro' } })
    expect(await entries()).toEqual([])
  })

  it('keeps in the record why somebody was subscribed again', async () => {
    const again = { id: 'cnt_1', changes: { subscribed: true }, reason: 'asked by phone' }
    await core.bridge.contacts.update(again)
    expect((await writes())[0]?.title).toBe('Subscribe person1@example.com again: asked by phone')
  })

  it('deletes a contact whose address was typed', async () => {
    const outcome = await core.bridge.contacts.remove({ id: 'cnt_1', email: 'Person1@example.com' })
    expect(outcome).toEqual({ outcome: 'done', contact: null })
    expect(server.contacts.map(({ id }) => id)).not.toContain('cnt_1')
    expect((await problemOf(core.bridge.contacts.get({ id: 'cnt_1' }))).code).toBe('not_found')
  })

  it('refuses to delete where another address was typed', async () => {
    const problem = await problemOf(core.bridge.contacts.remove({ id: 'cnt_1', email: 'other@example.com' }))
    expect(problem.code).toBe('input_invalid')
    expect(server.requestsFor('/contacts/cnt_1', 'DELETE')).toHaveLength(0)
  })

  it('tells what the service refused, and leaves nothing in the outbox', async () => {
    server.fault = ({ method }) =>
      method === 'PATCH'
        ? refuse(422, 'VALIDATION_ERROR', { errors: [{ field: 'data.plan', message: 'too long' }] })
        : null
    const problem = await problemOf(setPlan('x'))
    expect(problem).toMatchObject({ code: 'invalid_request', fields: [{ field: 'data.plan' }] })
    expect(await planInCopy()).toBe('free')
    expect(await entries()).toEqual([])
    expect((await writes())[0]).toMatchObject({ outcome: 'failed', status: 422 })
  })

  it('adds a contact and says whether it was new', async () => {
    const input = { email: 'new@example.com', subscribed: true, data: { plan: 'pro' } }
    expect(await core.bridge.contacts.create(input)).toMatchObject({
      isNew: true,
      contact: { email: 'new@example.com' },
    })
    expect(await core.bridge.contacts.create(input)).toMatchObject({ isNew: false })
  })

  it('logs an edit before it leaves, without values that are secrets', async () => {
    await core.bridge.contacts.update({
      id: 'cnt_1',
      changes: { data: { apiToken: 'abc', note: 'sk_live_123' } },
    })
    const [write] = await writes()
    expect((await core.bridge.activity.get({ id: write?.id ?? 0 })).sent).toEqual({
      data: { apiToken: '[secret]', note: '[key]' },
    })
  })
})

describe('a value entered in the place of another', () => {
  const setValue = (value: unknown, shown: unknown) =>
    core.bridge.contacts.setValue({ id: 'cnt_1', key: 'plan', value, shown })

  it('is sent alone, after the contact was read again', async () => {
    expect(await setValue('pro', 'free')).toMatchObject({
      outcome: 'done',
      contact: { data: { plan: 'pro' } },
    })
    const [, patch] = server.server.requests.slice(-2)
    expect(server.requestsFor('/contacts/cnt_1', 'GET')).toHaveLength(1)
    expect(JSON.parse(patch?.body ?? '')).toEqual({ data: { plan: 'pro' } })
  })

  it('is asked about where the service holds another value than was shown, and not sent', async () => {
    const theirs = server.contacts.find(({ id }) => id === 'cnt_1')
    if (theirs) theirs.data.plan = 'enterprise'
    expect(await setValue('pro', 'free')).toEqual({ outcome: 'differs', theirs: 'enterprise' })
    expect(server.requestsFor('/contacts/cnt_1', 'PATCH')).toHaveLength(0)
    expect(await planInCopy()).toBe('enterprise')
    expect(await setValue('pro', 'enterprise')).toMatchObject({ outcome: 'done' })
    expect(planAtService()).toBe('pro')
  })

  it('waits where the service is away, and the outbox says what it writes', async () => {
    await goOffline()
    expect(await setValue(null, 'free')).toMatchObject({ outcome: 'queued' })
    expect((await entries())[0]?.data).toEqual({ plan: null })
    await goOnline()
    await until(entries, (left) => left.length === 0)
    expect(planAtService()).toBeUndefined()
  })
})

describe('a read-only profile', () => {
  it('refuses every write', async () => {
    await core.bridge.profiles.update({ id: profileId, changes: { readOnly: true } })
    const calls = [
      setPlan('pro'),
      core.bridge.contacts.setValue({ id: 'cnt_1', key: 'plan', value: 'pro', shown: 'free' }),
      core.bridge.contacts.remove({ id: 'cnt_1', email: 'person1@example.com' }),
      core.bridge.contacts.create({ email: 'new@example.com', subscribed: true, data: {} }),
      core.bridge.events.track({ email: 'person1@example.com', event: 'signup' }),
    ]
    for (const call of calls) expect((await problemOf(call)).code).toBe('profile_read_only')
    expect(server.server.requests.filter(({ method }) => method !== 'GET')).toHaveLength(0)
  })
})

describe('offline', () => {
  it('keeps edits, lists them, and sends them in order once the service answers', async () => {
    await goOffline()
    expect(await setPlan('pro')).toMatchObject({ outcome: 'queued' })
    expect(await setPlan('team')).toMatchObject({ outcome: 'queued' })
    expect((await entries()).map(({ summary, state }) => `${state}: ${summary}`)).toEqual([
      'queued: Set plan to pro',
      'queued: Set plan to team',
    ])
    expect((await core.bridge.contacts.get({ id: 'cnt_1' })).pending).toHaveLength(2)
    expect(await planInCopy()).toBe('free')
    await goOnline()
    await until(entries, (left) => left.length === 0)
    expect(
      server.requestsFor('/contacts/cnt_1', 'PATCH').map(({ body }) => JSON.parse(body).data.plan),
    ).toEqual(['pro', 'team'])
    expect(await planInCopy()).toBe('team')
  })

  it('sends by itself when the service comes back', async () => {
    await goOffline()
    await setPlan('pro')
    server.fault = () => null
    await until(entries, (left) => left.length === 0)
    expect(planAtService()).toBe('pro')
  })

  it('keeps edits over a restart', async () => {
    await goOffline()
    await setPlan('pro')
    await core.quit()
    server.fault = () => null
    const again = await startCore({ dataFolder: core.dataFolder, keychain: core.keychain })
    await until(
      async () => (await again.bridge.outbox.list()).entries,
      (left) => left.length === 0,
    )
    expect(planAtService()).toBe('pro')
    await again.close()
  })

  it('takes back what has not left', async () => {
    await goOffline()
    await setPlan('pro')
    const [entry] = await entries()
    await core.bridge.outbox.revoke({ id: entry?.id ?? 0 })
    expect(await entries()).toEqual([])
    await goOnline()
    expect(planAtService()).toBe('free')
  })

  it('does not take the next edit for a conflict when the one before it was taken back', async () => {
    await goOffline()
    await setPlan('pro')
    await setPlan('team')
    const [first] = await entries()
    await core.bridge.outbox.revoke({ id: first?.id ?? 0 })
    await goOnline()
    await until(entries, (left) => left.length === 0)
    expect(planAtService()).toBe('team')
  })

  it('refuses to add contacts and to track events, in words', async () => {
    await goOffline()
    const adding = core.bridge.contacts.create({ email: 'new@example.com', subscribed: true, data: {} })
    expect((await problemOf(adding)).code).toBe('offline')
    const tracking = core.bridge.events.track({ email: 'person1@example.com', event: 'signup' })
    expect(await problemOf(tracking)).toMatchObject({
      code: 'offline',
      why: expect.stringContaining('was not sent'),
    })
  })
})

describe('a record that changed meanwhile', () => {
  async function conflict() {
    await goOffline()
    await setPlan('pro')
    const theirs = server.contacts.find(({ id }) => id === 'cnt_1')
    if (theirs) theirs.data.plan = 'enterprise'
    await goOnline()
    const [entry] = await until(entries, ([first]) => first?.state === 'conflict')
    return entry
  }

  it('is put before a person, with what was, what is and what was meant', async () => {
    const entry = await conflict()
    expect(entry?.conflict).toEqual([
      { field: 'data.plan', before: 'free', theirs: 'enterprise', mine: 'pro' },
    ])
    expect(planAtService()).toBe('enterprise')
    expect(await planInCopy()).toBe('enterprise')
  })

  it('is written over where the person says mine', async () => {
    const entry = await conflict()
    await core.bridge.outbox.resolve({ id: entry?.id ?? 0, choice: 'mine' })
    await until(entries, (left) => left.length === 0)
    expect(planAtService()).toBe('pro')
  })

  it('is left alone where the person says theirs', async () => {
    const entry = await conflict()
    await core.bridge.outbox.resolve({ id: entry?.id ?? 0, choice: 'theirs' })
    expect(await entries()).toEqual([])
    expect(planAtService()).toBe('enterprise')
  })

  it('is no conflict in a field that the edit does not touch', async () => {
    await goOffline()
    await setPlan('pro')
    const theirs = server.contacts.find(({ id }) => id === 'cnt_1')
    if (theirs) theirs.data.company = 'Acme'
    await goOnline()
    await until(entries, (left) => left.length === 0)
    expect(server.contacts.find(({ id }) => id === 'cnt_1')?.data).toEqual({ plan: 'pro', company: 'Acme' })
  })

  it('holds back later edits of the same contact, and no others', async () => {
    await goOffline()
    await setPlan('pro')
    await setPlan('team')
    await setPlan('pro', 'cnt_2')
    const theirs = server.contacts.find(({ id }) => id === 'cnt_1')
    if (theirs) theirs.data.plan = 'enterprise'
    await goOnline()
    const left = await until(entries, (seen) => seen.length === 2)
    expect(left.map(({ state }) => state)).toEqual(['conflict', 'queued'])
    expect(planAtService('cnt_2')).toBe('pro')
  })

  it('is refused where it was deleted', async () => {
    await goOffline()
    await setPlan('pro')
    server.contacts = server.contacts.filter(({ id }) => id !== 'cnt_1')
    await goOnline()
    const [entry] = await until(entries, ([first]) => first?.state === 'refused')
    expect(entry?.problem?.code).toBe('not_found')
    await core.bridge.outbox.resolve({ id: entry?.id ?? 0, choice: 'dismiss' })
    expect(await entries()).toEqual([])
  })

  it('is not asked about where it is already as it was meant to be', async () => {
    await goOffline()
    await setPlan('pro')
    const theirs = server.contacts.find(({ id }) => id === 'cnt_1')
    if (theirs) Object.assign(theirs, person(1, { plan: 'pro' }))
    await goOnline()
    await until(entries, (left) => left.length === 0)
    expect(server.requestsFor('/contacts/cnt_1', 'PATCH')).toHaveLength(0)
  })
})
