import { describe, expect, it } from 'vitest'
import type { DeployedService } from '../../../fixtures/deployed-service/start'
import { call, noon, plain, started } from './calls'

const day = 86_400_000
const ago = (ms: number) => new Date(noon - ms).toISOString()

interface Filter {
  field: string
  operator: string
  value?: unknown
  unit?: string
}

const of = (...filters: Filter[]) => ({ logic: 'AND', groups: [{ filters }] })

/** Ada, Bo and Cy, of whom each has something that the others lack. */
async function three(service: DeployedService) {
  const ada = service.add({
    email: 'ada@example.com',
    data: { plan: 'Pro', age: 5, city: '', of: { team: 'blue' }, since: '2026-08-01' },
    createdAt: ago(day / 2),
    updatedAt: ago(0),
  })
  const bo = service.add({
    email: 'bo@example.com',
    subscribed: false,
    data: { plan: 'pro', age: '5', since: '2026-08-01T10:00:00.000Z', gone: null },
    createdAt: ago(10 * day),
  })
  service.add({ email: 'cy@other.example', createdAt: ago(20 * day) })
  service.addEvent({ contactId: ada.id, name: 'login', createdAt: ago(day / 2) })
  service.addEvent({ contactId: bo.id, name: 'login', createdAt: ago(9 * day) })
  await call(service, 'POST /segments', {
    name: 'Blue',
    condition: of({ field: 'data.of.team', operator: 'equals', value: 'blue' }),
  })
}

