import { describe, expect, it } from 'vitest'
import { segmentSchema } from '../../../src-shared/interface/segment'
import { until } from '../../fixtures/until'
import { readAll, recordOf } from './answers'
import { nobody } from './endpoints'
import { lists } from './lists'
import { conditionOn, fitting, make } from './made'
import { expectRefusal } from './refusals'
import { uniqueName } from './subject'
import { conformance } from './suite'

const filter = (field: string, operator: string, more = {}) => ({
  logic: 'AND',
  groups: [{ filters: [{ field, operator, ...more }] }],
})

conformance('4 /segments', (the) => {
  const post = (body: unknown) => the.service.ask('POST', '/segments', { body })
  const patch = (id: string, body: unknown) => the.service.ask('PATCH', `/segments/${id}`, { body })
  const get = async (id: string) => recordOf(await the.service.ask('GET', `/segments/${id}`), segmentSchema)
  const membersOf = async (id: string) =>
    (await readAll(the.service, lists.membersOf(id))).map(({ email }) => email).sort()

  describe('POST', () => {
    it.each([
      ['DYNAMIC', fitting.segment],
      ['STATIC', fitting.staticSegment],
    ])('creates a %s one', async (type, body) => {
      const answer = await post({ ...body(), description: 'Of some' })
      const made = recordOf(answer, segmentSchema)
      the.service.keep(`/segments/${made.id}`)
      expect([200, 201]).toContain(answer.status)
      expect(made).toMatchObject({ type, description: 'Of some' })
      expect(await get(made.id)).toMatchObject({ id: made.id, name: made.name, type })
    })

    it('gives the condition back as it was', async () => {
      const condition = {
        logic: 'OR',
        groups: [
          { filters: [{ field: 'email', operator: 'contains', value: 'example' }] },
          {
            filters: [{ field: 'data.seats', operator: 'greaterThan', value: 3 }],
            conditions: filter('subscribed', 'equals', { value: true }),
          },
        ],
      }
      const { id } = await make.segment(the.service, { condition })
      expect((await get(id)).condition).toEqual(condition)
    })

    it.each([
      ['without a name', { name: undefined }, 'name'],
      ['with an empty name', { name: '' }, 'name'],
      ['with a number as name', { name: 3 }, 'name'],
      ['of a type that there is not', { type: 'OTHER' }, 'type'],
      ['with trackMembership as text', { trackMembership: 'yes' }, 'trackMembership'],
      ['that is DYNAMIC without a condition', { condition: undefined }, 'condition'],
      ['with a condition that is text', { condition: 'all' }, 'condition'],
      ['with another logic', { condition: { logic: 'XOR', groups: [] } }, 'condition.logic'],
      ['with no groups', { condition: { logic: 'AND', groups: [] } }, 'condition.groups'],
    ])('refuses one %s with 422', async (_what, more, field) => {
      expectRefusal(the, await post({ ...fitting.segment(), ...more }), 'VALIDATION_ERROR', field)
    })

    it.each([
      ['an unknown operator', filter('email', 'resembles', { value: 'a' })],
      ['an unknown field', filter('plan', 'equals', { value: 'a' })],
      ['equals without a value', filter('email', 'equals')],
      ['contains with a number', filter('email', 'contains', { value: 1 })],
      ['within without a unit', filter('createdAt', 'within', { value: 3 })],
      ['within with an unknown unit', filter('createdAt', 'within', { value: 3, unit: 'weeks' })],
      ['within with a text', filter('createdAt', 'within', { value: 'three', unit: 'days' })],
      ['greaterThan with a boolean', filter('data.n', 'greaterThan', { value: true })],
      ['a value that is a list', filter('email', 'equals', { value: ['a'] })],
    ])('refuses a filter with %s with 422', async (_what, condition) => {
      expectRefusal(the, await post({ ...fitting.segment(), condition }), 'VALIDATION_ERROR')
    })
  })

  describe('the condition', () => {
    // Each: what two contacts have, and the filter that only the first one passes.
    it.each([
      ['equals', { data: { k: 'a' } }, { data: { k: 'b' } }, filter('data.k', 'equals', { value: 'a' })],
      [
        'notEquals',
        { data: { k: 'a' } },
        { data: { k: 'b' } },
        filter('data.k', 'notEquals', { value: 'b' }),
      ],
      [
        'contains',
        { data: { k: 'harbour' } },
        { data: { k: 'x' } },
        filter('data.k', 'contains', { value: 'arb' }),
      ],
      [
        'notContains',
        { data: { k: 'x' } },
        { data: { k: 'ab' } },
        filter('data.k', 'notContains', { value: 'b' }),
      ],
      ['greaterThan', { data: { k: 10 } }, { data: { k: 9 } }, filter('data.k', 'greaterThan', { value: 9 })],
      [
        'greaterThanOrEqual',
        { data: { k: 9 } },
        { data: { k: 8 } },
        filter('data.k', 'greaterThanOrEqual', { value: 9 }),
      ],
      ['lessThan', { data: { k: 9 } }, { data: { k: 10 } }, filter('data.k', 'lessThan', { value: 10 })],
      [
        'lessThanOrEqual',
        { data: { k: 10 } },
        { data: { k: 11 } },
        filter('data.k', 'lessThanOrEqual', { value: 10 }),
      ],
      ['exists', { data: { k: 0 } }, {}, filter('data.k', 'exists')],
      ['notExists', {}, { data: { k: 0 } }, filter('data.k', 'notExists')],
      ['equals on subscribed', { subscribed: false }, {}, filter('subscribed', 'equals', { value: false })],
    ])('%s', async (_operator, one, other, condition) => {
      const tag = uniqueName('tag')
      const tagged = (more: object) => ({
        ...more,
        data: { ...('data' in more && Object(more.data)), conformance: tag },
      })
      const first = await make.contact(the.service, tagged(one))
      await make.contact(the.service, tagged(other))
      const both = { logic: 'AND', groups: [{ ...conditionOn(tag).groups[0], conditions: condition }] }
      const { id } = await make.segment(the.service, { condition: both })
      expect(await membersOf(id)).toEqual([first.email])
    })

    it('joins filters of a group by AND, and groups by its logic', async () => {
      const tag = uniqueName('tag')
      const contacts = []
      for (const [a, b] of [
        [1, 1],
        [1, 2],
        [2, 1],
        [2, 2],
      ]) {
        contacts.push(await make.contact(the.service, { data: { conformance: tag, a, b } }))
      }
      const emails = contacts.map(({ email }) => email)
      const is = (key: string, value: number) => ({ field: `data.${key}`, operator: 'equals', value })
      const members = async (condition: unknown) => {
        const both = { logic: 'AND', groups: [{ ...conditionOn(tag).groups[0], conditions: condition }] }
        return membersOf((await make.segment(the.service, { condition: both })).id)
      }
      const both = [{ filters: [is('a', 1), is('b', 1)] }]
      const apart = [{ filters: [is('a', 1)] }, { filters: [is('b', 1)] }]
      expect(await members({ logic: 'OR', groups: both })).toEqual([emails[0]])
      expect(await members({ logic: 'AND', groups: apart })).toEqual([emails[0]])
      expect(await members({ logic: 'OR', groups: apart })).toEqual(emails.slice(0, 3).sort())
    })

    it('follows the contacts: who changes comes and goes', async () => {
      const tag = uniqueName('tag')
      const { id } = await make.segment(the.service, { condition: conditionOn(tag) })
      const contact = await make.contact(the.service)
      expect(await membersOf(id)).toEqual([])
      await the.service.ask('PATCH', `/contacts/${contact.id}`, { body: { data: { conformance: tag } } })
      expect(await membersOf(id)).toEqual([contact.email])
      await the.service.ask('PATCH', `/contacts/${contact.id}`, { body: { data: { conformance: null } } })
      expect(await membersOf(id)).toEqual([])
    })

    it('counts its members', async () => {
      const tag = uniqueName('tag')
      for (let at = 0; at < 3; at++) await make.contact(the.service, { data: { conformance: tag } })
      const { id } = await make.segment(the.service, { condition: conditionOn(tag) })
      const found = await until(
        () => get(id),
        ({ memberCount }) => memberCount === undefined || memberCount === 3,
      )
      expect(found.memberCount ?? 3).toBe(3)
    })
  })

  describe('PATCH /segments/:id', () => {
    it('changes what is said and nothing else', async () => {
      const made = await make.segment(the.service, { description: 'Before' })
      const changed = recordOf(await patch(made.id, { description: 'After' }), segmentSchema)
      expect(changed).toMatchObject({ id: made.id, name: made.name, description: 'After', type: 'DYNAMIC' })
      expect((await get(made.id)).condition).toEqual(made.condition)
    })

    it('changes the condition, and so the members', async () => {
      const tag = uniqueName('tag')
      const contact = await make.contact(the.service, { data: { conformance: tag } })
      const { id } = await make.segment(the.service)
      await patch(id, { condition: conditionOn(tag) })
      expect(await membersOf(id)).toEqual([contact.email])
    })

    it.each([
      ['an empty name', { name: '' }, 'name'],
      ['a malformed condition', { condition: { logic: 'AND' } }, 'condition.groups'],
      ['trackMembership as a number', { trackMembership: 1 }, 'trackMembership'],
    ])('refuses %s with 422', async (_what, body, field) => {
      const { id } = await make.segment(the.service)
      expectRefusal(the, await patch(id, body), 'VALIDATION_ERROR', field)
    })
  })

  it('DELETE /segments/:id deletes the segment, not its members', async () => {
    const { id } = await make.staticSegment(the.service)
    const contact = await make.contact(the.service)
    await the.service.ask('POST', `/segments/${id}/members`, { body: { emails: [contact.email] } })
    expect([200, 204]).toContain((await the.service.ask('DELETE', `/segments/${id}`)).status)
    expectRefusal(the, await the.service.ask('GET', `/segments/${id}`), 'RESOURCE_NOT_FOUND')
    expectRefusal(the, await the.service.ask('GET', `/segments/${id}/contacts`), 'RESOURCE_NOT_FOUND')
    expectRefusal(the, await the.service.ask('DELETE', `/segments/${id}`), 'RESOURCE_NOT_FOUND')
    expect((await the.service.ask('GET', `/contacts/${contact.id}`)).status).toBe(200)
  })

  it('GET lists segments as they are read one by one', async () => {
    const made = await make.segment(the.service)
    const listed = (await readAll(the.service, lists.segments)).find(({ id }) => id === made.id)
    expect(listed).toMatchObject({ id: made.id, name: made.name, type: 'DYNAMIC' })
  })

  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/contacts'],
    ['POST', '/members'],
    ['DELETE', '/members'],
  ])('%s /segments/:id%s of an unknown id is 404', async (method, rest) => {
    for (const id of [nobody, 'seg_0000000000', 'nonsense', '1']) {
      const body = rest === '/members' ? { emails: ['a@example.com'] } : method === 'PATCH' ? {} : undefined
      const answer = await the.service.ask(method, `/segments/${id}${rest}`, { body })
      expectRefusal(the, answer, 'RESOURCE_NOT_FOUND')
    }
  })
})
