import { describe, expect, it } from 'vitest'
import { withStep } from '../../conformance/deployed/one-step-workflow'
import { call, noon, started } from './calls'
import type { DeployedService } from '../../../fixtures/deployed-service/start'

const signup = (service: DeployedService, data?: object) =>
  call(service, 'POST /v1/track', { event: 'signup', email: 'ada@example.com', ...(data ? { data } : {}) })

describe('steps as they run (deployed.md section 7)', () => {
  it.each([{ branch: 'timeout' }, { fallback: true }])(
    'know the older way to say what follows a timeout: %j',
    async (condition) => {
      const clock = { now: noon }
      const service = await started({ generation: 'spring' }, clock)
      const { leadTo, execution } = await withStep(service, 'WAIT_FOR_EVENT', {
        eventName: 'paid',
        timeout: 60,
      })
      await leadTo('event')
      await leadTo('timeout', { condition })
      await signup(service)
      clock.now += 60_000
      service.runDue()
      expect(await execution()).toMatchObject({ exitReason: 'timeout' })
    },
  )

  it('call an address, and do not mind what it answers', async () => {
    const config = { url: 'https://hook.test/{{email}}', headers: { 'X-Plan': '{{plan}}' } }
    const service = await started({ webhook: () => 500 })
    const { execution } = await withStep(service, 'WEBHOOK', config)
    await signup(service, { plan: 'pro' })
    expect(await execution()).toMatchObject({ status: 'COMPLETED' })
    const [request] = service.state.webhooks
    expect(request).toMatchObject({
      url: 'https://hook.test/ada@example.com',
      method: 'POST',
      headers: { 'X-Plan': 'pro' },
    })
    expect(Object.keys(JSON.parse(request?.body ?? ''))).toEqual([
      'contact',
      'workflow',
      'execution',
      'event',
    ])
  })

  it('fail on a private address', async () => {
    const service = await started({ webhook: () => null })
    const { execution } = await withStep(service, 'WEBHOOK', { url: 'http://127.0.0.1' })
    expect((await signup(service)).status).toBe(200)
    expect(await execution()).toMatchObject({ status: 'FAILED' })
  })
})
