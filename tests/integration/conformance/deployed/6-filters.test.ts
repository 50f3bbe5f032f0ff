import { describe, expect, it } from 'vitest'
import { call, noon, plain, textAt } from '../../deployed/stand-in/calls'
import { type Candidate, type Subject, subjects } from './subjects'

const day = 86_400_000
const ago = (ms: number) => new Date(noon - ms).toISOString()

type Filter = [field: string, operator: string, value?: unknown, unit?: string]
const filterOf = ([field, operator, value, unit]: Filter) => ({ field, operator, value, unit })
const of = (...filters: Filter[]) => ({ logic: 'AND', groups: [{ filters: filters.map(filterOf) }] })

/** Ada, Bo and Cy, of whom each has something that the others lack. */
async function three(candidate: Candidate): Promise<Subject> {
  const service = await candidate.open()
  const cy = { email: 'cy@other.example', createdAt: ago(20 * day) }
  const bo = {
    email: 'bo@example.com',
    subscribed: false,
    data: { plan: 'pro', age: '5', since: '2026-08-01T10:00:00.000Z', gone: null },
    createdAt: ago(10 * day),
  }
  const ada = {
    email: 'ada@example.com',
    data: { plan: 'Pro', age: 5, city: '', of: { team: 'blue' }, since: '2026-08-01' },
    createdAt: ago(day / 2),
    updatedAt: ago(0),
  }
  await service.add(cy)
  const { id: boId } = await service.add(bo)
  const { id: adaId } = await service.add(ada)
  await service.addEvent({ contactId: boId, name: 'login', createdAt: ago(9 * day) })
  await service.addEvent({ contactId: adaId, name: 'login', createdAt: ago(day / 2) })
  const mail = { subject: 'Hi', body: 'Hi', from: 'news@example.com' }
  await call(service, 'POST /v1/send', { ...mail, to: 'ada@example.com' })
  await service.advance(1000)
  await service.settle('open', 1)
  return service
}

