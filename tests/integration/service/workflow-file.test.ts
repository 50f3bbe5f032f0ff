import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  copyExecutions,
  definition,
  mark,
  minute,
  openForWorkflows,
  row,
  type Step,
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

describe('a workflow of a service on a file', () => {
  const delayed = () => create(...row(['wait', 'DELAY', { amount: 1, unit: 'hours' }], mark('done')))

  it('does not wait for another that has much to do', async () => {
    const busy = await delayed()
    await service.track(ada)
    await copyExecutions(service, 999, 1)
    await service.patch(busy, { eventName: 'other' })
    const id = await delayed()
    await service.track(ada)
    service.db.exec(`
      UPDATE execution SET wake_at = ${service.clock.now()};
      CREATE TABLE ended (workflow INTEGER);
      CREATE TRIGGER note AFTER UPDATE ON execution WHEN new.status = 'COMPLETED'
      BEGIN INSERT INTO ended VALUES (new.workflow); END`)
    await service.patch(id, { name: 'Nudged' })
    const order = service.db.prepare<[], number>('SELECT workflow FROM ended ORDER BY rowid').pluck().all()
    expect(order).toHaveLength(1001)
    expect(order.indexOf(2)).toBeLessThan(200)
  })

  it('goes on where it was when the disk was full for a while', async () => {
    const templateId = await service.template({ body: 'x'.repeat(500_000) })
    const mail: Step = ['mail', 'SEND_EMAIL', {}, templateId]
    const id = await create(...row(mark('one'), ['wait', 'DELAY', { amount: 1, unit: 'hours' }], mail))
    await service.track(ada)
    const pages = Number(service.db.pragma('page_count', { simple: true }))
    service.db.pragma(`max_page_count = ${pages}`)
    await service.clock.advance(60 * minute)
    expect(await service.executions(id)).toEqual(['WAITING wait'])
    expect(service.failures.splice(0)).not.toEqual([])
    service.db.pragma(`max_page_count = ${pages * 100}`)
    await service.clock.advance(5000)
    expect(await service.executions(id)).toEqual(['COMPLETED mail'])
    expect(await service.stored.count('message')).toBe(1)
  })

  it('of which one step fails inside ends that execution alone, and says so', async () => {
    const id = await create(...row(mark('done')))
    service.db.exec(`
      CREATE TRIGGER trouble BEFORE UPDATE ON contact WHEN new.email = '${ada}'
      BEGIN SELECT raise(ABORT, 'trouble'); END`)
    await service.track(ada)
    await service.track('bob@example.com')
    expect(await service.executions(id)).toEqual([
      'COMPLETED done',
      'FAILED (Something went wrong inside the service.)',
    ])
    expect(service.failures.splice(0)).toHaveLength(1)
  })
})
