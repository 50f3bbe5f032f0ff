import { describe, expect, it } from 'vitest'
import type { DeployedService } from '../../../fixtures/deployed-service/start'
import { call, flat, noon, plain, started, table, textAt } from './calls'

const pro = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }],
}

async function made(service: DeployedService, body: object): Promise<string> {
  return textAt((await call(service, 'POST /segments', { name: 'Made', ...body })).body, 'id')
}

describe('segments (deployed.md section 6)', () => {
  table(
    [
      { says: 'asks for a name', asks: 'POST /segments', body: { condition: pro }, answers: flat(400) },
      { says: 'asks for a condition', asks: 'POST /segments', body: { name: 'New' }, answers: flat(400) },
      {
        says: 'refuses a condition that it does not understand',
        asks: 'POST /segments',
        body: { name: 'New', condition: { logic: 'AND', groups: [] } },
        answers: plain(400),
      },
      {
        says: 'answers a new segment bare, counted, with the name of its project',
        asks: 'POST /segments',
        body: { name: 'Pro', condition: pro },
        answers: {
          status: 201,
          body: {
            name: 'Pro',
            description: null,
            type: 'DYNAMIC',
            condition: pro,
            trackMembership: false,
            memberCount: 2,
            projectId: expect.any(String),
            project: { name: 'Example' },
          },
        },
      },
      {
        says: 'stores no condition of a static segment',
        asks: 'POST /segments',
        body: { name: 'Picked', type: 'STATIC', condition: pro },
        answers: { status: 201, body: { type: 'STATIC', condition: null, memberCount: 0 } },
      },
      {
        says: 'breaks on a type that is none',
        asks: 'POST /segments',
        body: { name: 'New', type: 'CLEVER', condition: pro },
        answers: plain(500),
      },
      {
        says: 'knows no segment of another id',
        asks: 'GET /segments/none',
        answers: plain(404, 'Segment not found'),
      },
    ],
    (service) => {
      service.seed(6)
    },
  )

  it('lists them bare, newest first', async () => {
    const service = await started()
    const first = await made(service, { condition: pro })
    const second = await made(service, { condition: pro })
    expect((await call(service, 'GET /segments')).body).toMatchObject([{ id: second }, { id: first }])
    expect(await call(service, `GET /segments/${first}`)).toMatchObject({ status: 200, body: { id: first } })
  })

  it('pages through who is in one', async () => {
    const service = await started()
    service.seed(9)
    const id = await made(service, { condition: pro })
    expect((await call(service, `GET /segments/${id}/contacts?pageSize=2&page=2`)).body).toMatchObject({
      data: [{ email: 'person7@example.com' }],
      total: 3,
      page: 2,
      pageSize: 2,
      totalPages: 2,
    })
  })

  it('counts at once when the condition changes, else every five minutes or when asked', async () => {
    const clock = { now: noon }
    const service = await started({}, clock)
    service.seed(6)
    const id = await made(service, { condition: pro })
    const counted = async () => (await call(service, `GET /segments/${id}`)).body
    service.add({ email: 'new@example.com', data: { plan: 'pro' } })
    expect(await counted()).toMatchObject({ memberCount: 2 })
    expect((await call(service, `POST /segments/${id}/refresh`)).body).toEqual({ memberCount: 3 })
    service.add({ email: 'newer@example.com', data: { plan: 'pro' } })
    clock.now += 5 * 60_000
    expect(await counted()).toMatchObject({ memberCount: 4 })
    const other = {
      logic: 'AND',
      groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'free' }] }],
    }
    const patched = await call(service, `PATCH /segments/${id}`, { condition: other, type: 'STATIC' })
    expect(patched).toMatchObject({ status: 200, body: { memberCount: 2, type: 'DYNAMIC' } })
  })

  it('refuses a segment that asks for itself, at once or by another', async () => {
    const service = await started()
    const of = (id: string) => ({
      logic: 'AND',
      groups: [{ filters: [{ field: `segment.${id}`, operator: 'memberOfSegment' }] }],
    })
    const first = await made(service, { condition: pro })
    const second = await made(service, { condition: of(first) })
    expect(await call(service, `PATCH /segments/${first}`, { condition: of(first) })).toMatchObject(
      plain(400),
    )
    expect(await call(service, `PATCH /segments/${first}`, { condition: of(second) })).toMatchObject(
      plain(400),
    )
  })

  it('tells of whoever comes and goes where membership is tracked', async () => {
    const service = await started()
    const [first] = service.seed(6)
    const untracked = await made(service, { condition: pro })
    expect(await call(service, `POST /segments/${untracked}/compute`)).toMatchObject(plain(400))
    const id = await made(service, { name: 'Pro people', condition: pro, trackMembership: true })
    expect((await call(service, `POST /segments/${id}/compute`)).body).toEqual({
      added: 2,
      removed: 0,
      total: 2,
    })
    await call(service, `PATCH /contacts/${first?.id}`, { data: { plan: 'pro' } })
    expect((await call(service, `POST /segments/${id}/compute`)).body).toEqual({
      added: 1,
      removed: 0,
      total: 3,
    })
    await call(service, `PATCH /contacts/${first?.id}`, { data: { plan: 'free' } })
    expect((await call(service, `POST /segments/${id}/compute`)).body).toEqual({
      added: 0,
      removed: 1,
      total: 2,
    })
    const names = service.state.events.of(first?.id ?? '').map(({ name }) => name)
    expect(names).toEqual(['segment.pro-people.entry', 'segment.pro-people.exit'])
  })

  it('counts a field that a segment asks for as used', async () => {
    const service = await started()
    service.seed(3)
    const id = await made(service, { condition: pro })
    expect((await call(service, 'GET /contacts/fields/data.plan/usage')).body).toMatchObject({
      usedInSegments: [{ id, name: 'Made' }],
      canDelete: false,
    })
    expect(await call(service, 'DELETE /contacts/fields/data.plan')).toMatchObject(flat(400))
  })

  it('keeps its count where a segment that it asks for is gone', async () => {
    const clock = { now: noon }
    const service = await started({}, clock)
    service.seed(3)
    const inner = await made(service, { condition: pro })
    const member = { field: `segment.${inner}`, operator: 'memberOfSegment' }
    const id = await made(service, { condition: { logic: 'AND', groups: [{ filters: [member] }] } })
    await call(service, `DELETE /segments/${inner}`)
    clock.now += 5 * 60_000
    expect((await call(service, `GET /segments/${id}`)).body).toMatchObject({ memberCount: 1 })
    expect(await call(service, `POST /segments/${id}/refresh`)).toMatchObject(plain(400))
  })

  it('deletes a segment', async () => {
    const service = await started()
    const id = await made(service, { condition: pro })
    expect((await call(service, `DELETE /segments/${id}`)).status).toBe(204)
    expect(await call(service, `GET /segments/${id}`)).toMatchObject(plain(404))
  })
})

