import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  copyExecutions,
  day,
  definition,
  mark,
  minute,
  openForWorkflows,
  row,
  type WorkflowService,
} from './workflow-calls'

const ada = 'ada@example.com'
let service: WorkflowService

beforeEach(async () => {
  service = await openForWorkflows()
})
afterEach(async () => {
  expect(service.failures).toEqual([])
  await service.stop()
})

const create = async (...of: Parameters<typeof definition>) => (await service.create(definition(...of))).id

describe('a workflow', () => {
  const delayed = () => create(...row(['wait', 'DELAY', { amount: 1, unit: 'hours' }], mark('done')))

  it('that is disabled lets its executions stand, and go on when it is enabled again', async () => {
    const id = await delayed()
    await service.track(ada)
    await service.patch(id, { enabled: false })
    await service.clock.advance(day)
    expect(await service.executions(id)).toEqual(['WAITING wait'])
    await service.patch(id, { enabled: true })
    expect(await service.executions(id)).toEqual(['COMPLETED done'])
  })

  it('that is disabled does not hear of events', async () => {
    const id = await create([['wait', 'WAIT_FOR_EVENT', { eventName: 'paid' }]])
    await service.track(ada)
    await service.patch(id, { enabled: false })
    await service.track(ada, 'paid')
    await service.patch(id, { enabled: true })
    expect(await service.executions(id)).toEqual(['WAITING wait'])
    await service.track(ada, 'paid')
    expect(await service.executions(id)).toEqual(['COMPLETED wait'])
  })

  it('whose steps are kept lets its executions go on', async () => {
    const id = await delayed()
    await service.track(ada)
    const { steps = [] } = await service.get(id)
    await service.patch(id, { steps: [...steps].reverse() })
    await service.clock.advance(60 * minute)
    expect(await service.executions(id)).toEqual(['COMPLETED done'])
  })

  it('whose steps are replaced cancels the executions at those that are gone', async () => {
    const id = await delayed()
    await service.track(ada)
    await service.patch(id, { steps: [{ id: 'new', type: 'EXIT' }] })
    await service.clock.advance(0)
    expect(await service.executions(id)).toEqual(['CANCELLED (The step it was at was removed.)'])
    expect(await service.stored.count('workflow_step')).toBe(2)
  })

  it('that is deleted takes its executions with it, however many', async () => {
    const id = await delayed()
    await service.track(ada)
    await copyExecutions(service, 1200)
    expect((await service.ask('DELETE', `/workflows/${id}`)).status).toBe(204)
    expect((await service.ask('GET', `/workflows/${id}/executions`)).status).toBe(404)
    await service.clock.advance(day)
    for (const table of ['workflow', 'workflow_step', 'workflow_transition', 'execution']) {
      expect(await service.stored.count(table)).toBe(0)
    }
    expect((await service.ask('GET', '/contacts')).body).toMatchObject({ contacts: [{ data: {} }] })
  })

  it('lets a thousand executions go on that are due together', async () => {
    const id = await delayed()
    await service.track(ada)
    await copyExecutions(service, 999)
    await service.clock.advance(60 * minute)
    const { body } = await service.ask('GET', `/workflows/${id}/executions?status=COMPLETED`)
    expect(body).toMatchObject({ total: 1000 })
  })
})
