import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { definition, openForWorkflows, row, type WorkflowService } from './workflow-desk'

const day = 24 * 60 * 60 * 1000
let service: WorkflowService

beforeEach(() => {
  service = openForWorkflows()
})
afterEach(async () => {
  expect(service.failures).toEqual([])
  await service.stop()
})

const create = async (...of: Parameters<typeof definition>) => (await service.create(definition(...of))).id

describe('an execution', () => {
  it('runs to the end of its path: COMPLETED', async () => {
    const id = await create([['mark', 'UPDATE_CONTACT', { data: { seen: 1 } }]])
    const contact = await service.track('ada@example.com')
    expect(await service.executions(id)).toEqual(['COMPLETED mark'])
    expect(await service.dataOf(contact)).toEqual({ seen: 1 })
  })
})
