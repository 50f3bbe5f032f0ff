import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Filter, FilterCondition, FilterOperator } from '../../../src-shared/interface/filter'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { startDeployedService, type DeployedService } from '../../fixtures/deployed-service/start'
import { seeded } from '../../fixtures/seeded'
import { until } from '../../fixtures/until'
import { enterVerdicts, reviewed } from '../campaigns/undeliverable-people'

/** Conditions, counted by the console over its copy and by a deployed service over its own data. */

// Each condition is a segment that is made and copied.
vi.setConfig({ testTimeout: 120_000 })

const people = 240
const day = 86_400_000

let service: DeployedService
let core: TestCore
beforeEach(async () => {
  service = await startDeployedService()
  seedOddPeople()
  core = await startCore()
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  await settled(core.bridge)
})
afterEach(async () => {
  await core.close()
  await service.stop()
})

const plans = [
  'pro',
  'PRO',
  'Pro ',
  '',
  5,
  '5',
  '5.0',
  0,
  false,
  true,
  'true',
  null,
  ['pro'],
  { of: 'pro' },
] as const
const dates = [
  '2026-11-20',
  '2026-11-20T00:00:00.000Z',
  '2026-11-20T23:59:59.999Z',
  '2026-11-21T00:00:00Z',
  'soon',
] as const

/** People whose data hold a value of each kind, or none, and who did something or did not. */
function seedOddPeople(): void {
  const random = seeded(13)
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * (from.length + 1))]
  const now = Date.now()
  const seeds = service.seed(people, (at) => {
    const values = { plan: pick(plans), since: pick(dates), address: { city: pick(['Oslo', 'oslo', 7]) } }
    return {
      email: `Person.${at}@Example${at % 3}.com`.toLowerCase(),
      subscribed: random() < 0.8,
      data: JSON.parse(JSON.stringify(values)),
      createdAt: new Date(now - Math.floor(random() * 60) * day).toISOString(),
    }
  })
  for (const { id } of seeds) {
    if (random() < 0.4) {
      const createdAt = new Date(now - Math.floor(random() * 40) * day - 60_000).toISOString()
      service.addEvent({ contactId: id, name: 'lamp_lit', createdAt })
    }
  }
}

const one = (...filters: Filter[]): FilterCondition => ({ logic: 'AND', groups: [{ filters }] })
const ask = (
  field: string,
  operator: FilterOperator,
  value?: Filter['value'],
  unit?: Filter['unit'],
): Filter => ({
  field,
  operator,
  ...(value !== undefined && { value }),
  ...(unit && { unit }),
})

/** Makes a segment of a condition; answers what the console counts, and what the service does. */
async function counted(condition: FilterCondition, name = JSON.stringify(condition).slice(0, 200)) {
  const { segments } = core.bridge
  const here = await segments.count({ condition, asker: 'test' })
  const made = await segments.create({ name, description: '', trackMembership: false, condition })
  const held = service.state.segments.get(made.id)
  return { id: made.id, here: here.count, gaps: here.gaps, there: held?.memberCount, held, made }
}

