import { afterEach, expect, it } from 'vitest'
import { profileFor, settled, startCore, stateOf, type TestCore } from '../../fixtures/core'
import { startDeployedService, type DeployedService } from '../../fixtures/deployed-service/start'
import { knownOf } from '../../fixtures/on-service'

let service: DeployedService
let core: TestCore
afterEach(async () => {
  await core.close()
  await service.stop()
})

it('the first copy does not wait for the questions', async () => {
  service = await startDeployedService()
  service.seed(250)
  let goOn: () => void = () => undefined
  const held = new Promise<void>((resolve) => (goOn = resolve))
  // No question is answered before the copy is there.
  service.faults = ({ path }) =>
    path === '/postroom-asks' ? { do: 'hold', when: 'before', until: held } : null
  core = await startCore({ asksUnbidden: true })
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  const state = await settled(core.bridge)
  expect(stateOf(state, 'contacts').rows).toBe(250)
  expect((await knownOf(core.bridge, () => true)).askedAt).toBeNull()
  goOn()
  expect((await knownOf(core.bridge)).failed).toBe(0)
})

it('a limit of the rate ends the questions, and leaves open what was not asked', async () => {
  service = await startDeployedService()
  service.seed(10)
  service.faults = ({ path }) =>
    path === '/contacts/lookup' ? { do: 'answer', status: 429, headers: { 'Retry-After': '1' } } : null
  core = await startCore({ asksUnbidden: true })
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  const known = await knownOf(core.bridge)
  const states = Object.fromEntries(known.capabilities.map(({ key, state }) => [key, state]))
  expect(states).toMatchObject({ bulk: 'can', lookup: 'notAsked', verify: 'notAsked', trackKey: 'notAsked' })
  expect(known.failed).toBe(1)
})
