import { describe, expect, it } from 'vitest'
import { hang, refuse, reset } from '../../fixtures/misbehaving-server'
import { newRows, openFixture, rowChanging, rowFor } from './fixture'
import { person } from '../../fixtures/people'
import { until } from '../../fixtures/until'

const slice = { offset: 0, limit: 50 }

it('writes every row once, in the order of the file, and keeps what was answered', async () => {
  const rows = [...newRows(3), rowChanging(4, person(1))]
  const fixture = await openFixture({ people: 3, rows })
  const { id } = await fixture.addImport()
  expect(await fixture.until(id, 'finished')).toMatchObject({ total: 4, done: 4, failed: 0, problem: null })
  expect(fixture.posts().map(({ body }) => JSON.parse(body))).toEqual(rows.map(({ body }) => body))
  expect([...fixture.rows.outcomes.values()].map((outcome) => 'isNew' in outcome && outcome.isNew)).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect((await fixture.cache.contacts.get('cnt_1'))?.data).toEqual({ plan: 'pro' })
  expect(await fixture.cache.contacts.findByEmail('new1@example.com')).not.toBeNull()
})

it('enters the job and every write of it in the activity log', async () => {
  const fixture = await openFixture({ rows: newRows(2) })
  const { id } = await fixture.addImport()
  await fixture.until(id, 'finished')
  const { entries } = await fixture.cache.activity.page({
    filter: { kind: null, outcome: null, search: '' },
    slice,
  })
  expect(
    entries.map(({ kind, title, cause, outcome, method, path, status }) => [
      kind,
      title,
      cause,
      outcome,
      method,
      path,
      status,
    ]),
  ).toEqual([
    ['write', 'Write new2@example.com', 'person', 'done', 'POST', '/contacts', 201],
    ['write', 'Write new1@example.com', 'person', 'done', 'POST', '/contacts', 201],
    ['run', 'Import a.csv', 'person', 'done', null, null, null],
  ])
  const run = entries.find(({ kind }) => kind === 'run')
  expect((await fixture.cache.activity.get(run?.id ?? 0))?.sent).toEqual({
    job: id,
    total: 2,
    done: 2,
    failed: 0,
  })
})

it('tells how far it is: on the taskbar, and at the end', async () => {
  const fixture = await openFixture({ rows: newRows(4) })
  const { id } = await fixture.addImport()
  await fixture.until(id, 'finished')
  expect(fixture.shares.at(-1)).toBeNull()
  expect(fixture.told).toEqual([{ title: 'Import a.csv', body: '4 of 4 done.' }])
})

describe('what the service refuses of one row', () => {
  it.each([
    [400, 'BAD_REQUEST', 'invalid_request'],
    [404, 'RESOURCE_NOT_FOUND', 'not_found'],
    [409, 'CONFLICT', 'conflict'],
    [413, 'PAYLOAD_TOO_LARGE', 'invalid_request'],
    [422, 'VALIDATION_ERROR', 'invalid_request'],
  ])('%i fails that row with its sentence and goes on', async (status, serviceCode, code) => {
    const fixture = await openFixture({ rows: newRows(3) })
    fixture.audience.fault = ({ body, method }) =>
      method === 'POST' && body.includes('new2@')
        ? refuse(status, serviceCode, { message: 'Not this one' })
        : null
    const { id } = await fixture.addImport()
    expect(await fixture.until(id, 'finished')).toMatchObject({ total: 3, done: 3, failed: 1 })
    expect(fixture.posts()).toHaveLength(3)
    const { failures } = await fixture.jobs.failures(id, slice)
    expect(failures).toMatchObject([{ email: 'new2@example.com', code, status }])
    expect(fixture.told.at(-1)?.body).toBe('2 of 3 done, 1 failed.')
  })

  it('fails a row at which the service fails while it answers everything else', async () => {
    const fixture = await openFixture({ rows: newRows(3) })
    fixture.audience.fault = ({ body, method }) =>
      method === 'POST' && body.includes('new2@') ? refuse(500, 'INTERNAL_SERVER_ERROR') : null
    const { id } = await fixture.addImport()
    expect(await fixture.until(id, 'finished')).toMatchObject({ done: 3, failed: 1 })
    expect((await fixture.jobs.failures(id, slice)).failures).toMatchObject([
      { code: 'service_failed', status: 500 },
    ])
  })
})

