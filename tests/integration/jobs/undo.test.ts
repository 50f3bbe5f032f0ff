import { said } from '../../../src-shared/messages/told'
import { expect, it } from 'vitest'
import { person, type Person } from '../../fixtures/people'
import { hang, refuse, reset, tooMany, type SeenRequest } from '../../fixtures/misbehaving-server'
import { until } from '../../fixtures/until'
import { newRows, openFixture, rowChanging, rowFor } from './fixture'

const slice = { offset: 0, limit: 50 }
const isWrite = ({ method }: SeenRequest) => method === 'PATCH' || method === 'DELETE'

/** An import of a row each for three people, and of so many new ones, that has run. */
async function imported(fresh = 2) {
  const rows = [0, 1, 2].map((number) => rowChanging(number + 1, person(number)))
  for (let number = 1; number <= fresh; number++) rows.push(rowFor(3 + number, `new${number}@example.com`))
  const fixture = await openFixture({ people: 3, rows })
  const { id } = await fixture.addImport()
  await fixture.until(id, 'finished')
  const contact = (email: string): Person => {
    const found = fixture.audience.contacts.find((each) => each.email === email)
    if (!found) throw new Error(`No ${email}`)
    return found
  }
  const writes = () => fixture.audience.server.requests.filter(isWrite)
  return { ...fixture, contact, writes }
}

/** Why a row was kept, as it is said. */
function keptFor({ rows }: Awaited<ReturnType<typeof openFixture>>, row: number): string | null {
  const undone = rows.undone.get(row)
  return undone?.outcome === 'kept' ? said(undone.why) : null
}

it('restores what was there and deletes who was not, the last row first', async () => {
  const fixture = await imported()
  const { id } = await fixture.addUndo()
  expect(await fixture.until(id, 'finished')).toMatchObject({
    kind: 'import.undo',
    total: 5,
    done: 5,
    failed: 0,
  })
  expect(fixture.audience.contacts.map(({ email, data }) => [email, data])).toEqual(
    [0, 1, 2].map((number) => [`person${number}@example.com`, { plan: 'free' }]),
  )
  expect(fixture.writes().map(({ method, path }) => `${method} ${decodeURIComponent(path)}`)).toEqual([
    'DELETE /contacts/cnt_new2@example.com',
    'DELETE /contacts/cnt_new1@example.com',
    'PATCH /contacts/cnt_2',
    'PATCH /contacts/cnt_1',
    'PATCH /contacts/cnt_0',
  ])
  expect([...fixture.rows.undone.values()].every(({ outcome }) => outcome === 'reversed')).toBe(true)
  expect((await fixture.cache.contacts.get('cnt_0'))?.data).toEqual({ plan: 'free' })
  expect(await fixture.cache.contacts.findByEmail('new1@example.com')).toBeNull()
})

it('keeps what was changed since at the service, though the copy does not know', async () => {
  const fixture = await imported()
  fixture.contact('person1@example.com').data.plan = 'team'
  fixture.contact('new1@example.com').data.city = 'Oslo'
  const { id } = await fixture.addUndo()
  await fixture.until(id, 'finished')
  expect([...fixture.rows.undone].sort(([a], [b]) => a - b).map(([, { outcome }]) => outcome)).toEqual([
    'reversed',
    'kept',
    'reversed',
    'kept',
    'reversed',
  ])
  expect(fixture.contact('person1@example.com').data.plan).toBe('team')
  expect((await fixture.cache.contacts.get('cnt_1'))?.data).toEqual({ plan: 'team' })
})

/** Answers the first write that fits with a rate limit, and lets somebody change a contact while it holds. */
function heldOnce(
  fixture: Awaited<ReturnType<typeof imported>>,
  fits: (path: string) => boolean,
  change: () => void,
) {
  let held = false
  fixture.audience.fault = (request) => {
    if (held || !isWrite(request) || !fits(request.path)) return null
    held = true
    change()
    return tooMany(30)
  }
}

it('keeps what was changed after it was read among others and before its turn came', async () => {
  const fixture = await imported()
  heldOnce(
    fixture,
    (path) => path.includes('new2'),
    () => (fixture.contact('person0@example.com').data.plan = 'team'),
  )
  const { id } = await fixture.addUndo()
  await fixture.until(id, 'finished')
  expect(fixture.contact('person0@example.com').data.plan).toBe('team')
  expect(keptFor(fixture, 1)).toBe('changed since: plan')
  expect([5, 4, 3, 2].map((row) => fixture.rows.undone.get(row)?.outcome)).toEqual(Array(4).fill('reversed'))
})

it('keeps what was changed while its own change waited to leave', async () => {
  const fixture = await imported()
  heldOnce(
    fixture,
    (path) => path.endsWith('cnt_1'),
    () => (fixture.contact('person1@example.com').data.plan = 'team'),
  )
  const { id } = await fixture.addUndo()
  expect(await fixture.until(id, 'finished')).toMatchObject({ total: 5, done: 5, failed: 0 })
  expect(fixture.contact('person1@example.com').data.plan).toBe('team')
  expect(keptFor(fixture, 2)).toBe('changed since: plan')
})

