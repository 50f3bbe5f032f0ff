import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contactSchema, upsertedContactSchema } from '../../../src-shared/interface/contact'
import type { Filter, FilterCondition } from '../../../src-shared/interface/filter'
import { addedMembersSchema, segmentSchema } from '../../../src-shared/interface/segment'
import { type Opened, errorOf, open, openInProcess, ways } from './open'

const list = z.object({
  segments: z.array(segmentSchema),
  cursor: z.string().nullable(),
  hasMore: z.boolean(),
  total: z.number(),
})
const members = z.object({ contacts: z.array(contactSchema), total: z.number() })
const all = (...filters: Filter[]): FilterCondition => ({ logic: 'AND', groups: [{ filters }] })
const inCity = (value: string): FilterCondition => all({ field: 'data.city', operator: 'equals', value })
const memberOf = (value: string): FilterCondition =>
  all({ field: 'segment', operator: 'memberOfSegment', value })

describe.each(ways)('/segments, %s', (way) => {
  let service: Opened
  let number = 0
  const name = (): string => `Segment ${++number}`
  const city = (): string => `City ${++number}`

  beforeAll(async () => {
    service = await open(way)
  })
  afterAll(async () => {
    expect(service.failures).toEqual([])
    await service.stop()
  })

  async function person(data: Record<string, unknown> = {}): Promise<string> {
    const email = `member${++number}@example.com`
    const { body } = await service.ask('POST', '/contacts', { body: { email, data } })
    return upsertedContactSchema.parse(body).email
  }
  async function create(body: Record<string, unknown>) {
    const answer = await service.ask('POST', '/segments', { body: { name: name(), ...body } })
    expect(answer).toMatchObject({ status: 201 })
    return segmentSchema.parse(answer.body)
  }
  const read = async (id: string) => segmentSchema.parse((await service.ask('GET', `/segments/${id}`)).body)
  const patch = (id: string, body: unknown) => service.ask('PATCH', `/segments/${id}`, { body })
  const change = (method: 'POST' | 'DELETE', id: string, body: unknown) =>
    service.ask(method, `/segments/${id}/members`, { body })
  async function membersOf(id: string): Promise<string[]> {
    const { body } = await service.ask('GET', `/segments/${id}/contacts`)
    return members.parse(body).contacts.map(({ email }) => email)
  }

  describe('POST', () => {
    it('creates a dynamic segment unless said, and counts its members', async () => {
      const where = city()
      await person({ city: where })
      const condition = inCity(where)
      const body = { name: name(), description: 'Nearby', condition }
      const answer = await service.ask('POST', '/segments', { body })
      expect(answer.status).toBe(201)
      expect(answer.body).toEqual({
        id: expect.stringMatching(/^seg_[0-9a-z]{10}$/),
        ...body,
        type: 'DYNAMIC',
        trackMembership: false,
        memberCount: 1,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      })
    })

    it('creates a static segment without members', async () => {
      const made = await create({ type: 'STATIC' })
      expect(made).toMatchObject({ type: 'STATIC', memberCount: 0 })
      expect(made).not.toHaveProperty('condition')
    })

    it('keeps what it does not know of a condition', async () => {
      const filter = { field: 'email', operator: 'exists', colour: 'blue' }
      const condition = { groups: [{ filters: [filter], title: 'Everyone' }], logic: 'OR', version: 2 }
      const made = await create({ condition })
      expect(JSON.stringify(made.condition)).toBe(JSON.stringify(condition))
    })

    const filter = { field: 'data.city', operator: 'equals', value: 'Hull' }
    it.each([
      ['no name', { condition: all({ field: 'email', operator: 'exists' }) }, ['name']],
      ['an empty name', { name: '', type: 'STATIC' }, ['name']],
      ['no condition', { name: 'x' }, ['condition']],
      [
        'a condition of a static segment',
        { name: 'x', type: 'STATIC', condition: inCity('x') },
        ['condition'],
      ],
      ['an unknown type', { name: 'x', type: 'OTHER' }, ['type']],
      ['no groups', { name: 'x', condition: { logic: 'AND', groups: [] } }, ['condition.groups']],
      [
        'an empty group',
        { name: 'x', condition: { logic: 'OR', groups: [{ filters: [] }] } },
        ['condition.groups.0'],
      ],
      [
        'an unknown operator',
        { name: 'x', condition: { logic: 'AND', groups: [{ filters: [{ ...filter, operator: 'like' }] }] } },
        ['condition.groups.0.filters.0.operator'],
      ],
      [
        'an unknown field',
        { name: 'x', condition: all({ field: 'city', operator: 'exists' }) },
        ['condition.groups.0.filters.0.field'],
      ],
      [
        'no value',
        { name: 'x', condition: all({ field: 'email', operator: 'equals' }) },
        ['condition.groups.0.filters.0.value'],
      ],
      [
        'no unit',
        { name: 'x', condition: all({ field: 'createdAt', operator: 'within', value: 1 }) },
        ['condition.groups.0.filters.0.unit'],
      ],
      [
        'an order of texts',
        { name: 'x', condition: all({ field: 'data.city', operator: 'lessThan', value: 'Hull' }) },
        ['condition.groups.0.filters.0.value'],
      ],
      [
        'an order of addresses',
        { name: 'x', condition: all({ field: 'email', operator: 'lessThan', value: 5 }) },
        ['condition.groups.0.filters.0.operator'],
      ],
      [
        'a date that is none',
        { name: 'x', condition: all({ field: 'createdAt', operator: 'equals', value: '2026-02-30' }) },
        ['condition.groups.0.filters.0.value'],
      ],
      [
        'a segment that is not there',
        { name: 'x', condition: memberOf('seg_0000000000') },
        ['condition.groups.0.filters.0.value'],
      ],
    ])('refuses %s', async (_what, body, fields) => {
      const answer = await service.ask('POST', '/segments', { body })
      expect(errorOf(answer)).toEqual({ status: 422, code: 'VALIDATION_ERROR', fields })
    })

    it('refuses a condition that nests too deep, however deep it is', async () => {
      for (const [depth, status] of [
        [9, 422],
        [15_000, 400],
      ] as const) {
        const open = '{"logic":"AND","groups":[{"filters":[],"conditions":'.repeat(depth)
        const text = `{"name":"x","condition":${open}{}${'}]}'.repeat(depth)}}`
        expect((await service.ask('POST', '/segments', { text })).status).toBe(status)
      }
    })

    it('refuses more filters than a condition may have', async () => {
      const filters = Array.from({ length: 201 }, (): Filter => ({ field: 'email', operator: 'exists' }))
      const answer = await service.ask('POST', '/segments', {
        body: { name: 'x', condition: all(...filters) },
      })
      expect(errorOf(answer)).toMatchObject({ status: 422, fields: ['condition'] })
      await create({ condition: all(...filters.slice(1)) })
    })
  })

  describe('GET', () => {
    it('lists segments, newest first, with the number of their members', async () => {
      const where = city()
      await person({ city: where })
      const older = await create({ condition: inCity(where) })
      const newer = await create({ type: 'STATIC' })
      const { segments, hasMore } = list.parse((await service.ask('GET', '/segments?limit=2')).body)
      expect(segments).toEqual([newer, older])
      expect(hasMore).toBe(true)
      await person({ city: where })
      const again = list.parse((await service.ask('GET', '/segments?limit=2')).body)
      expect(again.segments[1]?.memberCount).toBe(2)
    })

    it('goes through the list by cursor', async () => {
      await create({ type: 'STATIC' })
      await create({ type: 'STATIC' })
      const ids: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page = list.parse((await service.ask('GET', `/segments?limit=1&cursor=${cursor}`)).body)
        ids.push(...page.segments.map(({ id }) => id))
        cursor = page.cursor
        if (!page.hasMore) expect(page.total).toBe(ids.length)
      }
      expect(new Set(ids).size).toBe(ids.length)
    })

    it('counts again when a contact, an event or a member changes', async () => {
      const where = city()
      const event = `event ${where}`
      const email = await person({ city: where })
      const dynamic = await create({ condition: inCity(where) })
      const triggered = await create({ condition: all({ field: event, operator: 'triggered' }) })
      const still = await create({ type: 'STATIC' })
      const counts = async () =>
        Promise.all([dynamic, triggered, still].map(async ({ id }) => (await read(id)).memberCount))
      expect(await counts()).toEqual([1, 0, 0])
      await service.ask('POST', '/contacts', { body: { email, data: { city: 'elsewhere' } } })
      expect(await counts()).toEqual([0, 0, 0])
      await service.ask('POST', '/v1/track', { body: { email, event } })
      expect(await counts()).toEqual([0, 1, 0])
      await change('POST', still.id, { emails: [email] })
      expect(await counts()).toEqual([0, 1, 1])
    })

    it('lists the members of a segment, newest first, a page at a time', async () => {
      const where = city()
      const first = await person({ city: where })
      const second = await person({ city: where.toUpperCase() })
      const { id } = await create({ condition: inCity(where) })
      expect(await membersOf(id)).toEqual([second, first])
      const page = await service.ask('GET', `/segments/${id}/contacts?limit=1`)
      expect(page.body).toMatchObject({ contacts: [{ email: second }], hasMore: true, total: 2 })
      const { cursor } = z.object({ cursor: z.string() }).parse(page.body)
      const next = await service.ask('GET', `/segments/${id}/contacts?limit=1&cursor=${cursor}`)
      expect(next.body).toMatchObject({ contacts: [{ email: first }], hasMore: false, cursor: null })
    })

    it('finds nothing under an id that stands for nothing', async () => {
      for (const path of ['/segments/seg_zzzzzzzzzz', '/segments/x', '/segments/seg_zzzzzzzzzz/contacts']) {
        expect(errorOf(await service.ask('GET', path))).toMatchObject({
          status: 404,
          code: 'RESOURCE_NOT_FOUND',
        })
      }
    })
  })

  describe('PATCH', () => {
    it('changes what is said and nothing else', async () => {
      const where = city()
      await person({ city: where })
      const made = await create({ description: 'Before', condition: inCity('nowhere') })
      const { status, body } = await patch(made.id, { condition: inCity(where), description: null })
      expect(status).toBe(200)
      expect(body).toEqual({
        ...made,
        description: undefined,
        condition: inCity(where),
        memberCount: 1,
        updatedAt: expect.any(String),
      })
      expect(await read(made.id)).toEqual(body)
    })

    it('does not touch updatedAt when nothing changes', async () => {
      const made = await create({ condition: inCity('Hull') })
      const { body } = await patch(made.id, { name: made.name, condition: inCity('Hull') })
      expect(body).toEqual(made)
    })

    it('refuses the condition of a static segment', async () => {
      const { id } = await create({ type: 'STATIC' })
      expect(errorOf(await patch(id, { condition: inCity('Hull') }))).toMatchObject({
        status: 422,
        fields: ['condition'],
      })
    })

    it('refuses a condition that leads back to the segment', async () => {
      const one = await create({ condition: inCity('Hull') })
      const two = await create({ condition: memberOf(one.id) })
      const three = await create({ condition: memberOf(two.id) })
      for (const { id } of [one, two, three]) {
        expect(errorOf(await patch(one.id, { condition: memberOf(id) }))).toMatchObject({ status: 422 })
      }
      await expect(patch(three.id, { condition: memberOf(one.id) })).resolves.toMatchObject({ status: 200 })
    })

    it('refuses conditions that come to too much together', async () => {
      const many = Array.from({ length: 200 }, (): Filter => ({ field: 'email', operator: 'exists' }))
      const leaf = await create({ condition: inCity('Hull') })
      const naming = (id: string, times: number) =>
        all(
          ...Array.from({ length: times }, (): Filter => ({
            field: 'segment',
            operator: 'memberOfSegment',
            value: id,
          })),
        )
      const top = await create({ condition: naming(leaf.id, 200) })
      expect(top.memberCount).toBe(0)
      // 200 that name 200, and one that names a segment grown under it.
      const above = await service.ask('POST', '/segments', {
        body: { name: name(), condition: naming(top.id, 2) },
      })
      expect(errorOf(above)).toMatchObject({ status: 422, fields: ['condition'] })
      expect(errorOf(await patch(leaf.id, { condition: all(...many) }))).toMatchObject({ status: 422 })
    })

    it('refuses a segment that is not there', async () => {
      expect((await patch('seg_zzzzzzzzzz', { name: 'x' })).status).toBe(404)
    })
  })

  describe('DELETE', () => {
    it('deletes a segment', async () => {
      const { id } = await create({ type: 'STATIC' })
      expect(await service.ask('DELETE', `/segments/${id}`)).toMatchObject({ status: 204, body: undefined })
      expect((await service.ask('GET', `/segments/${id}`)).status).toBe(404)
      expect((await service.ask('DELETE', `/segments/${id}`)).status).toBe(404)
    })

    it('refuses while another segment names it', async () => {
      const named = await create({ type: 'STATIC' })
      const other = await create({ condition: memberOf(named.id) })
      expect(errorOf(await service.ask('DELETE', `/segments/${named.id}`))).toMatchObject({
        status: 409,
        code: 'CONFLICT',
      })
      await service.ask('DELETE', `/segments/${other.id}`)
      expect((await service.ask('DELETE', `/segments/${named.id}`)).status).toBe(204)
    })
  })

  describe('/members', () => {
    it('adds contacts by address, in any case, each once', async () => {
      const { id } = await create({ type: 'STATIC' })
      const [one, two] = [await person(), await person()]
      const emails = [one.toUpperCase(), two, one, 'nobody@example.com', 'NOBODY@example.com']
      const { status, body } = await change('POST', id, { emails })
      expect(status).toBe(200)
      expect(body).toEqual({ added: 2, notFound: ['nobody@example.com'] })
      expect(await membersOf(id)).toEqual([two, one])
      expect((await change('POST', id, { emails: [one] })).body).toEqual({ added: 0, notFound: [] })
    })

    it('makes contacts that are missing where told to', async () => {
      const { id } = await create({ type: 'STATIC' })
      const email = `Missing${++number}@example.com`
      const { body } = await change('POST', id, { emails: [email, email.toLowerCase()], createMissing: true })
      expect(addedMembersSchema.parse(body)).toEqual({ added: 1, notFound: [] })
      const { contacts } = members.parse((await service.ask('GET', `/segments/${id}/contacts`)).body)
      expect(contacts).toMatchObject([{ email, subscribed: true }])
    })

    it('takes contacts out', async () => {
      const { id } = await create({ type: 'STATIC' })
      const [one, two] = [await person(), await person()]
      await change('POST', id, { emails: [one, two] })
      const emails = [one.toUpperCase(), one, 'nobody@example.com']
      expect(await change('DELETE', id, { emails })).toMatchObject({ status: 200, body: { removed: 1 } })
      expect(await membersOf(id)).toEqual([two])
    })

    it('takes 10,000 at once', async () => {
      const { id } = await create({ type: 'STATIC' })
      const known = await person()
      const emails = Array.from({ length: 9_999 }, (_, index) => `many${index}@example.com`)
      const { body } = await change('POST', id, { emails: [...emails, known] })
      expect(addedMembersSchema.parse(body)).toEqual({ added: 1, notFound: emails })
    })

    it.each(['POST', 'DELETE'] as const)('refuses %s of a dynamic segment', async (method) => {
      const { id } = await create({ condition: inCity('Hull') })
      const answer = await change(method, id, { emails: ['a@example.com'] })
      expect(errorOf(answer)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    })

    it.each([
      ['no addresses', {}, ['emails']],
      ['an empty list', { emails: [] }, ['emails']],
      ['what is no address', { emails: ['a@example.com', 'nobody'] }, ['emails.1']],
    ])('refuses %s', async (_what, body, fields) => {
      const { id } = await create({ type: 'STATIC' })
      for (const method of ['POST', 'DELETE'] as const) {
        expect(errorOf(await change(method, id, body))).toMatchObject({ status: 422, fields })
      }
    })

    it('loses a member whose contact is deleted', async () => {
      const { id } = await create({ type: 'STATIC' })
      const email = await person()
      await change('POST', id, { emails: [email] })
      const [contact] = members.parse((await service.ask('GET', `/segments/${id}/contacts`)).body).contacts
      await service.ask('DELETE', `/contacts/${contact?.id}`)
      expect((await read(id)).memberCount).toBe(0)
      expect(await membersOf(id)).toEqual([])
    })
  })
})

