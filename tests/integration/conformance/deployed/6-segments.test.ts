import { describe, expect, it } from 'vitest'
import { flat, member, plain, textAt } from '../../deployed/stand-in/calls'
import { type DeployedDesk, openDesk, table } from './desk'

const pro = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }],
}

async function made({ call }: DeployedDesk, body: object): Promise<string> {
  return textAt((await call('POST /segments', { name: 'Made', ...body })).body, 'id')
}

describe('segments (deployed.md section 6)', () => {
  table(
    [
      ['asks for a name', 'POST /segments', { condition: pro }, flat(400)],
      ['asks for a condition', 'POST /segments', { name: 'New' }, flat(400)],
      [
        'refuses a condition that it does not understand',
        'POST /segments',
        { name: 'New', condition: { logic: 'AND', groups: [] } },
        plain(400),
      ],
      [
        'answers a new segment bare, counted, with the name of its project',
        'POST /segments',
        { name: 'Pro', condition: pro },
        {
          status: 201,
          body: {
            ...{ name: 'Pro', description: null, type: 'DYNAMIC', condition: pro },
            ...{ trackMembership: false, memberCount: 2, projectId: expect.any(String) },
            project: { name: expect.any(String) },
          },
        },
      ],
      [
        'stores no condition of a static segment',
        'POST /segments',
        { name: 'Picked', type: 'STATIC', condition: pro },
        { status: 201, body: { type: 'STATIC', condition: null, memberCount: 0 } },
      ],
      [
        'breaks on a type that is none',
        'POST /segments',
        { name: 'New', type: 'CLEVER', condition: pro },
        plain(500),
      ],
      ['knows no segment of another id', 'GET /segments/none', undefined, plain(404, 'Segment not found')],
    ],
    ({ seed }) => {
      seed(6)
    },
  )

  it('lists them bare, newest first', async () => {
    const desk = openDesk()
    const first = await made(desk, { condition: pro })
    const second = await made(desk, { condition: pro })
    const { body } = await desk.call('GET /segments')
    expect(body).toMatchObject([{ id: second }, { id: first }])
    expect((await desk.call(`GET /segments/${first}`)).body).toEqual(member(body, 1))
  })

  it('pages through who is in one', async () => {
    const desk = openDesk()
    desk.seed(9)
    const id = await made(desk, { condition: pro })
    expect((await desk.call(`GET /segments/${id}/contacts?pageSize=2&page=2`)).body).toMatchObject({
      data: [{ email: 'person0@example.com' }],
      ...{ total: 3, page: 2, pageSize: 2, totalPages: 2 },
    })
  })

  it('counts at once when the condition changes, else every five minutes or when asked', async () => {
    const desk = openDesk()
    desk.seed(6)
    const id = await made(desk, { condition: pro })
    const counted = async () => (await desk.call(`GET /segments/${id}`)).body
    desk.add({ email: 'new@example.com', data: { plan: 'pro' } })
    expect(await counted()).toMatchObject({ memberCount: 2 })
    expect((await desk.call(`POST /segments/${id}/refresh`)).body).toEqual({ memberCount: 3 })
    desk.add({ email: 'newer@example.com', data: { plan: 'pro' } })
    await desk.clock.advance(5 * 60_000)
    expect(await counted()).toMatchObject({ memberCount: 4 })
    const other = {
      logic: 'AND',
      groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'free' }] }],
    }
    expect(await desk.call(`PATCH /segments/${id}`, { condition: other, type: 'STATIC' })).toMatchObject({
      status: 200,
      body: { memberCount: 4, type: 'DYNAMIC', condition: other },
    })
  })

  it('refuses a segment that asks for itself, at once or by another', async () => {
    const desk = openDesk()
    const of = (id: string) => ({
      logic: 'AND',
      groups: [{ filters: [{ field: `segment.${id}`, operator: 'memberOfSegment' }] }],
    })
    const first = await made(desk, { condition: pro })
    const second = await made(desk, { condition: of(first) })
    for (const id of [first, second]) {
      expect(await desk.call(`PATCH /segments/${first}`, { condition: of(id) })).toMatchObject(plain(400))
    }
  })

  it('tells of whoever comes and goes where membership is tracked, when asked or every five minutes', async () => {
    const desk = openDesk()
    const { call } = desk
    const [, second] = desk.seed(6)
    const untracked = await made(desk, { condition: pro })
    expect(await call(`POST /segments/${untracked}/compute`)).toMatchObject(plain(400))
    const id = await made(desk, { name: 'Pro people', condition: pro, trackMembership: true })
    const computed = async () => (await call(`POST /segments/${id}/compute`)).body
    expect(await computed()).toEqual({ added: 2, removed: 0, total: 2 })
    await call(`PATCH /contacts/${second}`, { data: { plan: 'pro' } })
    expect(await computed()).toEqual({ added: 1, removed: 0, total: 3 })
    await call(`PATCH /contacts/${second}`, { data: { plan: 'free' } })
    await desk.clock.advance(5 * 60_000)
    expect(await computed()).toEqual({ added: 0, removed: 0, total: 2 })
    const { body } = await call('GET /events')
    expect(JSON.stringify(body)).toMatch(/segment\.pro-people\.exit.*segment\.pro-people\.entry/)
  })

  it('keeps its count where a segment that it asks for is gone', async () => {
    const desk = openDesk()
    desk.seed(3)
    const inner = await made(desk, { condition: pro })
    const filter = { field: `segment.${inner}`, operator: 'memberOfSegment' }
    const id = await made(desk, { condition: { logic: 'AND', groups: [{ filters: [filter] }] } })
    expect((await desk.call(`DELETE /segments/${inner}`)).status).toBe(204)
    await desk.clock.advance(5 * 60_000)
    expect((await desk.call(`GET /segments/${id}`)).body).toMatchObject({ memberCount: 1 })
    expect(await desk.call(`POST /segments/${id}/refresh`)).toMatchObject(plain(400))
  })

  it('is not deleted while a campaign that is not over goes to it', async () => {
    const desk = openDesk()
    const id = await made(desk, { condition: pro })
    const campaign = { name: 'C', subject: 'S', body: 'B', from: 'a@example.com', audienceType: 'SEGMENT' }
    await desk.call('POST /campaigns', { ...campaign, segmentId: id })
    expect(await desk.call(`DELETE /segments/${id}`)).toMatchObject(plain(409))
  })
})