/** The first letters of those for whom a condition holds. */
async function whoOf(service: Subject, condition: unknown): Promise<string> {
  const made = await call(service, 'POST /segments', { name: 'Asked', condition })
  expect(made).toMatchObject({ status: 201, body: { condition: expect.anything() } })
  expect(textAt(made.body, 'condition', 'logic')).toBe(Reflect.get(Object(condition), 'logic'))
  const { body } = await call(service, `GET /segments/${textAt(made.body, 'id')}/contacts`)
  const letters = [...JSON.stringify(body).matchAll(/"email":"(\w)/g)].map(([, letter]) => letter)
  return letters.sort().join('')
}

describe.each(subjects)('$name', (candidate) => {
  describe('filters (deployed.md section 6)', () => {
    it.each<[says: string, filter: Filter, who: string]>([
      ['email equals in any case', ['email', 'equals', 'ADA@example.com'], 'a'],
      ['email notEquals', ['email', 'notEquals', 'ADA@example.com'], 'bc'],
      ['email contains in any case', ['email', 'contains', 'EXAMPLE.com'], 'ab'],
      ['email notContains', ['email', 'notContains', 'EXAMPLE.com'], 'c'],
      ['subscribed equals true', ['subscribed', 'equals', true], 'ac'],
      ['the text "true" as false', ['subscribed', 'equals', 'true'], 'b'],
      ['createdAt equals as a day of UTC', ['createdAt', 'equals', '2026-09-01'], 'a'],
      ['createdAt notEquals', ['createdAt', 'notEquals', '2026-09-01T23:00:00Z'], 'bc'],
      ['createdAt lessThan', ['createdAt', 'lessThan', '2026-09-01'], 'bc'],
      ['createdAt within', ['createdAt', 'within', 11, 'days'], 'ab'],
      ['createdAt olderThan', ['createdAt', 'olderThan', 11, 'days'], 'c'],
      ['updatedAt within', ['updatedAt', 'within', 13, 'hours'], 'a'],
      ['data equals case by case', ['data.plan', 'equals', 'pro'], 'b'],
      ['data equals type by type', ['data.age', 'equals', 5], 'a'],
      ['data notEquals, never of what is missing', ['data.plan', 'notEquals', 'pro'], 'a'],
      ['data contains case by case', ['data.plan', 'contains', 'ro'], 'ab'],
      ['data notContains, never of what is missing', ['data.plan', 'notContains', 'P'], 'b'],
      ['data greaterThan of the same type', ['data.age', 'greaterThanOrEqual', 5], 'a'],
      ['data lessThan of texts', ['data.age', 'lessThan', '6'], 'b'],
      ['an order of texts that write nothing', ['data.plan', 'greaterThan', 'a'], 'b'],
      ['an empty text as existing', ['data.city', 'exists'], 'a'],
      ['null as missing', ['data.gone', 'notExists'], 'abc'],
      ['a path into objects', ['data.of.team', 'equals', 'blue'], 'a'],
      ['a day by texts, which a bare date misses', ['data.since', 'equals', '2026-08-01'], 'b'],
      ['event triggered', ['event.login', 'triggered'], 'ab'],
      ['event notTriggered', ['event.login', 'notTriggered'], 'c'],
      ['event triggeredWithin', ['event.login', 'triggeredWithin', 1, 'days'], 'a'],
      [
        'event notTriggeredWithin, of who never did it too',
        ['event.login', 'notTriggeredWithin', 1, 'days'],
        'bc',
      ],
      ['event triggeredOlderThan', ['event.login', 'triggeredOlderThan', 1, 'days'], 'b'],
      ['email.opened', ['email.opened', 'triggered'], 'a'],
      ['email.opened notTriggered', ['email.opened', 'notTriggered'], 'bc'],
      ['email.open by its short name', ['email.open', 'triggeredWithin', 1, 'days'], 'a'],
    ])('understands %s', async (_says, filter, who) => {
      expect(await whoOf(await three(candidate), of(filter))).toBe(who)
    })

    it('joins filters of a group by AND and groups by the logic, as deep as they go', async () => {
      const service = await three(candidate)
      const mail: Filter = ['email', 'contains', 'example.com']
      const left: Filter = ['subscribed', 'equals', false]
      const cy: Filter = ['email', 'contains', 'cy']
      expect(await whoOf(service, of(mail, left))).toBe('b')
      const either = {
        logic: 'OR',
        groups: [{ filters: [filterOf(mail)], conditions: of(left) }, { filters: [filterOf(cy)] }],
      }
      expect(await whoOf(service, either)).toBe('bc')
      let deep: unknown = either
      for (let level = 0; level < 12; level++) deep = { logic: 'AND', groups: [{ conditions: deep }] }
      expect(await whoOf(service, deep)).toBe('bc')
    })

    it('asks a segment by its condition, a static one by who was put into it', async () => {
      const service = await three(candidate)
      const condition = of(['data.of.team', 'equals', 'blue'])
      const blue = textAt((await call(service, 'POST /segments', { name: 'Blue', condition })).body, 'id')
      expect(await whoOf(service, of([`segment.${blue}`, 'memberOfSegment']))).toBe('a')
      expect(await whoOf(service, of([`segment.${blue}`, 'notMemberOfSegment']))).toBe('bc')
      const picked = textAt((await call(service, 'POST /segments', { name: 'P', type: 'STATIC' })).body, 'id')
      await call(service, `POST /segments/${picked}/members`, { emails: ['cy@other.example'] })
      expect(await whoOf(service, of([`segment.${picked}`, 'memberOfSegment']))).toBe('c')
    })

    it('asks a tracked segment by what was last computed', async () => {
      const service = await three(candidate)
      const body = { name: 'All', condition: of(['email', 'contains', '@']), trackMembership: true }
      const all = textAt((await call(service, 'POST /segments', body)).body, 'id')
      expect(await whoOf(service, of([`segment.${all}`, 'memberOfSegment']))).toBe('')
      await call(service, `POST /segments/${all}/compute`)
      expect(await whoOf(service, of([`segment.${all}`, 'memberOfSegment']))).toBe('abc')
    })

    it.each<[string, unknown]>([
      ['no group', { logic: 'AND', groups: [] }],
      ['no logic', { groups: of(['email', 'equals', 'a']).groups }],
      ['a group of nothing', { logic: 'AND', groups: [{ filters: [] }] }],
      ['no value', of(['email', 'equals'])],
      ['no unit', of(['createdAt', 'within', 5])],
      ['an unknown field', of(['name', 'equals', 'Ada'])],
      ['an event by its bare name', of(['login', 'triggered'])],
      ['an unknown activity', of(['email.liked', 'triggered'])],
      ['an operator that is not of the field', of(['subscribed', 'contains', 't'])],
      ['exists of an address', of(['email', 'exists'])],
      ['no object', 'data.plan equals pro'],
      ['a group that is no object', { logic: 'AND', groups: ['plan'] }],
      ['filters that are no list', { logic: 'AND', groups: [{ filters: 'plan' }] }],
      ['a filter without an operator', { logic: 'AND', groups: [{ filters: [{ field: 'email' }] }] }],
      ['a span that is no number', of(['createdAt', 'within', '5', 'days'])],
      ['an address that is no text', of(['email', 'equals', 5])],
      ['a time that is no date', of(['createdAt', 'equals', 'soon'])],
      ['a time that is a number', of(['updatedAt', 'greaterThan', noon])],
      ['an unknown segment', of(['segment.nothing', 'memberOfSegment'])],
    ])('refuses %s', async (_says, condition) => {
      expect(await call(await candidate.open(), 'POST /segments', { name: 'New', condition })).toMatchObject(
        plain(400),
      )
    })
  })
})
