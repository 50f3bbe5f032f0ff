import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Filter } from '../../../src-shared/interface/filter'
import { segmentSchema } from '../../../src-shared/interface/segment'
import { type Opened, errorOf, open, ways } from './open'
import { all, inCity, memberOf, segmentCalls } from './segment-calls'

const list = z.object({
  segments: z.array(segmentSchema),
  cursor: z.string().nullable(),
  hasMore: z.boolean(),
  total: z.number(),
})

describe.each(ways)('/segments, %s', (way) => {
  let service: Opened
  const { name, city, person, create, read, patch, change, membersOf } = segmentCalls(() => service)

  beforeAll(async () => {
    service = await open(way)
  })
  afterAll(async () => {
    expect(service.failures).toEqual([])
    await service.stop()
  })

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

    it('refuses hostile numbers of filters, groups and addresses for their number alone', async () => {
      const empty = Array.from({ length: 100_000 }, () => ({}))
      const conditions = [
        { logic: 'AND', groups: [{ filters: empty }] },
        { logic: 'AND', groups: empty },
      ]
      for (const condition of conditions) {
        const answer = await service.ask('POST', '/segments', { body: { name: 'x', condition } })
        expect(errorOf(answer)).toEqual({ status: 422, code: 'VALIDATION_ERROR', fields: ['condition'] })
      }
      const { id } = await create({ type: 'STATIC' })
      const emails = empty.map(() => 'x')
      expect(errorOf(await change('POST', id, { emails }))).toMatchObject({
        status: 422,
        fields: ['emails'],
      })
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
      const again = async () => list.parse((await service.ask('GET', '/segments?limit=2')).body).segments[1]
      // A count that took long, as on a busy machine, is given again for a while.
      await expect.poll(again).toMatchObject({ memberCount: 2 })
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

  it('refuses to delete a segment that a campaign may still go to', async () => {
    const direct = await create({ type: 'STATIC' })
    const filtered = await create({ type: 'STATIC' })
    const campaign = {
      name: 'News',
      subject: 'News',
      body: '<p>News</p>',
      from: 'news@mail.harbournotes.app',
    }
    const audiences = [
      { audienceType: 'SEGMENT', segmentId: direct.id },
      { audienceType: 'FILTERED', audienceCondition: memberOf(filtered.id) },
    ]
    for (const audience of audiences) {
      const made = await service.ask('POST', '/campaigns', { body: { ...campaign, ...audience } })
      expect(made.status).toBe(201)
    }
    for (const { id } of [direct, filtered]) {
      const answer = await service.ask('DELETE', `/segments/${id}`)
      expect(errorOf(answer)).toMatchObject({ status: 409, code: 'CONFLICT' })
      expect(answer.body).toMatchObject({ error: { message: 'The campaign "News" goes to it.' } })
    }
  })

  it('refuses to delete a segment that a workflow asks for', async () => {
    const { id } = await create({ type: 'STATIC' })
    const steps = [
      { id: 'start', type: 'TRIGGER', name: 'Start', position: { x: 0, y: 0 }, config: {} },
      {
        id: 'ask',
        type: 'CONDITION',
        name: 'Ask',
        position: { x: 0, y: 1 },
        config: { condition: memberOf(id) },
      },
    ]
    const transitions = [{ fromStepId: 'start', toStepId: 'ask' }]
    const workflow = { name: 'Welcome', eventName: 'signup', steps, transitions }
    const made = await service.ask('POST', '/workflows', { body: workflow })
    expect(made.status).toBe(201)
    const answer = await service.ask('DELETE', `/segments/${id}`)
    expect(answer).toMatchObject({ status: 409 })
  })
})