describe('an answer that is lost', () => {
  it('is asked for again, and a row that was new counts as new', async () => {
    const fixture = await openFixture({ rows: newRows(2) })
    let lost = 0
    fixture.audience.fault = ({ body, method }) => {
      if (method !== 'POST' || !body.includes('new1@') || lost++ > 0) return null
      // The service took it, and the connection broke before it could say so.
      const at = new Date().toISOString()
      fixture.audience.contacts = [
        {
          id: 'cnt_new1@example.com',
          email: 'new1@example.com',
          subscribed: true,
          data: { plan: 'pro' },
          createdAt: at,
          updatedAt: at,
        },
      ]
      return reset()
    }
    const { id } = await fixture.addImport()
    await fixture.until(id, 'finished')
    expect(fixture.rows.outcomes.get(1)).toMatchObject({ outcome: 'written', isNew: true })
    expect(fixture.posts()).toHaveLength(3)
  })

  it('leaves the row to the next start when all ends before it comes', async () => {
    const fixture = await openFixture({ rows: newRows(3) })
    fixture.audience.fault = ({ body }) => (body.includes('new2@') ? hang() : null)
    const { id } = await fixture.addImport()
    await until(
      () => fixture.rows.outcomes.size,
      (settled) => settled === 2,
    )
    const closing = fixture.jobs.close()
    await fixture.connection.close()
    await closing
    expect((await fixture.cache.jobs.get(id))?.job).toMatchObject({ state: 'queued', done: 2 })
    expect(fixture.rows.begun.has(2)).toBe(true)
    expect(fixture.rows.outcomes.has(2)).toBe(false)
  })
})

describe('before it starts', () => {
  it('sends the row in flight again as it was begun, before the rows are checked anew', async () => {
    const fixture = await openFixture({ rows: newRows(2) })
    await fixture.rows.begin(rowFor(1, 'new1@example.com', { data: { plan: 'as begun' } }))
    const seen: number[] = []
    fixture.rows.onRecheck = (rows) => {
      seen.push(fixture.posts().length)
      return rows
    }
    const { id } = await fixture.addImport()
    await fixture.until(id, 'finished')
    expect(seen).toEqual([1])
    expect(fixture.posts().map(({ body }) => JSON.parse(body).data.plan)).toEqual(['as begun', 'pro'])
    expect(fixture.rows.outcomes.get(1)).toMatchObject({ outcome: 'written', isNew: true })
  })

  it('reads each contact that is to be changed where the copy was not read whole, and checks its row again', async () => {
    const rows = [rowChanging(1, person(0)), rowChanging(2, person(1)), rowFor(3, 'new3@example.com')]
    const fixture = await openFixture({ people: 3, rows, refresh: () => Promise.resolve({ whole: false }) })
    const [first] = fixture.audience.contacts
    if (first) first.subscribed = false
    // What somebody changed since makes the row conflicting: it is not written.
    fixture.rows.onRecheck = async (given) => {
      const known = await fixture.cache.contacts.get('cnt_0')
      return known?.subscribed === false ? given.filter(({ row }) => row !== 1) : given
    }
    const { id } = await fixture.addImport()
    expect(await fixture.until(id, 'finished')).toMatchObject({ total: 2, done: 2 })
    expect(fixture.posts().map(({ body }) => JSON.parse(body).email)).toEqual([
      'person1@example.com',
      'new3@example.com',
    ])
    expect(fixture.audience.requestsFor('/contacts/cnt_1')).toHaveLength(1)
  })

  it('reads no contact again where the copy was read whole', async () => {
    const fixture = await openFixture({ people: 3, rows: [rowChanging(1, person(0))] })
    const { id } = await fixture.addImport()
    await fixture.until(id, 'finished')
    expect(fixture.audience.requestsFor('/contacts/cnt_0')).toEqual([])
  })
})