describe('members of static segments (deployed.md section 6)', () => {
  it('puts people in, counting who was there, and says whom it does not know', async () => {
    const desk = openDesk()
    desk.seed(3)
    const id = await made(desk, { type: 'STATIC' })
    const add = (emails: string[]) => desk.call(`POST /segments/${id}/members`, { emails })
    await add(['person0@example.com'])
    expect(await add(['Person0@example.com', 'person1@example.com', 'new@example.com'])).toMatchObject({
      status: 200,
      body: { added: 2, created: 0, notFound: ['new@example.com'] },
    })
    expect((await desk.call(`GET /segments/${id}`)).body).toMatchObject({ memberCount: 2 })
  })

  it.each([
    [{}, true],
    [{ subscribed: false }, false],
  ])('creates whom it does not know where it is told to: %j', async (more, subscribed) => {
    const desk = openDesk()
    const id = await made(desk, { type: 'STATIC' })
    const body = { emails: ['new@example.com'], createMissing: true, ...more }
    expect((await desk.call(`POST /segments/${id}/members`, body)).body).toEqual({
      ...{ added: 1, created: 1 },
      notFound: [],
    })
    expect((await desk.call(`GET /segments/${id}/contacts`)).body).toMatchObject({ data: [{ subscribed }] })
  })

  it('takes more than 500 at once', async () => {
    const desk = openDesk()
    desk.seed(600)
    const emails = Array.from({ length: 600 }, (_, index) => `person${index}@example.com`)
    const id = await made(desk, { type: 'STATIC' })
    expect((await desk.call(`POST /segments/${id}/members`, { emails })).body).toMatchObject({ added: 600 })
  })

  it('takes people out, and lists those who are in by when they came', async () => {
    const desk = openDesk()
    desk.seed(3)
    const id = await made(desk, { type: 'STATIC' })
    for (const index of [2, 0, 1]) {
      await desk.call(`POST /segments/${id}/members`, { emails: [`person${index}@example.com`] })
      await desk.clock.advance(1000)
    }
    const emails = ['person0@example.com', 'x@example.com']
    expect(await desk.call(`DELETE /segments/${id}/members`, { emails })).toMatchObject({
      status: 200,
      body: { removed: 1 },
    })
    expect((await desk.call(`GET /segments/${id}/contacts`)).body).toMatchObject({
      data: [{ email: 'person1@example.com' }, { email: 'person2@example.com' }],
      total: 2,
    })
  })

  it('refuses nobody, and a dynamic segment', async () => {
    const desk = openDesk()
    const fixed = await made(desk, { type: 'STATIC' })
    const dynamic = await made(desk, { condition: pro })
    expect(await desk.call(`POST /segments/${fixed}/members`, { emails: [] })).toMatchObject(flat(400))
    for (const method of ['POST', 'DELETE']) {
      const asks = `${method} /segments/${dynamic}/members`
      expect(await desk.call(asks, { emails: ['a@example.com'] })).toMatchObject(plain(400))
    }
  })
})
