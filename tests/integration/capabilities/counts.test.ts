import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CountDifference } from '../../../src-shared/bridge/capabilities'
import type { FilterCondition } from '../../../src-shared/interface/filter'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { startDeployedService, type DeployedService } from '../../fixtures/deployed-service/start'
import { knownOf } from '../../fixtures/on-service'
import { until } from '../../fixtures/until'

/** Counts of the console beside those of the service for the same people. */

let service: DeployedService
let core: TestCore
beforeEach(async () => {
  service = await startDeployedService()
  service.seed(40, (at) => ({ subscribed: at % 4 !== 0, data: { plan: at % 2 === 0 ? 'pro' : 'free' } }))
  core = await startCore({ asksUnbidden: true })
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  await settled(core.bridge)
})
afterEach(async () => {
  await core.close()
  await service.stop()
})

const pro: FilterCondition = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }],
}

async function segmentOf(condition: FilterCondition): Promise<string> {
  const made = { name: 'Pro', description: '', trackMembership: false, condition }
  return (await core.bridge.segments.create(made)).id
}
async function draft(type: 'MARKETING' | 'HEADLESS'): Promise<string> {
  const mail = {
    subject: 'Light',
    body: '<p>Light</p>',
    from: 'keeper@example.com',
    fromName: '',
    replyTo: '',
    type,
  }
  const made = { name: 'Lamp room', description: '', mail, audience: { kind: 'all' as const } }
  return (await core.bridge.campaigns.create(made)).id
}
async function readAgain(): Promise<void> {
  await core.bridge.sync.start({ mode: 'full' })
  await settled(core.bridge)
}
const differences = (enough: (found: CountDifference[]) => boolean) =>
  until(async () => (await knownOf(core.bridge, () => true)).differences, enough)

it('that agree are not remembered', async () => {
  const id = await segmentOf(pro)
  const campaign = await draft('HEADLESS')
  await readAgain()
  expect(await core.bridge.capabilities.compare({ kind: 'segment', id })).toBeNull()
  expect(await core.bridge.capabilities.compare({ kind: 'campaign', id: campaign })).toBeNull()
  expect((await knownOf(core.bridge)).differences).toEqual([])
})

it('are each answered, however many ask for the same at once', async () => {
  const id = await segmentOf(pro)
  await readAgain()
  const of = { kind: 'segment', id } as const
  const asked = Array.from({ length: 8 }, () => core.bridge.capabilities.compare(of))
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 8 }, () => null))
})

it('of a segment that the service keeps for minutes: both, and why', async () => {
  const id = await segmentOf(pro)
  await readAgain()
  service.seed(6, (at) => ({ email: `late.${at}@example.com`, data: { plan: 'pro' } }))
  await readAgain()
  const [found] = await differences((all) => all.length > 0)
  expect(found).toMatchObject({
    of: { kind: 'segment', id },
    name: 'Pro',
    here: 26,
    there: 20,
    reason: 'kept',
  })
  expect(await core.bridge.capabilities.compare({ kind: 'segment', id })).toEqual(found)
})

it('of a draft: the service counted when it was saved', async () => {
  const id = await draft('MARKETING')
  await readAgain()
  service.seed(5, (at) => ({ email: `late.${at}@example.com`, subscribed: true }))
  await readAgain()
  const found = await core.bridge.capabilities.compare({ kind: 'campaign', id })
  expect(found).toMatchObject({ name: 'Lamp room', here: 35, there: 30, reason: 'saved' })
  expect(found?.countedAt).toBe(Date.parse(service.state.campaigns.get(id)?.updatedAt ?? ''))
})

it('of contacts: how many more the service has, once it was asked', async () => {
  await knownOf(core.bridge)
  service.seed(3, (at) => ({ email: `late.${at}@example.com` }))
  await core.bridge.capabilities.ask()
  const [found] = await differences((all) => all.length > 0)
  expect(found).toMatchObject({ of: { kind: 'contacts' }, here: 40, there: 43, reason: 'coming' })
  // Reading them is what makes an end of it.
  await readAgain()
  expect(await differences((all) => all.length === 0)).toEqual([])
})

it('are forgotten with their segment', async () => {
  const id = await segmentOf(pro)
  await readAgain()
  service.seed(6, (at) => ({ email: `late.${at}@example.com`, data: { plan: 'pro' } }))
  await readAgain()
  await differences((all) => all.length === 1)
  service.state.segments.delete(id)
  await readAgain()
  expect(await differences((all) => all.length === 0)).toEqual([])
})