it('deletes nobody to whom something was added while the deletion waited to leave', async () => {
  const fixture = await imported()
  heldOnce(
    fixture,
    (path) => path.includes('new1'),
    () => (fixture.contact('new1@example.com').data.city = 'Oslo'),
  )
  const { id } = await fixture.addUndo()
  await fixture.until(id, 'finished')
  expect(fixture.contact('new1@example.com').data.city).toBe('Oslo')
  expect(keptFor(fixture, 4)).toBe('added since: city')
})

it('takes who is gone at the service for reversed, and a change of who is gone for kept', async () => {
  const fixture = await imported()
  fixture.audience.contacts = fixture.audience.contacts.filter(({ email }) => !/new1|person1/.test(email))
  const { id } = await fixture.addUndo()
  await fixture.until(id, 'finished')
  expect(fixture.rows.undone.get(4)).toEqual({ outcome: 'reversed' })
  expect(keptFor(fixture, 2)).toBe('deleted since')
  expect(await fixture.cache.contacts.get('cnt_1')).toBeNull()
})

it('fails the row that the service refuses to restore', async () => {
  const fixture = await imported()
  fixture.audience.fault = ({ method, path }) =>
    method === 'PATCH' && path.endsWith('cnt_1') ? refuse(422, 'VALIDATION_ERROR', { message: 'No' }) : null
  const { id } = await fixture.addUndo()
  expect(await fixture.until(id, 'finished')).toMatchObject({ total: 5, done: 5, failed: 1 })
  expect((await fixture.jobs.failures(id, slice)).failures).toMatchObject([
    { email: 'person1@example.com', status: 422 },
  ])
})

it('takes a change whose answer was lost for what it is, and enters each try in the activity log', async () => {
  const fixture = await imported(1)
  let lost = false
  fixture.audience.fault = ({ method }) => {
    if (method !== 'PATCH' || lost) return null
    lost = true
    fixture.contact('person2@example.com').data.plan = 'free'
    return reset()
  }
  const { id } = await fixture.addUndo()
  await fixture.until(id, 'finished')
  expect([...fixture.rows.undone.values()].map(({ outcome }) => outcome)).toEqual(Array(4).fill('reversed'))
  const { entries } = await fixture.cache.activity.page({
    filter: { kind: 'write', outcome: 'done', search: 'Put back' },
    slice,
  })
  expect(entries.map(({ title, cause, method }) => [title, cause, method])).toEqual(
    [0, 1, 2].map((number) => [`Put back person${number}@example.com`, 'person', 'PATCH']),
  )
})

it('takes back the row that was in flight when its run was cancelled, if the service took it', async () => {
  const fixture = await openFixture({ rows: newRows(3), refresh: () => Promise.resolve({ whole: true }) })
  fixture.audience.fault = ({ body }) => (body.includes('new2@') ? hang() : null)
  const run = await fixture.addImport()
  await until(
    () => fixture.rows.outcomes.size,
    (settled) => settled === 2,
  )
  await fixture.jobs.cancel(run.id)
  const at = new Date().toISOString()
  const taken = {
    id: 'cnt_taken',
    email: 'new2@example.com',
    subscribed: true,
    data: { plan: 'pro' },
    createdAt: at,
    updatedAt: at,
  }
  fixture.audience.contacts = [taken, ...fixture.audience.contacts]
  await fixture.cache.contacts.upsert(taken)
  const { id } = await fixture.addUndo()
  expect(await fixture.until(id, 'finished')).toMatchObject({ total: 3, done: 3 })
  expect(fixture.audience.contacts).toEqual([])
})

it('takes back every row that was in flight when its run was cancelled, if the service took it', async () => {
  const fixture = await openFixture({ rows: newRows(4), refresh: () => Promise.resolve({ whole: true }) })
  fixture.audience.fault = ({ method, path }) => (method === 'POST' && path === '/contacts' ? hang() : null)
  const run = await fixture.addImport()
  await until(
    () => fixture.posts().length,
    (posts) => posts === 4,
  )
  await fixture.jobs.cancel(run.id)
  const at = new Date().toISOString()
  for (const { body } of fixture.rows.begun.values()) {
    const taken = {
      ...person(0),
      id: `cnt_${body.email}`,
      email: body.email,
      subscribed: true,
      data: { plan: 'pro' },
    }
    const record = { ...taken, createdAt: at, updatedAt: at }
    fixture.audience.contacts = [record, ...fixture.audience.contacts]
    await fixture.cache.contacts.upsert(record)
  }
  const { id } = await fixture.addUndo()
  expect(await fixture.until(id, 'finished')).toMatchObject({ total: 4, done: 4, failed: 0 })
  expect(fixture.audience.contacts).toEqual([])
})

it('says of the row in flight that it failed, if the service did not take it', async () => {
  const fixture = await openFixture({ rows: newRows(3) })
  fixture.audience.fault = ({ body }) => (body.includes('new2@') ? hang() : null)
  const run = await fixture.addImport()
  await until(
    () => fixture.rows.outcomes.size,
    (settled) => settled === 2,
  )
  await fixture.jobs.cancel(run.id)
  const { id } = await fixture.addUndo()
  expect(await fixture.until(id, 'finished')).toMatchObject({ total: 2, done: 2 })
  expect(fixture.rows.outcomes.get(2)).toMatchObject({ outcome: 'failed', problem: { code: 'cancelled' } })
})
