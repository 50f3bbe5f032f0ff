import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { startDeployedService, type DeployedService } from '../../fixtures/deployed-service/start'
import { until } from '../../fixtures/until'

/** Fields of contacts and names of events: what uses them, and deleting them at a deployed service. */

let service: DeployedService
let core: TestCore
beforeEach(async () => {
  service = await startDeployedService()
  service.seed(6, (at) => ({
    data: { city: 'Oslo', ...(at % 2 === 0 ? { plan: 'pro' } : {}) } as Record<string, string>,
  }))
  const [first = '', second = ''] = service.state.contacts.all().map(({ id }) => id)
  for (const contactId of [first, first, second]) service.addEvent({ name: 'signed_up', contactId })
  service.addEvent({ name: 'login', contactId: first })
  core = await startCore()
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  await settled(core.bridge)
})
afterEach(async () => {
  await core.close()
  await service.stop()
})

const segmentOf = (filter: { field: string; operator: 'exists' | 'triggered' }) =>
  core.bridge.segments.create({
    name: 'Some',
    description: '',
    trackMembership: false,
    condition: { logic: 'AND', groups: [{ filters: [filter] }] },
  })
const named = (list: { names: { name: string; count: number }[] }) =>
  list.names.map(({ name, count }) => `${name} ${count}`)

describe('fields of contacts', () => {
  it('are listed with how many have them and what asks for them', async () => {
    await segmentOf({ field: 'data.plan', operator: 'exists' })
    const list = await core.bridge.names.fields()
    expect(named(list)).toEqual(['city 6', 'plan 3'])
    expect(list.total).toBe(6)
    expect(list.names[1]?.usedBy).toMatchObject([{ kind: 'segment', name: 'Some' }])
  })

  it('are asked for by templates and drafts, in tags of Liquid too', async () => {
    service.state.domains.forEach((domain) => (domain.verified = true))
    const domain = [...service.state.domains.values()][0]?.domain ?? ''
    await core.bridge.templates.create({
      name: 'Hello',
      subject: '{% if plan %}a{% endif %}',
      body: '<p>{{ data.city | upcase }}</p>',
      type: 'MARKETING',
      from: `a@${domain}`,
    })
    const { names } = await core.bridge.names.fields()
    expect(names.map(({ usedBy }) => usedBy.map(({ name }) => name))).toEqual([['Hello'], ['Hello']])
  })

  it('are taken from everybody where nothing uses them and the key was typed', async () => {
    await expect(core.bridge.names.removeField({ name: 'plan', typed: 'Plan' })).rejects.toMatchObject({
      data: { code: 'input_invalid' },
    })
    expect(await core.bridge.names.removeField({ name: 'plan', typed: 'plan' })).toEqual({ count: 3 })
    expect(service.state.contacts.all().some(({ data }) => data !== null && 'plan' in data)).toBe(false)
    const list = await until(
      () => core.bridge.names.fields(),
      ({ names }) => names.every(({ name }) => name !== 'plan'),
    )
    expect(named(list)).toEqual(['city 6'])
  })

  it('stay where something uses them, and that is said by its name', async () => {
    await segmentOf({ field: 'data.plan', operator: 'exists' })
    await expect(core.bridge.names.removeField({ name: 'plan', typed: 'plan' })).rejects.toMatchObject({
      data: { code: 'conflict', why: expect.stringContaining('“Some”') },
    })
    expect(service.requests.some(({ method, path }) => method === 'DELETE' && path.includes('fields'))).toBe(
      false,
    )
  })
})

describe('names of events', () => {
  it('are listed with how many there are and what asks for them', async () => {
    await segmentOf({ field: 'login', operator: 'triggered' })
    await core.bridge.workflows.create({
      name: 'Welcome',
      eventName: 'signed_up',
      description: '',
      allowReentry: false,
    })
    const list = await core.bridge.names.events()
    expect(named(list)).toEqual(['signed_up 3', 'login 1'])
    expect(list.names.map(({ usedBy }) => usedBy.map(({ name }) => name))).toEqual([['Welcome'], ['Some']])
  })

  it('go with all their events, at the service and in the copy', async () => {
    expect(await core.bridge.names.removeEvents({ name: 'signed_up', typed: 'signed_up' })).toEqual({
      count: 3,
    })
    expect(service.state.events.all().map(({ name }) => name)).toEqual(['login'])
    expect(named(await core.bridge.names.events())).toEqual(['login 1'])
    const { count } = await core.bridge.events.page({
      query: { names: [], contactId: null, from: null, to: null, search: '' },
      slice: { offset: 0, limit: 10 },
    })
    expect(count).toBe(1)
  })
})
