import { describe, expect, it } from 'vitest'
import type { Options } from '../../../fixtures/deployed-service/options'
import type { DeployedService } from '../../../fixtures/deployed-service/start'
import { call, noon, started, textAt } from './calls'

const day = 86_400_000

/** A workflow of one step after its trigger, and what it is told to lead to. */
async function withStep(type: string, config: object, options: Options = {}, clock = { now: noon }) {
  const service = await started(options, clock)
  const workflow = { name: 'W', eventName: 'signup', enabled: true }
  const id = textAt((await call(service, 'POST /workflows', workflow)).body, 'id')
  const add = async (name: string, kind: string, more: object = {}) => {
    const body = { type: kind, name, position: { x: 0, y: 0 }, config: {}, ...more }
    return textAt((await call(service, `POST /workflows/${id}/steps`, body)).body, 'id')
  }
  const stepId = await add('step', type, { config })
  const leadTo = async (name: string, way: object = {}) => {
    const toStepId = await add(name, 'EXIT', { autoConnect: false, config: { reason: name } })
    await call(service, `POST /workflows/${id}/transitions`, { fromStepId: stepId, toStepId, ...way })
  }
  return { service, stepId, id, leadTo, clock }
}

const signup = (service: DeployedService, data?: object) =>
  call(service, 'POST /v1/track', { event: 'signup', email: 'ada@example.com', ...(data ? { data } : {}) })

const run = (service: DeployedService) => [...service.state.executions.values()][0]