describe('a condition', () => {
  it.each<[string, FilterCondition]>([
    ['a text in its case', one(ask('data.plan', 'equals', 'pro'))],
    ['another than a text', one(ask('data.plan', 'notEquals', 'pro'))],
    ['a number', one(ask('data.plan', 'equals', 5))],
    ['a text that writes a number', one(ask('data.plan', 'equals', '5'))],
    ['a boolean', one(ask('data.plan', 'equals', false))],
    ['a part of a text', one(ask('data.plan', 'contains', 'ro'))],
    ['no such part', one(ask('data.plan', 'notContains', 'ro'))],
    ['more than a number', one(ask('data.plan', 'greaterThan', 1))],
    ['a field that is there', one(ask('data.plan', 'exists'))],
    ['a field that is not there', one(ask('data.plan', 'notExists'))],
    ['a key within another', one(ask('data.address.city', 'equals', 'Oslo'))],
    ['a day', one(ask('data.since', 'equals', '2026-11-20'))],
    ['after a day', one(ask('data.since', 'greaterThan', '2026-11-20'))],
    ['lately', one(ask('data.since', 'within', 3, 'days'))],
    ['an address in any case', one(ask('email', 'contains', 'EXAMPLE1'))],
    ['who is subscribed', one(ask('subscribed', 'equals', true))],
    ['who is not subscribed', one(ask('subscribed', 'notEquals', true))],
    ['when it was made', one(ask('createdAt', 'within', 10, 'days'))],
    ['when it was changed', one(ask('updatedAt', 'olderThan', 10, 'days'))],
    ['who did it', one(ask('lamp_lit', 'triggered'))],
    ['who never did it', one(ask('lamp_lit', 'notTriggered'))],
    ['who did it lately', one(ask('lamp_lit', 'triggeredWithin', 10, 'days'))],
    ['who did it, and not lately', one(ask('lamp_lit', 'triggeredOlderThan', 10, 'days'))],
    ['who did it not lately, or never', one(ask('lamp_lit', 'notTriggeredWithin', 10, 'days'))],
  ])('of %s is taken, and counted as the service counts', async (_, condition) => {
    const { here, there, gaps } = await counted(condition)
    expect(gaps).toEqual([])
    expect(here).toBe(there)
  })

  it('that names segments and nests is written as the service reads it, and read back as it was written', async () => {
    const lit = await counted(one(ask('lamp_lit', 'triggered')), 'Lit')
    await settled(core.bridge)
    const condition: FilterCondition = {
      logic: 'OR',
      groups: [
        { filters: [ask('segment', 'memberOfSegment', lit.id), ask('data.plan', 'exists')] },
        {
          filters: [ask('segment', 'notMemberOfSegment', lit.id)],
          conditions: one(ask('data.plan', 'equals', 'PRO')),
        },
      ],
    }
    await core.bridge.sync.start({ mode: 'full', resource: 'segments' })
    await settled(core.bridge)
    const { here, there, held, made } = await counted(condition)
    expect(here).toBe(there)
    expect(JSON.stringify(held?.condition)).toContain(`"field":"segment.${lit.id}"`)
    expect(made.condition).toEqual(condition)
    await core.bridge.sync.start({ mode: 'full', resource: 'segments' })
    await settled(core.bridge)
    expect((await core.bridge.segments.get({ id: made.id })).condition).toEqual(condition)
  })

  it.each([1, 2])('that is made at random is counted as the service counts, seed %i', async (seed) => {
    const random = seeded(seed)
    const pick = <T>(from: readonly [T, ...T[]]): T => from[Math.floor(random() * from.length)] ?? from[0]
    const operators = [
      'equals',
      'notEquals',
      'contains',
      'notContains',
      'exists',
      'notExists',
      'greaterThan',
      'lessThan',
      'within',
      'olderThan',
    ] as const
    const random1 = (): Filter => {
      const operator = pick(operators)
      const field = pick(['data.plan', 'data.since', 'data.address.city', 'data.address'])
      if (operator === 'exists' || operator === 'notExists') return ask(field, operator)
      if (operator === 'within' || operator === 'olderThan')
        return ask(field, operator, pick([0, 3, 30]), 'days')
      if (operator === 'contains' || operator === 'notContains')
        return ask(field, operator, pick(['', 'ro', 'RO', '5', '2026', 'so']))
      if (operator === 'greaterThan' || operator === 'lessThan')
        return ask(field, operator, pick([0, 5, 7, '5', '2026-11-20']))
      return ask(
        field,
        operator,
        pick([
          'pro',
          'PRO',
          '',
          '5',
          5,
          0,
          true,
          false,
          'true',
          'Oslo',
          '2026-11-20',
          '2026-11-21T10:00:00Z',
        ]),
      )
    }
    for (let round = 0; round < 60; round++) {
      const condition: FilterCondition = {
        logic: pick(['AND', 'OR']),
        groups: Array.from({ length: 1 + Math.floor(random() * 2) }, () => ({
          filters: Array.from({ length: 1 + Math.floor(random() * 2) }, random1),
        })),
      }
      const { here, there } = await counted(condition, `Round ${round}`)
      expect(here, JSON.stringify(condition)).toBe(there)
    }
  })
})

describe('a static segment', () => {
  it('says who came, apart from who was there, though the service counts both', async () => {
    const { segments } = core.bridge
    const { id } = await segments.create({
      name: 'Named',
      description: '',
      trackMembership: false,
      condition: null,
    })
    const emails = service.state.contacts
      .all()
      .slice(0, 12)
      .map(({ email }) => email)
    const add = (some: string[]) => segments.add({ id, text: some.join('\n'), createMissing: false })
    expect(await add(emails.slice(0, 5))).toMatchObject({ changed: 5, already: 0 })
    expect(await add([...emails, 'nobody@lamp-room.example'])).toMatchObject({
      sent: 13,
      changed: 7,
      already: 5,
      notFound: ['nobody@lamp-room.example'],
    })
  })
})

describe('the audience of a campaign', () => {
  async function draft(condition: FilterCondition | null) {
    const mail = {
      subject: 'The lamp',
      body: '<p>Hello</p><p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>',
      from: `news@${[...service.state.domains.values()][0]?.domain ?? 'lamp-room.example'}`,
      fromName: '',
      replyTo: '',
      type: 'TRANSACTIONAL' as const,
    }
    const audience =
      condition === null ? ({ kind: 'all' } as const) : ({ kind: 'condition', condition } as const)
    return core.bridge.campaigns.create({ name: 'Lamp', description: '', mail, audience })
  }

  it('of a condition is as many as the service says', async () => {
    const { id } = await draft(one(ask('lamp_lit', 'triggered'), ask('data.plan', 'notEquals', 'pro')))
    const there = service.state.campaigns.get(id)?.totalRecipients
    expect(there).toBeGreaterThan(0)
    expect((await reviewed(core.bridge, id)).audience.members).toBe(there)
  })

  it('leaves undeliverable people out', async () => {
    const { id } = await draft(null)
    const gone = service.state.contacts
      .all()
      .filter(({ subscribed }) => subscribed)
      .slice(0, 7)
      .map(({ email }) => email)
    await enterVerdicts(core.bridge, 'undeliverable', gone)
    const { basis } = await core.bridge.campaigns.get({ id })
    const done = await core.bridge.campaigns.leaveOut({ id, basis, of: 'undeliverable' })
    expect(done).toMatchObject({ added: 7, refused: 0 })
    const there = service.state.campaigns.get(id)
    expect(there).toMatchObject({ audienceType: 'FILTERED', totalRecipients: people - 7 })
    const { audience } = await until(
      () => reviewed(core.bridge, id),
      ({ audience: { willGet } }) => willGet === people - 7,
    )
    expect(audience.undeliverableLeftOut).toBe(7)
  })
})
