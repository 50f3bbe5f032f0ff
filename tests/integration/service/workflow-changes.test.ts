import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  day,
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
    expect(service.db.prepare('SELECT count(*) FROM workflow_step').pluck().get()).toBe(2)
  })

  it('that is deleted takes its executions with it, however many', async () => {
    const id = await delayed()
    await service.track(ada)
    service.db.exec(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
      INSERT INTO execution (workflow, contact, status, step, wake_at, started_at)
        SELECT workflow, contact, status, step, wake_at, started_at FROM execution, n`)
    expect((await service.ask('DELETE', `/workflows/${id}`)).status).toBe(204)
    expect((await service.ask('GET', `/workflows/${id}/executions`)).status).toBe(404)
    await service.clock.advance(day)
    for (const table of ['workflow', 'workflow_step', 'workflow_transition', 'execution']) {
      expect(service.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0)
    }
    expect((await service.ask('GET', '/contacts')).body).toMatchObject({ contacts: [{ data: {} }] })
  })

  it('lets a thousand executions go on that are due together', async () => {
    const id = await delayed()
    await service.track(ada)
    service.db.exec(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
      INSERT INTO execution (workflow, contact, status, step, wake_at, visit, started_at)
        SELECT workflow, contact, status, step, wake_at, visit, started_at FROM execution, n`)
    await service.clock.advance(60 * minute)
    const { body } = await service.ask('GET', `/workflows/${id}/executions?status=COMPLETED`)
    expect(body).toMatchObject({ total: 1000 })
  })

  it('does not wait for another that has much to do', async () => {
    const busy = await delayed()
    await service.track(ada)
    service.db.exec(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
      INSERT INTO execution (workflow, contact, status, step, wake_at, visit, started_at)
        SELECT workflow, contact, status, step, wake_at - 1, visit, started_at FROM execution, n`)
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
    expect(service.queued()).toHaveLength(1)
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
