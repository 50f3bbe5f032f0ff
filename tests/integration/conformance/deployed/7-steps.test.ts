import { describe, expect, it } from 'vitest'
import { call, textAt } from '../../deployed/stand-in/calls'
import { track, withStep } from './one-step-workflow'
import { becomes, type Subject, subjects } from './subjects'

const day = 86_400_000

const signup = (service: Subject, data?: object) => track(service, 'signup', data)

describe.each(subjects)('$name', (candidate) => {
  describe('steps as they run (deployed.md section 7)', () => {
    async function withMail(config: object, type = 'MARKETING') {
      const service = await candidate.open()
      const set = await withStep(service, 'SEND_EMAIL', config)
      const body = { name: 'T', subject: '{{plan}} {{event.plan}} {{event.code.value}}', body: 'B' }
      const made = await call(service, 'POST /templates', { ...body, from: 'a@example.com', type })
      const templateId = textAt(made.body, 'id')
      await call(service, `PATCH /workflows/${set.id}/steps/${set.stepId}`, { templateId })
      return { service, ...set }
    }

    it('send a mail with the data of the event in it', async () => {
      const { service } = await withMail({}, 'TRANSACTIONAL')
      await signup(service, { plan: 'pro', code: { value: 7, persistent: false } })
      await becomes(service, '/events/names', { eventNames: expect.arrayContaining(['email.sent']) })
      expect(await service.mails()).toMatchObject([{ subject: 'pro pro 7' }])
    })

    it.each(['MARKETING', 'HEADLESS'])(
      'send none of type %s to whom has left, write that down, and go on',
      async (type) => {
        const { service, execution } = await withMail({}, type)
        await service.add({ email: 'ada@example.com', subscribed: false })
        await signup(service)
        expect(await service.mails()).toMatchObject([{ to: 'ada@example.com', failed: true }])
        expect(await execution()).toMatchObject({ status: 'COMPLETED' })
      },
    )

    it('send to another address whatever the contact wants', async () => {
      const { service } = await withMail({ recipient: { type: 'CUSTOM', customEmail: 'boss@example.com' } })
      await service.add({ email: 'ada@example.com', subscribed: false })
      await signup(service)
      await becomes(service, '/events/names', { eventNames: expect.arrayContaining(['email.sent']) })
      expect(await service.mails()).toMatchObject([{ to: 'boss@example.com', failed: false }])
    })

    it('wait for so long, and go on then', async () => {
      const service = await candidate.open()
      const { leadTo, execution } = await withStep(service, 'DELAY', { amount: 2, unit: 'days' })
      await leadTo('later')
      await signup(service)
      await service.advance(2 * day - 1)
      expect(await execution()).toMatchObject({ status: 'WAITING' })
      await service.advance(1)
      expect(await execution()).toMatchObject({ status: 'EXITED', exitReason: 'later' })
    })

    it('wait for ever where nothing follows, and fail on more than a year or on nonsense', async () => {
      const service = await candidate.open()
      const endless = await withStep(service, 'DELAY', { amount: 1, unit: 'hours' })
      await signup(service)
      await service.advance(day)
      expect(await endless.execution()).toMatchObject({ status: 'WAITING' })
      for (const amount of [366, 'many']) {
        const service = await candidate.open()
        const { execution } = await withStep(service, 'DELAY', { amount, unit: 'days' })
        await signup(service)
        expect(await execution()).toMatchObject({ status: 'FAILED' })
      }
    })

    it.each([
      ['the event', 'EVENT', true],
      ['nothing', 'TIMEOUT', false],
    ])('go on from a wait by its outcome: %s', async (_says, exitReason, paid) => {
      const service = await candidate.open()
      const { leadTo, execution } = await withStep(service, 'WAIT_FOR_EVENT', {
        eventName: 'paid',
        timeout: 3600,
      })
      await leadTo('EVENT', { waitOutcome: 'EVENT' })
      await leadTo('TIMEOUT', { waitOutcome: 'TIMEOUT' })
      await signup(service)
      if (paid) await track(service, 'paid')
      await service.advance(3_600_000)
      expect(await execution()).toMatchObject({ status: 'EXITED', exitReason })
    })

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
      [{ field: 'data.age', operator: 'notContains', value: '5' }, 'yes'],
      [{ field: 'data.age', operator: 'greaterThan' }, 'no'],
      [{ field: 'data', operator: 'exists' }, 'no'],
    ])('branch by %j to %s', async (config, branch) => {
      const service = await candidate.open()
      const { leadTo, execution } = await withStep(service, 'CONDITION', config)
      await leadTo('yes', { condition: { branch: 'yes' } })
      await leadTo('no', { condition: { branch: 'no' } })
      await signup(service, { plan: 'pro', age: 5 })
      expect(await execution()).toMatchObject({ status: 'EXITED', exitReason: branch })
    })

    it.each([
      ['pro', 'b1'],
      ['team', 'default'],
    ])('branch several ways: %s to %s', async (plan, branch) => {
      const branches = [{ id: 'b1', name: 'Pro', operator: 'equals', value: 'pro' }]
      const config = { mode: 'multi', field: 'data.plan', branches }
      const service = await candidate.open()
      const { leadTo, execution } = await withStep(service, 'CONDITION', config)
      await leadTo('b1', { condition: { branch: 'b1' } })
      await leadTo('default', { condition: { branch: 'default' } })
      await signup(service, { plan })
      expect(await execution()).toMatchObject({ exitReason: branch })
    })

    it('write a contact as they are told, and its subscription', async () => {
      const config = { updates: { plan: '', id: 'x' }, subscriptionAction: 'unsubscribe' }
      const service = await candidate.open()
      await withStep(service, 'UPDATE_CONTACT', config)
      await signup(service, { plan: 'pro' })
      expect((await call(service, 'GET /contacts')).body).toMatchObject({
        data: [{ data: { plan: '', id: 'x' }, subscribed: false }],
      })
    })

    it.each([
      ['the contact alone', { subscriptionAction: 'unsubscribe' }, { plan: 'pro' }, false],
      ['its data alone', { updates: { plan: 'team' } }, { plan: 'team' }, true],
    ])('write of %s what they are told', async (_says, config, data, subscribed) => {
      const service = await candidate.open()
      const { execution } = await withStep(service, 'UPDATE_CONTACT', config)
      await signup(service, { plan: 'pro' })
      expect((await call(service, 'GET /contacts')).body).toMatchObject({ data: [{ data, subscribed }] })
      expect(await execution()).toMatchObject({ status: 'COMPLETED' })
    })

    it('send to the contact where they name no other address', async () => {
      const { service } = await withMail({ recipient: { type: 'CUSTOM' } })
      await signup(service)
      await becomes(service, '/events/names', { eventNames: expect.arrayContaining(['email.sent']) })
      expect(await service.mails()).toMatchObject([{ to: 'ada@example.com', failed: false }])
    })

    it.each<[string, string, object]>([
      ['a mail without a template', 'SEND_EMAIL', {}],
      ['a call of no address', 'WEBHOOK', { method: 'POST' }],
    ])('fail on %s', async (_says, type, config) => {
      const service = await candidate.open()
      const { execution } = await withStep(service, type, config)
      await signup(service)
      expect(await execution()).toMatchObject({ status: 'FAILED' })
    })

    it('end without a reason where none is said', async () => {
      const service = await candidate.open()
      const { execution } = await withStep(service, 'EXIT', {})
      await signup(service)
      expect(await execution()).toMatchObject({ status: 'EXITED', exitReason: null })
    })

    it('leave who ended at one nowhere once it is gone', async () => {
      const service = await candidate.open()
      const { id, stepId, execution } = await withStep(service, 'EXIT', {})
      await signup(service)
      await call(service, `DELETE /workflows/${id}/steps/${stepId}`)
      expect(await execution()).toMatchObject({ status: 'EXITED', currentStep: null })
    })

    it('follow no way whose branch is none', async () => {
      const service = await candidate.open()
      const config = { field: 'data.plan', operator: 'exists' }
      const { leadTo, execution } = await withStep(service, 'CONDITION', config)
      await leadTo('text', { condition: 'yes' })
      await leadTo('nothing', { condition: {} })
      await signup(service, { plan: 'pro' })
      expect(await execution()).toMatchObject({ status: 'COMPLETED', currentStep: { type: 'CONDITION' } })
    })

    it('let an execution finish whose workflow was switched off', async () => {
      const service = await candidate.open()
      const { id, leadTo, execution } = await withStep(service, 'DELAY', { amount: 1, unit: 'days' })
      await leadTo('end')
      await signup(service)
      await call(service, `PATCH /workflows/${id}`, { enabled: false })
      await service.advance(day)
      expect(await execution()).toMatchObject({ status: 'EXITED' })
    })

    it('are noted one by one', async () => {
      const service = await candidate.open()
      const { id, leadTo, execution } = await withStep(service, 'DELAY', { amount: 1, unit: 'days' })
      await leadTo('end')
      await signup(service)
      const path = `GET /workflows/${id}/executions/${textAt(await execution(), 'id')}`
      const executeAfter = new Date(service.now() + day).toISOString()
      expect((await call(service, path)).body).toMatchObject({
        stepExecutions: [{ status: 'COMPLETED' }, { status: 'WAITING', executeAfter }],
      })
      await service.advance(day)
      expect((await call(service, path)).body).toMatchObject({
        stepExecutions: [{}, { status: 'COMPLETED' }, { status: 'COMPLETED' }],
      })
    })
  })
})