describe('/segments in other dialects', () => {
  it('answers with a bare array, pages of contacts and flat errors where services are known to', async () => {
    const service = openInProcess({ dialect: 'deployed' })
    for (let count = 0; count < 30; count++) {
      await service.ask('POST', '/contacts', { body: { email: `all${count}@example.com` } })
    }
    const made = await service.ask('POST', '/segments', {
      body: { name: 'All', condition: all({ field: 'email', operator: 'exists' }) },
    })
    const { id } = segmentSchema.parse(made.body)
    expect(id).toMatch(/^[0-9a-f]{8}-/)
    expect((await service.ask('GET', '/segments')).body).toEqual([made.body])
    const page = await service.ask('GET', `/segments/${id}/contacts?page=2&pageSize=20`)
    expect(page.body).toMatchObject({ total: 30, page: 2, pageSize: 20, totalPages: 2 })
    expect(z.object({ data: z.array(contactSchema) }).parse(page.body).data).toHaveLength(10)
    const missing = await service.ask('POST', '/segments', { body: { type: 'STATIC' } })
    expect(missing).toMatchObject({ status: 400, body: { error: 'name is required' } })
    expect((await service.ask('DELETE', `/segments/${id}`)).status).toBe(204)
    await service.stop()
  })

  it('wraps everything in the envelope', async () => {
    const service = openInProcess({ dialect: 'envelope' })
    const made = await service.ask('POST', '/segments', { body: { name: 'Few', type: 'STATIC' } })
    const { data } = z.object({ success: z.literal(true), data: segmentSchema }).parse(made.body)
    expect((await service.ask('GET', '/segments')).body).toEqual({
      success: true,
      data: { items: [data], nextCursor: null, hasMore: false, total: 1 },
    })
    const emails = { emails: ['a@example.com'], createMissing: true }
    const added = await service.ask('POST', `/segments/${data.id}/members`, { body: emails })
    expect(added.body).toEqual({ success: true, data: { added: 1, notFound: [] } })
    const contacts = await service.ask('GET', `/segments/${data.id}/contacts`)
    expect(contacts.body).toMatchObject({
      success: true,
      data: { items: [{ email: 'a@example.com' }], total: 1 },
    })
    expect((await service.ask('DELETE', `/segments/${data.id}`)).body).toEqual({ success: true })
    await service.stop()
  })
})
