import { describe, expect, it } from 'vitest'
import { call, flat, member, plain, textAt } from '../../deployed/stand-in/calls'
import { holds, type Subject, subjects } from './subjects'

const pro = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }],
}

async function made(service: Subject, body: object): Promise<string> {
  return textAt((await call(service, 'POST /segments', { name: 'Made', ...body })).body, 'id')
}

describe.each(subjects)('$name', (candidate) => {
  describe('segments (deployed.md section 6)', () => {
    holds(
      candidate,
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
              ...{ name: 'Pro', description: null, type: 'DYNAMIC', condition: pro },
              ...{ trackMembership: false, memberCount: 2, projectId: expect.any(String) },
              project: { name: expect.any(String) },
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
      async (service) => {
        await service.seed(6)
      },
    )

    it('lists them bare, newest first', async () => {
      const service = await candidate.open()
      const first = await made(service, { condition: pro })
      const second = await made(service, { condition: pro })
      const { body } = await call(service, 'GET /segments')
      expect(body).toMatchObject([{ id: second }, { id: first }])
      expect((await call(service, `GET /segments/${first}`)).body).toEqual(member(body, 1))
    })

    it('pages through who is in one', async () => {
      const service = await candidate.open()
      await service.seed(9)
      const id = await made(service, { condition: pro })
      expect((await call(service, `GET /segments/${id}/contacts?pageSize=2&page=2`)).body).toMatchObject({
        data: [{ email: 'person7@example.com' }],
        ...{ total: 3, page: 2, pageSize: 2, totalPages: 2 },
      })
    })

    it('counts at once when the condition changes, else every five minutes or when asked', async () => {
      const service = await candidate.open()
      await service.seed(6)
      const id = await made(service, { condition: pro })
      const counted = async () => (await call(service, `GET /segments/${id}`)).body
      await service.add({ email: 'new@example.com', data: { plan: 'pro' } })
      expect(await counted()).toMatchObject({ memberCount: 2 })
      expect((await call(service, `POST /segments/${id}/refresh`)).body).toEqual({ memberCount: 3 })
      await service.add({ email: 'newer@example.com', data: { plan: 'pro' } })
      await service.advance(5 * 60_000)
      expect(await counted()).toMatchObject({ memberCount: 4 })
      const other = {
        logic: 'AND',
        groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'free' }] }],
      }
      expect(
        await call(service, `PATCH /segments/${id}`, { condition: other, type: 'STATIC' }),
      ).toMatchObject({
        status: 200,
        body: { memberCount: 2, type: 'DYNAMIC', condition: other },
      })
    })

    it('refuses a segment that asks for itself, at once or by another', async () => {
      const service = await candidate.open()
      const of = (id: string) => ({
        logic: 'AND',
        groups: [{ filters: [{ field: `segment.${id}`, operator: 'memberOfSegment' }] }],
      })
      const first = await made(service, { condition: pro })
      const second = await made(service, { condition: of(first) })
      for (const id of [first, second]) {
        expect(await call(service, `PATCH /segments/${first}`, { condition: of(id) })).toMatchObject(
          plain(400),
        )
      }
    })

    it('tells of whoever comes and goes where membership is tracked, when asked or every five minutes', async () => {
      const service = await candidate.open()
      const [first] = await service.seed(6)
      const untracked = await made(service, { condition: pro })
      expect(await call(service, `POST /segments/${untracked}/compute`)).toMatchObject(plain(400))
      const id = await made(service, { name: 'Pro people', condition: pro, trackMembership: true })
      const computed = async () => (await call(service, `POST /segments/${id}/compute`)).body
      expect(await computed()).toEqual({ added: 2, removed: 0, total: 2 })
      await call(service, `PATCH /contacts/${first?.id}`, { data: { plan: 'pro' } })
      expect(await computed()).toEqual({ added: 1, removed: 0, total: 3 })
      await call(service, `PATCH /contacts/${first?.id}`, { data: { plan: 'free' } })
      expect(await computed()).toEqual({ added: 0, removed: 1, total: 2 })
      await call(service, `PATCH /contacts/${first?.id}`, { data: { plan: 'pro' } })
      await service.advance(5 * 60_000)
      expect(await computed()).toEqual({ added: 0, removed: 0, total: 3 })
      const { body } = await call(service, 'GET /events')
      expect(JSON.stringify(body)).toMatch(/segment\.pro-people\.exit.*segment\.pro-people\.entry/)
    })

    it('goes through all that are tracked, though one of them asks for a segment that is gone', async () => {
      const service = await candidate.open()
      await service.seed(3)
      const inner = await made(service, { condition: pro })
      const condition = { field: `segment.${inner}`, operator: 'memberOfSegment' }
      const outer = { logic: 'AND', groups: [{ filters: [condition] }] }
      await made(service, { name: 'Lost', condition: outer, trackMembership: true })
      const last = await made(service, { name: 'Pro', condition: pro, trackMembership: true })
      await call(service, `DELETE /segments/${inner}`)
      await service.advance(5 * 60_000)
      expect((await call(service, 'GET /events/names')).body).toEqual({ eventNames: ['segment.pro.entry'] })
      expect((await call(service, `GET /segments/${last}`)).body).toMatchObject({ memberCount: 1 })
    })

    it('computes nothing of a static segment but how many are in it', async () => {
      const service = await candidate.open()
      await service.seed(2)
      const id = await made(service, { type: 'STATIC', trackMembership: true })
      await call(service, `POST /segments/${id}/members`, { emails: ['person0@example.com'] })
      const computed = await call(service, `POST /segments/${id}/compute`)
      expect(computed.body).toEqual({ added: 0, removed: 0, total: 1 })
    })

    it('renames a static segment, and gives it no condition', async () => {
      const service = await candidate.open()
      const id = await made(service, { type: 'STATIC' })
      const change = { name: 'Picked by hand', condition: pro }
      expect(await call(service, `PATCH /segments/${id}`, change)).toMatchObject({
        status: 200,
        body: { name: 'Picked by hand', type: 'STATIC', condition: null },
      })
    })

    it('counts a field that it asks for as used', async () => {
      const service = await candidate.open()
      await service.seed(3)
      const id = await made(service, { condition: pro })
      expect((await call(service, 'GET /contacts/fields/data.plan/usage')).body).toMatchObject({
        usedInSegments: [{ id, name: 'Made' }],
        canDelete: false,
      })
      expect(await call(service, 'DELETE /contacts/fields/data.plan')).toMatchObject(flat(400))
    })

    it('keeps its count where a segment that it asks for is gone', async () => {
      const service = await candidate.open()
      await service.seed(3)
      const inner = await made(service, { condition: pro })
      const filter = { field: `segment.${inner}`, operator: 'memberOfSegment' }
      const id = await made(service, { condition: { logic: 'AND', groups: [{ filters: [filter] }] } })
      expect((await call(service, `DELETE /segments/${inner}`)).status).toBe(204)
      await service.advance(5 * 60_000)
      expect((await call(service, `GET /segments/${id}`)).body).toMatchObject({ memberCount: 1 })
      expect(await call(service, `POST /segments/${id}/refresh`)).toMatchObject(plain(400))
    })

    it('is not deleted while a campaign that is not over goes to it', async () => {
      const service = await candidate.open()
      const id = await made(service, { condition: pro })
      const free = await made(service, { condition: pro })
      const campaign = { name: 'C', subject: 'S', body: 'B', from: 'a@example.com', audienceType: 'SEGMENT' }
      await call(service, 'POST /campaigns', { ...campaign, segmentId: id })
      expect(await call(service, `DELETE /segments/${id}`)).toMatchObject(plain(409))
      expect((await call(service, `DELETE /segments/${free}`)).status).toBe(204)
      expect(await call(service, `GET /segments/${free}`)).toMatchObject(plain(404))
    })
  })

  describe('members of static segments (deployed.md section 6)', () => {
    it('puts people in, counting who was there, and says whom it does not know', async () => {
      const service = await candidate.open()
      await service.seed(3)
      const id = await made(service, { type: 'STATIC' })
      const add = (emails: string[]) => call(service, `POST /segments/${id}/members`, { emails })
      await add(['person0@example.com'])
      expect(await add(['Person0@example.com', 'person1@example.com', 'new@example.com'])).toMatchObject({
        status: 200,
        body: { added: 2, created: 0, notFound: ['new@example.com'] },
      })
      expect((await call(service, `GET /segments/${id}`)).body).toMatchObject({ memberCount: 2 })
    })

    it.each([
      [{}, true],
      [{ subscribed: false }, false],
    ])('creates whom it does not know where it is told to: %j', async (more, subscribed) => {
      const service = await candidate.open()
      const id = await made(service, { type: 'STATIC' })
      const body = { emails: ['new@example.com'], createMissing: true, ...more }
      expect((await call(service, `POST /segments/${id}/members`, body)).body).toEqual({
        ...{ added: 1, created: 1 },
        notFound: [],
      })
      expect((await call(service, `GET /segments/${id}/contacts`)).body).toMatchObject({
        data: [{ subscribed }],
      })
    })

    it('asks nothing of those who are there of what it creates others with', async () => {
      const service = await candidate.open()
      await service.seed(1)
      const id = await made(service, { type: 'STATIC' })
      const body = { emails: ['person0@example.com'], subscribed: 'yes' }
      expect((await call(service, `POST /segments/${id}/members`, body)).status).toBe(200)
    })

    it('takes more than 500 at once', async () => {
      const service = await candidate.open()
      await service.seed(600)
      const emails = Array.from({ length: 600 }, (_, index) => `person${index}@example.com`)
      const id = await made(service, { type: 'STATIC' })
      expect((await call(service, `POST /segments/${id}/members`, { emails })).body).toMatchObject({
        added: 600,
      })
    })

    it('takes people out, and lists those who are in by when they came', async () => {
      const service = await candidate.open()
      await service.seed(3)
      const id = await made(service, { type: 'STATIC' })
      for (const index of [2, 0, 1]) {
        await call(service, `POST /segments/${id}/members`, { emails: [`person${index}@example.com`] })
        await service.advance(1000)
      }
      const emails = ['person0@example.com', 'x@example.com']
      expect(await call(service, `DELETE /segments/${id}/members`, { emails })).toMatchObject({
        status: 200,
        body: { removed: 1 },
      })
      expect((await call(service, `GET /segments/${id}/contacts`)).body).toMatchObject({
        data: [{ email: 'person1@example.com' }, { email: 'person2@example.com' }],
        total: 2,
      })
    })

    it('refuses nobody, and a dynamic segment', async () => {
      const service = await candidate.open()
      const fixed = await made(service, { type: 'STATIC' })
      const dynamic = await made(service, { condition: pro })
      expect(await call(service, `POST /segments/${fixed}/members`, { emails: [] })).toMatchObject(flat(400))
      const odd = { emails: ['ada@example.com', 5] }
      expect(await call(service, `POST /segments/${fixed}/members`, odd)).toMatchObject(plain(500))
      for (const method of ['POST', 'DELETE']) {
        const asks = `${method} /segments/${dynamic}/members`
        expect(await call(service, asks, { emails: ['a@example.com'] })).toMatchObject(plain(400))
      }
    })
  })
})
