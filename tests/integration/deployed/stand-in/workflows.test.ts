import { describe, expect, it } from 'vitest'
import type { DeployedService } from '../../../fixtures/deployed-service/start'
import { call, started, textAt } from './calls'

async function made(service: DeployedService, body: object = {}): Promise<string> {
  const whole = { name: 'Welcome', eventName: 'signup', enabled: true, ...body }
  return textAt((await call(service, 'POST /workflows', whole)).body, 'id')
}

async function step(service: DeployedService, id: string, type: string, more: object = {}): Promise<string> {
  const body = { type, name: type, position: { x: 0, y: 0 }, config: {}, ...more }
  return textAt((await call(service, `POST /workflows/${id}/steps`, body)).body, 'id')
}

const typesOf = (service: DeployedService) => [...service.state.steps.values()].map(({ type }) => type)

describe('steps and transitions (deployed.md section 7)', () => {
  it('takes everything downstream along with a step of the middle in spring', async () => {
    const service = await started({ generation: 'spring' })
    const id = await made(service)
    const first = await step(service, id, 'DELAY')
    await step(service, id, 'EXIT')
    await call(service, `DELETE /workflows/${id}/steps/${first}?splice=true`)
    expect(typesOf(service)).toEqual(['TRIGGER'])
    expect(service.state.transitions.size).toBe(0)
  })

  it('refuses none of them in spring', async () => {
    const service = await started({ generation: 'spring' })
    const id = await made(service)
    const exit = await step(service, id, 'EXIT')
    const way = { fromStepId: exit, toStepId: exit }
    expect((await call(service, `POST /workflows/${id}/transitions`, way)).status).toBe(201)
  })
})