describe('members of static segments (deployed.md section 6)', () => {
  it('puts people in, counting who was there, and says whom it does not know', async () => {
    const service = await started()
    service.seed(3)
    const id = await made(service, { type: 'STATIC' })
    const add = (body: object) => call(service, `POST /segments/${id}/members`, body)
    await add({ emails: ['person0@example.com'] })
    expect(
      await add({ emails: ['Person0@example.com', 'person1@example.com', 'new@example.com'] }),
    ).toMatchObject({
      status: 200,
      body: { added: 2, created: 0, notFound: ['new@example.com'] },
    })
    expect(service.state.segments.get(id)?.memberCount).toBe(2)
  })

  it('creates whom it does not know where it is told to, subscribed unless said', async () => {
    const service = await started()
    const id = await made(service, { type: 'STATIC' })
    const emails = ['new@example.com']
    const { body } = await call(service, `POST /segments/${id}/members`, { emails, createMissing: true })
    expect(body).toEqual({ added: 1, created: 1, notFound: [] })
    expect(service.state.contacts.all()).toMatchObject([{ subscribed: true }])
  })

  it('creates nobody in spring', async () => {
    const service = await started({ generation: 'spring' })
    const id = await made(service, { type: 'STATIC' })
    const emails = ['new@example.com']
    const { body } = await call(service, `POST /segments/${id}/members`, { emails, createMissing: true })
    expect(body).toEqual({ added: 0, notFound: emails })
  })

  it('takes more than 500 at once', async () => {
    const service = await started()
    const emails = service.seed(600).map(({ email }) => email)
    const id = await made(service, { type: 'STATIC' })
    expect((await call(service, `POST /segments/${id}/members`, { emails })).body).toMatchObject({
      added: 600,
    })
  })

  it('takes people out, and lists those who are in by when they came', async () => {
    const clock = { now: noon }
    const service = await started({}, clock)
    service.seed(3)
    const id = await made(service, { type: 'STATIC' })
    for (const index of [2, 0, 1]) {
      await call(service, `POST /segments/${id}/members`, { emails: [`person${index}@example.com`] })
      clock.now += 1000
    }
    const out = await call(service, `DELETE /segments/${id}/members`, {
      emails: ['person0@example.com', 'x@example.com'],
    })
    expect(out).toMatchObject({ status: 200, body: { removed: 1 } })
    expect((await call(service, `GET /segments/${id}/contacts`)).body).toMatchObject({
      data: [{ email: 'person1@example.com' }, { email: 'person2@example.com' }],
      total: 2,
    })
  })

  it('refuses nobody, and a dynamic segment', async () => {
    const service = await started()
    const fixed = await made(service, { type: 'STATIC' })
    const dynamic = await made(service, { condition: pro })
    expect(await call(service, `POST /segments/${fixed}/members`, { emails: [] })).toMatchObject(flat(400))
    const emails = ['a@example.com']
    expect(await call(service, `POST /segments/${dynamic}/members`, { emails })).toMatchObject(plain(400))
    expect(await call(service, `DELETE /segments/${dynamic}/members`, { emails })).toMatchObject(plain(400))
  })
})