describe('steps as they run (deployed.md section 7)', () => {
  const mail = {
    name: 'T',
    subject: 'S',
    body: '{{plan}} {{event.plan}} {{event.code.value}}',
    from: 'a@example.com',
  }

  async function withMail(config: object, type = 'MARKETING') {
    const set = await withStep('SEND_EMAIL', config)
    const made = await call(set.service, 'POST /templates', { ...mail, type })
    const path = `PATCH /workflows/${set.id}/steps/${set.stepId}`
    await call(set.service, path, { templateId: textAt(made.body, 'id') })
    return set.service
  }

  it('send a mail with the data of the event in it', async () => {
    const service = await withMail({}, 'TRANSACTIONAL')
    await signup(service, { plan: 'pro', code: { value: 7, persistent: false } })
    expect(service.state.emails.all()).toMatchObject([{ status: 'SENT', to: 'ada@example.com' }])
    expect(service.state.emails.all()[0]?.body).toMatch(/^pro pro 7/)
  })

  it('send none to whom has left, write that down, and go on', async () => {
    const service = await withMail({})
    service.add({ email: 'ada@example.com', subscribed: false })
    await signup(service)
    expect(service.state.emails.all()).toMatchObject([{ status: 'FAILED', sentAt: null }])
    expect(run(service)).toMatchObject({ status: 'COMPLETED' })
  })

  it('send to another address whatever the contact wants', async () => {
    const service = await withMail({ recipient: { type: 'CUSTOM', customEmail: 'boss@example.com' } })
    service.add({ email: 'ada@example.com', subscribed: false })
    await signup(service)
    expect(service.state.emails.all()).toMatchObject([{ status: 'SENT', to: 'boss@example.com' }])
  })

  it('wait for so long, and go on then', async () => {
    const { service, leadTo, clock } = await withStep('DELAY', { amount: 2, unit: 'days' })
    await leadTo('later')
    await signup(service)
    clock.now += 2 * day - 1
    service.runDue()
    expect(run(service)).toMatchObject({ status: 'WAITING' })
    clock.now += 1
    service.runDue()
    expect(run(service)).toMatchObject({ status: 'EXITED', exitReason: 'later' })
  })

  it('wait for ever where nothing follows, and fail on more than a year', async () => {
    const endless = await withStep('DELAY', { amount: 1, unit: 'hours' })
    await signup(endless.service)
    endless.clock.now += day
    endless.service.runDue()
    expect(run(endless.service)).toMatchObject({ status: 'WAITING' })
    const { service } = await withStep('DELAY', { amount: 366, unit: 'days' })
    expect((await signup(service)).status).toBe(200)
    expect(run(service)).toMatchObject({ status: 'FAILED' })
  })

  it.each([
    [
      'the event',
      'EVENT',
      (service: DeployedService) =>
        call(service, 'POST /v1/track', { event: 'paid', email: 'ada@example.com' }),
    ],
    ['nothing', 'TIMEOUT', null],
  ])('go on from a wait by its outcome: %s', async (_says, reason, meanwhile) => {
    const { service, leadTo, clock } = await withStep('WAIT_FOR_EVENT', { eventName: 'paid', timeout: 3600 })
    await leadTo('EVENT', { waitOutcome: 'EVENT' })
    await leadTo('TIMEOUT', { waitOutcome: 'TIMEOUT' })
    await signup(service)
    await meanwhile?.(service)
    clock.now += 3600_000
    service.runDue()
    expect(run(service)).toMatchObject({ status: 'EXITED', exitReason: reason })
  })

  it.each([{ branch: 'timeout' }, { fallback: true }])(
    'know the older way to say what follows a timeout: %j',
    async (condition) => {
      const { service, leadTo, clock } = await withStep(
        'WAIT_FOR_EVENT',
        { eventName: 'paid', timeout: 60 },
        { generation: 'spring' },
      )
      await leadTo('event')
      await leadTo('timeout', { condition })
      await signup(service)
      clock.now += 60_000
      service.runDue()
      expect(run(service)).toMatchObject({ exitReason: 'timeout' })
    },
  )

  it.each<[object, string]>([
    [{ field: 'data.plan', operator: 'equals', value: 'pro' }, 'yes'],
    [{ field: 'data.plan', operator: 'equals', value: 'Pro' }, 'no'],
    [{ field: 'data.age', operator: 'equals', value: '5' }, 'no'],
    [{ field: 'data.age', operator: 'greaterThan', value: '4' }, 'yes'],
    [{ field: 'data.plan', operator: 'contains', value: 'PR' }, 'no'],
    [{ field: 'data.nobody', operator: 'notEquals', value: 'x' }, 'no'],
    [{ field: 'data.nobody', operator: 'notExists' }, 'yes'],
    [{ field: 'contact.subscribed', operator: 'equals', value: true }, 'yes'],
    [{ field: 'contact.email', operator: 'contains', value: 'ada@' }, 'yes'],
    [{ field: 'event.plan', operator: 'exists' }, 'yes'],
  ])('branch by %j to %s', async (config, branch) => {
    const { service, leadTo } = await withStep('CONDITION', config)
    await leadTo('yes', { condition: { branch: 'yes' } })
    await leadTo('no', { condition: { branch: 'no' } })
    await signup(service, { plan: 'pro', age: 5 })
    expect(run(service)).toMatchObject({ status: 'EXITED', exitReason: branch })
  })

  it.each([
    ['pro', 'b1'],
    ['team', 'default'],
  ])('branch several ways: %s to %s', async (plan, branch) => {
    const branches = [{ id: 'b1', name: 'Pro', operator: 'equals', value: 'pro' }]
    const { service, leadTo } = await withStep('CONDITION', { mode: 'multi', field: 'data.plan', branches })
    await leadTo('b1', { condition: { branch: 'b1' } })
    await leadTo('default', { condition: { branch: 'default' } })
    await signup(service, { plan })
    expect(run(service)).toMatchObject({ exitReason: branch })
  })

  it('call an address, and do not mind what it answers', async () => {
    const config = { url: 'https://hook.test/{{email}}', headers: { 'X-Plan': '{{plan}}' } }
    const { service } = await withStep('WEBHOOK', config, { webhook: () => 500 })
    await signup(service, { plan: 'pro' })
    expect(run(service)).toMatchObject({ status: 'COMPLETED' })
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
    const { service } = await withStep('WEBHOOK', { url: 'http://127.0.0.1' }, { webhook: () => null })
    expect((await signup(service)).status).toBe(200)
    expect(run(service)).toMatchObject({ status: 'FAILED' })
  })

  it('write a contact as they are told, and its subscription', async () => {
    const config = { updates: { plan: '', id: 'x' }, subscriptionAction: 'unsubscribe' }
    const { service } = await withStep('UPDATE_CONTACT', config)
    await signup(service, { plan: 'pro' })
    expect(service.state.contacts.all()).toMatchObject([{ data: { plan: '', id: 'x' }, subscribed: false }])
  })

  it('let a run finish whose workflow was switched off', async () => {
    const { service, id, leadTo, clock } = await withStep('DELAY', { amount: 1, unit: 'days' })
    await leadTo('end')
    await signup(service)
    await call(service, `PATCH /workflows/${id}`, { enabled: false })
    clock.now += day
    service.runDue()
    expect(run(service)).toMatchObject({ status: 'EXITED' })
  })
})
