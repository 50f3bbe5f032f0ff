import { describe, expect, it } from 'vitest'
import type { DeployedService } from '../../../fixtures/deployed-service/start'
import { call, flat, started, textAt } from './calls'

describe('bulk actions (deployed.md section 3)', () => {
  const jobOf = async (service: DeployedService, body: unknown) =>
    (await call(service, `GET /contacts/bulk/${textAt(body, 'jobId')}`)).body

  it('works a job off in steps where a test says so', async () => {
    const service = await started({ jobs: 'in steps' })
    const contactIds = service.seed(4).map(({ id }) => id)
    const queued = await call(service, 'POST /contacts/bulk-delete', { mode: 'ids', contactIds })
    expect(await jobOf(service, queued.body)).toMatchObject({ state: 'waiting', progress: 0, result: null })
    service.runJob(1)
    expect(await jobOf(service, queued.body)).toMatchObject({ state: 'active', progress: 25, result: null })
    service.runJob()
    expect(await jobOf(service, queued.body)).toMatchObject({ state: 'completed', progress: 100 })
  })

  it('takes ids alone in spring, without a mode', async () => {
    const service = await started({ generation: 'spring' })
    const contactIds = service.seed(1).map(({ id }) => id)
    expect((await call(service, 'POST /contacts/bulk-subscribe', { contactIds })).status).toBe(202)
    const query = { mode: 'query', filter: {} }
    expect(await call(service, 'POST /contacts/bulk-subscribe', query)).toMatchObject(flat(400))
  })
})