/** The first letters of those for whom a condition holds. */
async function whoOf(service: DeployedService, condition: unknown): Promise<string> {
  const made = await call(service, 'POST /segments', { name: 'Asked', condition })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  const [segment] = [...service.state.segments.values()].reverse()
  const { body } = await call(service, `GET /segments/${segment?.id}/contacts`)
  const emails = [...JSON.stringify(body).matchAll(/"email":"(\w)/g)].map(([, letter]) => letter)
  return emails.sort().join('')
}

describe('filters (deployed.md section 6)', () => {
  it.each<[string, Filter, string]>([
    ['email equals in any case', { field: 'email', operator: 'equals', value: 'ADA@example.com' }, 'a'],
    ['email notEquals', { field: 'email', operator: 'notEquals', value: 'ADA@example.com' }, 'bc'],
    ['email contains in any case', { field: 'email', operator: 'contains', value: 'EXAMPLE.com' }, 'ab'],
    ['email notContains', { field: 'email', operator: 'notContains', value: 'EXAMPLE.com' }, 'c'],
    ['subscribed equals true', { field: 'subscribed', operator: 'equals', value: true }, 'ac'],
    ['the text "true" as false', { field: 'subscribed', operator: 'equals', value: 'true' }, 'b'],
    [
      'createdAt equals as a day of UTC',
      { field: 'createdAt', operator: 'equals', value: '2026-09-01' },
      'a',
    ],
    [
      'createdAt notEquals',
      { field: 'createdAt', operator: 'notEquals', value: '2026-09-01T23:00:00Z' },
      'bc',
    ],
    ['createdAt lessThan', { field: 'createdAt', operator: 'lessThan', value: '2026-09-01' }, 'bc'],
    ['createdAt within', { field: 'createdAt', operator: 'within', value: 11, unit: 'days' }, 'ab'],
    ['createdAt olderThan', { field: 'createdAt', operator: 'olderThan', value: 11, unit: 'days' }, 'c'],
    ['updatedAt within', { field: 'updatedAt', operator: 'within', value: 5, unit: 'minutes' }, 'a'],
    ['data equals case by case', { field: 'data.plan', operator: 'equals', value: 'pro' }, 'b'],
    ['data equals type by type', { field: 'data.age', operator: 'equals', value: 5 }, 'a'],
    [
      'data notEquals, never of what is missing',
      { field: 'data.plan', operator: 'notEquals', value: 'pro' },
      'a',
    ],
    ['data contains case by case', { field: 'data.plan', operator: 'contains', value: 'ro' }, 'ab'],
    [
      'data notContains, never of what is missing',
      { field: 'data.plan', operator: 'notContains', value: 'P' },
      'b',
    ],
    [
      'data greaterThan of the same type',
      { field: 'data.age', operator: 'greaterThanOrEqual', value: 5 },
      'a',
    ],
    ['data lessThan of texts', { field: 'data.age', operator: 'lessThan', value: '6' }, 'b'],
    ['an empty text as existing', { field: 'data.city', operator: 'exists' }, 'a'],
    ['null as missing', { field: 'data.gone', operator: 'notExists' }, 'abc'],
    ['a path into objects', { field: 'data.of.team', operator: 'equals', value: 'blue' }, 'a'],
    [
      'a day by texts, which a bare date misses',
      { field: 'data.since', operator: 'equals', value: '2026-08-01' },
      'b',
    ],
    ['event triggered', { field: 'event.login', operator: 'triggered' }, 'ab'],
    ['event notTriggered', { field: 'event.login', operator: 'notTriggered' }, 'c'],
    [
      'event triggeredWithin',
      { field: 'event.login', operator: 'triggeredWithin', value: 1, unit: 'days' },
      'a',
    ],
    [
      'event notTriggeredWithin, of who never did it too',
      { field: 'event.login', operator: 'notTriggeredWithin', value: 1, unit: 'days' },
      'bc',
    ],
    [
      'event triggeredOlderThan',
      { field: 'event.login', operator: 'triggeredOlderThan', value: 1, unit: 'days' },
      'b',
    ],
    ['email.opened notTriggered', { field: 'email.opened', operator: 'notTriggered' }, 'abc'],
    ['email.open by its short name', { field: 'email.open', operator: 'triggered' }, ''],
  ])('understands %s', async (_says, filter, who) => {
    const service = await started()
    await three(service)
    expect(await whoOf(service, of(filter))).toBe(who)
  })

  it('joins filters of a group by AND and groups by the logic, as deep as they go', async () => {
    const service = await started()
    await three(service)
    const mail = { field: 'email', operator: 'contains', value: 'example.com' }
    const left = { field: 'subscribed', operator: 'equals', value: false }
    const cy = { field: 'email', operator: 'contains', value: 'cy' }
    expect(await whoOf(service, of(mail, left))).toBe('b')
    const either = { logic: 'OR', groups: [{ filters: [mail], conditions: of(left) }, { filters: [cy] }] }
    expect(await whoOf(service, either)).toBe('bc')
    expect(await whoOf(service, { logic: 'AND', groups: [{ filters: [], conditions: either }] })).toBe('bc')
  })

  it('asks a segment by its condition, and a static one by who was put into it', async () => {
    const service = await started()
    await three(service)
    const [blue] = service.state.segments.values()
    expect(await whoOf(service, of({ field: `segment.${blue?.id}`, operator: 'memberOfSegment' }))).toBe('a')
    expect(await whoOf(service, of({ field: `segment.${blue?.id}`, operator: 'notMemberOfSegment' }))).toBe(
      'bc',
    )
    await call(service, 'POST /segments', { name: 'Picked', type: 'STATIC' })
    const [picked] = [...service.state.segments.values()].reverse()
    await call(service, `POST /segments/${picked?.id}/members`, { emails: ['cy@other.example'] })
    expect(await whoOf(service, of({ field: `segment.${picked?.id}`, operator: 'memberOfSegment' }))).toBe(
      'c',
    )
  })

  it('asks a tracked segment by what was last computed', async () => {
    const service = await started()
    await three(service)
    const everybody = of({ field: 'email', operator: 'contains', value: '@' })
    await call(service, 'POST /segments', { name: 'All', condition: everybody, trackMembership: true })
    const [all] = [...service.state.segments.values()].reverse()
    const member = of({ field: `segment.${all?.id}`, operator: 'memberOfSegment' })
    expect(await whoOf(service, member)).toBe('')
    await call(service, `POST /segments/${all?.id}/compute`)
    expect(await whoOf(service, member)).toBe('abc')
  })

  it.each<[string, unknown]>([
    ['no group', { logic: 'AND', groups: [] }],
    ['no logic', { groups: [{ filters: [{ field: 'email', operator: 'equals', value: 'a' }] }] }],
    ['a group of nothing', { logic: 'AND', groups: [{ filters: [] }] }],
    ['no value', of({ field: 'email', operator: 'equals' })],
    ['no unit', of({ field: 'createdAt', operator: 'within', value: 5 })],
    ['an unknown field', of({ field: 'name', operator: 'equals', value: 'Ada' })],
    ['an event by its bare name', of({ field: 'login', operator: 'triggered' })],
    ['an unknown activity', of({ field: 'email.liked', operator: 'triggered' })],
    ['an operator that is not of the field', of({ field: 'subscribed', operator: 'contains', value: 't' })],
    ['exists of an address', of({ field: 'email', operator: 'exists' })],
    ['an unknown segment', of({ field: 'segment.nothing', operator: 'memberOfSegment' })],
  ])('refuses %s', async (_says, condition) => {
    const service = await started()
    expect(await call(service, 'POST /segments', { name: 'New', condition })).toMatchObject(plain(400))
  })
})
