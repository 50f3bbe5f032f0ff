import { describe, expect, it, onTestFinished } from 'vitest'
import { startWebhookTarget } from '../../../fixtures/webhook-target'
import { call, member, textAt } from '../../deployed/stand-in/calls'
import { track, withStep } from './one-step-workflow'
import { becomes, openEmbedded } from './subjects'

/** A template whose sender may send. */
const template = { name: 'T', subject: 'S', body: 'B', from: 'a@example.com', type: 'TRANSACTIONAL' }

/** The embedded service with a workflow of one step, through which ada@example.com has gone. */
async function gone(type: string, config: object, data?: object) {
  const service = await openEmbedded()
  const { id, execution } = await withStep(service, type, config)
  await track(service, 'signup', data)
  return { service, id, execution }
}

/** What the one step of the newest execution came to. */
async function failureOf({ service, id, execution }: Awaited<ReturnType<typeof gone>>): Promise<unknown> {
  const run = textAt(await execution(), 'id')
  const { body } = await call(service, `GET /workflows/${id}/executions/${run}`)
  expect(body).toMatchObject({ status: 'FAILED', exitReason: member(body, 'stepExecutions', 1, 'error') })
  return member(body, 'exitReason')
}

describe('steps of the embedded service that cannot be carried out (deployed.md section 7)', () => {
  it.each<[string, string, object]>([
    ['The step waits for no event', 'WAIT_FOR_EVENT', { timeout: 60 }],
    ['Invalid condition', 'CONDITION', { operator: 'equals', value: 'pro' }],
    ['Invalid update', 'UPDATE_CONTACT', { updates: 'plan' }],
    ['Invalid delay', 'DELAY', { amount: -1, unit: 'days' }],
    ['The step has no URL', 'WEBHOOK', { method: 'POST' }],
    ['The step has no template', 'SEND_EMAIL', {}],
  ])('end their execution, and say why: %s', async (reason, type, config) => {
    expect(await failureOf(await gone(type, config))).toBe(reason)
  })

  it.each([
    ['another domain', { from: 'a@other.example' }, 'a@other.example'],
    ['nobody', {}, 'nobody'],
  ])('send no mail from %s', async (_whom, config, named) => {
    const service = await openEmbedded()
    const { id, stepId, execution } = await withStep(service, 'SEND_EMAIL', config)
    const templateId = textAt((await call(service, 'POST /templates', template)).body, 'id')
    await call(service, `PATCH /workflows/${id}/steps/${stepId}`, { templateId })
    // As a service of another dialect may have kept it.
    if (named === 'nobody') await service.stored.change('UPDATE template SET from_address = NULL')
    const { body } = await call(service, `GET /templates/${templateId}`)
    expect(body).toMatchObject({ from: named === 'nobody' ? '' : template.from })
    await track(service, 'signup')
    const reason = `Mail cannot be sent from ${named}: its domain is not verified.`
    expect(await failureOf({ service, id, execution })).toBe(reason)
    expect(await service.mails()).toEqual([])
  })
})

describe('steps of the embedded service as interface.md writes them', () => {
  it('merge data into a contact', async () => {
    const { service } = await gone('UPDATE_CONTACT', { data: { plan: 'team' } }, { plan: 'pro', age: 5 })
    expect((await call(service, 'GET /contacts')).body).toMatchObject({
      data: [{ data: { plan: 'team', age: 5 } }],
    })
  })

  it.each([
    ['pro', 'yes'],
    ['team', 'no'],
  ])('ask whether a condition holds: of plan %s, %s', async (plan, branch) => {
    const service = await openEmbedded()
    const filters = [{ field: 'data.plan', operator: 'equals', value: 'pro' }]
    const condition = { logic: 'AND', groups: [{ filters }] }
    const { leadTo, execution } = await withStep(service, 'CONDITION', { condition })
    await leadTo('yes', { condition: { branch: 'yes' } })
    await leadTo('no', { condition: { branch: 'no' } })
    await track(service, 'signup', { plan })
    expect(await execution()).toMatchObject({ status: 'EXITED', exitReason: branch })
  })
})

it('an event whose data is no object starts a workflow, and says nothing to its steps', async () => {
  const service = await openEmbedded()
  const { id: contactId } = await service.add({ email: 'ada@example.com' })
  const question = { field: 'event.plan', operator: 'exists' }
  const { leadTo, execution } = await withStep(service, 'CONDITION', question)
  await leadTo('no', { condition: { branch: 'no' } })
  await call(service, 'POST /events/track', { name: 'signup', contactId, data: 'plan' })
  await service.advance(0)
  expect(await execution()).toMatchObject({ status: 'EXITED', exitReason: 'no' })
})

describe('calls of the embedded service (deployed.md section 7)', () => {
  async function called(config: object, data: object = { plan: 'pro' }) {
    const target = await startWebhookTarget()
    onTestFinished(() => target.stop())
    const service = await openEmbedded(undefined, { mayCall: () => true })
    const { id } = await withStep(service, 'WEBHOOK', { url: target.url, ...config })
    return {
      target,
      /** What was called by the time that an execution has come to this. */
      async until(expected: object) {
        await track(service, 'signup', data)
        await becomes(service, `/workflows/${id}/executions`, { executions: [expected] })
        return target.calls
      },
    }
  }
  const completed = { status: 'COMPLETED' }

  it.each<[string, unknown, string]>([
    ['a text', '{"to":"{{plan}}"}', '{"to":"pro"}'],
    ['an object', { to: '{{plan}}', times: 2 }, '{"to":"pro","times":2}'],
  ])('send the body that they are told, filled in: %s', async (_says, body, sent) => {
    const calls = await (await called({ body })).until(completed)
    expect(calls.map((each) => each.body)).toEqual([sent])
  })

  it('send the usual body where theirs is null', async () => {
    const calls = await (await called({ body: null })).until(completed)
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ contact: { email: 'ada@example.com' } })
  })

  it('send headers of any value as texts', async () => {
    const headers = { 'X-Times': 2, 'X-Nothing': null, 'X-Plan': '{{plan}}' }
    const calls = await (await called({ headers })).until(completed)
    expect(calls[0]?.headers).toMatchObject({ 'x-times': '2', 'x-nothing': 'null', 'x-plan': 'pro' })
  })

  it('send no body with GET', async () => {
    const calls = await (await called({ method: 'GET', body: 'text' })).until(completed)
    expect(calls).toMatchObject([{ method: 'GET', body: '' }])
  })

  it.each([301, 302, 303])('follow %i with a GET without a body', async (status) => {
    const { target, until } = await called({ method: 'POST', body: 'text' })
    target.answer = (response, { path }) =>
      void response.writeHead(path === '/hook' ? status : 200, { Location: '/next' }).end()
    expect(await until(completed)).toMatchObject([
      { method: 'POST', path: '/hook', body: 'text' },
      { method: 'GET', path: '/next', body: '' },
    ])
  })

  it('fail on texts that cannot be filled in, and call nobody', async () => {
    const body = '{% for one in (1..100000000) %}{{ one }}{% endfor %}'
    const failed = { status: 'FAILED', exitReason: expect.stringMatching(/^The webhook failed\. ./) }
    expect(await (await called({ body })).until(failed)).toEqual([])
  })

  it('fail on what is no address once it is filled in', async () => {
    const failed = {
      status: 'FAILED',
      exitReason: 'The webhook failed. The connection failed (ERR_INVALID_URL).',
    }
    expect(await (await called({ url: '{{plan}}' })).until(failed)).toEqual([])
  })
})

describe('conditions of the embedded service (deployed.md section 6)', () => {
  const of = (filter: object) => ({ logic: 'AND', groups: [{ filters: [filter] }] })

  it('compare nothing with an object', async () => {
    const service = await openEmbedded()
    const condition = of({ field: 'data.plan', operator: 'equals', value: { name: 'pro' } })
    const { status, body } = await call(service, 'POST /segments', { name: 'New', condition })
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: { message: 'data.plan is compared with a text, a number or a boolean' } },
    })
  })

  it.each([
    ['after every date', -1e9, 'olderThan', 1],
    ['after every date', -1e9, 'within', 0],
    ['before every date', 1e9, 'olderThan', 0],
    ['before every date', 1e9, 'within', 1],
  ])('take a moment that is %s for what it is: %i days %s', async (_when, value, operator, memberCount) => {
    const service = await openEmbedded()
    await service.add({ email: 'ada@example.com', data: { since: '2026-08-01' } })
    const condition = of({ field: 'data.since', operator, value, unit: 'days' })
    const made = await call(service, 'POST /segments', { name: 'New', condition })
    expect(made).toMatchObject({ status: 201, body: { memberCount } })
  })
})
