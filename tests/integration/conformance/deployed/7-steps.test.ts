import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { textAt } from '../../deployed/stand-in/calls'
import { type DeployedDesk, openDesk } from './desk'

const day = 86_400_000

/** A workflow of one step after its trigger, and what it is told to lead to. */
async function withStep(type: string, config: object, wishes: Parameters<typeof openDesk>[0] = {}) {
  const desk = openDesk(wishes)
  const { call } = desk
  const workflow = { name: 'W', eventName: 'signup', enabled: true }
  const id = textAt((await call('POST /workflows', workflow)).body, 'id')
  const add = async (name: string, kind: string, more: object = {}) => {
    const body = { type: kind, name, position: { x: 0, y: 0 }, config: {}, ...more }
    return textAt((await call(`POST /workflows/${id}/steps`, body)).body, 'id')
  }
  const stepId = await add('step', type, { config })
  const leadTo = async (name: string, way: object = {}) => {
    const toStepId = await add(name, 'EXIT', { autoConnect: false, config: { reason: name } })
    await call(`POST /workflows/${id}/transitions`, { fromStepId: stepId, toStepId, ...way })
  }
  const execution = async () => {
    const { body } = await call(`GET /workflows/${id}/executions`)
    return Reflect.get(Object(Reflect.get(Object(body), 'executions')), 0) as unknown
  }
  return { desk, stepId, id, leadTo, execution }
}

async function track({ call, clock }: DeployedDesk, event: string, data?: object): Promise<void> {
  const body = { event, email: 'ada@example.com', ...(data && { data }) }
  expect(await call('POST /v1/track', body)).toMatchObject({ status: 200 })
  await clock.advance(0)
}
const signup = (desk: DeployedDesk, data?: object) => track(desk, 'signup', data)

const messages = ({ service }: DeployedDesk) =>
  service.db.prepare('SELECT address, status FROM message ORDER BY seq').all()

describe('steps as they run (deployed.md section 7)', () => {
  async function withMail(config: object, type = 'MARKETING') {
    const set = await withStep('SEND_EMAIL', config)
    const body = { name: 'T', subject: '{{plan}} {{event.plan}} {{event.code.value}}', body: 'B' }
    const made = await set.desk.call('POST /templates', { ...body, from: 'a@example.com', type })
    const templateId = textAt(made.body, 'id')
    await set.desk.call(`PATCH /workflows/${set.id}/steps/${set.stepId}`, { templateId })
    return set
  }

  it('send a mail with the data of the event in it', async () => {
    const { desk } = await withMail({}, 'TRANSACTIONAL')
    await signup(desk, { plan: 'pro', code: { value: 7, persistent: false } })
    const subjects = () => desk.service.db.prepare('SELECT subject FROM message').pluck().all()
    await desk.becomes('/events/names', { eventNames: expect.arrayContaining(['email.sent']) })
    expect(subjects()).toEqual(['pro pro 7'])
  })

  it.each(['MARKETING', 'HEADLESS'])(
    'send none of type %s to whom has left, write that down, and go on',
    async (type) => {
      const { desk, execution } = await withMail({}, type)
      desk.add({ email: 'ada@example.com', subscribed: false })
      await signup(desk)
      expect(messages(desk)).toEqual([{ address: 'ada@example.com', status: 'failed' }])
      expect(await execution()).toMatchObject({ status: 'COMPLETED' })
    },
  )

  it('send to another address whatever the contact wants', async () => {
    const { desk } = await withMail({ recipient: { type: 'CUSTOM', customEmail: 'boss@example.com' } })
    desk.add({ email: 'ada@example.com', subscribed: false })
    await signup(desk)
    await desk.becomes('/events/names', { eventNames: expect.arrayContaining(['email.sent']) })
    expect(messages(desk)).toEqual([{ address: 'boss@example.com', status: 'sent' }])
  })

  it('wait for so long, and go on then', async () => {
    const { desk, leadTo, execution } = await withStep('DELAY', { amount: 2, unit: 'days' })
    await leadTo('later')
    await signup(desk)
    await desk.clock.advance(2 * day - 1)
    expect(await execution()).toMatchObject({ status: 'WAITING' })
    await desk.clock.advance(1)
    expect(await execution()).toMatchObject({ status: 'EXITED', exitReason: 'later' })
  })

  it('wait for ever where nothing follows, and fail on more than a year or on nonsense', async () => {
    const endless = await withStep('DELAY', { amount: 1, unit: 'hours' })
    await signup(endless.desk)
    await endless.desk.clock.advance(day)
    expect(await endless.execution()).toMatchObject({ status: 'WAITING' })
    for (const amount of [366, 'many']) {
      const { desk, execution } = await withStep('DELAY', { amount, unit: 'days' })
      await signup(desk)
      expect(await execution()).toMatchObject({ status: 'FAILED' })
    }
  })

  it.each([
    ['the event', 'EVENT', true],
    ['nothing', 'TIMEOUT', false],
  ])('go on from a wait by its outcome: %s', async (_says, exitReason, paid) => {
    const { desk, leadTo, execution } = await withStep('WAIT_FOR_EVENT', { eventName: 'paid', timeout: 3600 })
    await leadTo('EVENT', { waitOutcome: 'EVENT' })
    await leadTo('TIMEOUT', { waitOutcome: 'TIMEOUT' })
    await signup(desk)
    if (paid) await track(desk, 'paid')
    await desk.clock.advance(3_600_000)
    expect(await execution()).toMatchObject({ status: 'EXITED', exitReason })
  })

  it.each([{ branch: 'timeout' }, { fallback: true }])(
    'know the older way to say what follows a timeout: %j',
    async (condition) => {
      const { desk, leadTo, execution } = await withStep('WAIT_FOR_EVENT', { eventName: 'paid', timeout: 60 })
      await leadTo('event', { waitOutcome: 'EVENT' })
      await leadTo('timeout', { waitOutcome: 'TIMEOUT' })
      // As older deployments stored it.
      desk.service.db
        .prepare(
          `UPDATE workflow_transition SET branch = NULL,
             condition = iif(wait_outcome = 'TIMEOUT', ?, NULL), wait_outcome = NULL WHERE wait_outcome IS NOT NULL`,
        )
        .run(JSON.stringify(condition))
      await desk.call('POST /workflows', { name: 'Another', eventName: 'none' })
      await signup(desk)
      await desk.clock.advance(60_000)
      expect(await execution()).toMatchObject({ exitReason: 'timeout' })
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
    const { desk, leadTo, execution } = await withStep('CONDITION', config)
    await leadTo('yes', { condition: { branch: 'yes' } })
    await leadTo('no', { condition: { branch: 'no' } })
    await signup(desk, { plan: 'pro', age: 5 })
    expect(await execution()).toMatchObject({ status: 'EXITED', exitReason: branch })
  })

  it.each([
    ['pro', 'b1'],
    ['team', 'default'],
  ])('branch several ways: %s to %s', async (plan, branch) => {
    const branches = [{ id: 'b1', name: 'Pro', operator: 'equals', value: 'pro' }]
    const config = { mode: 'multi', field: 'data.plan', branches }
    const { desk, leadTo, execution } = await withStep('CONDITION', config)
    await leadTo('b1', { condition: { branch: 'b1' } })
    await leadTo('default', { condition: { branch: 'default' } })
    await signup(desk, { plan })
    expect(await execution()).toMatchObject({ exitReason: branch })
  })

  it('call an address by redirects, filled in and unsigned, and do not mind what it answers', async () => {
    const seen: { url: string; headers: IncomingHttpHeaders; body: string }[] = []
    const server = createServer((request, answer) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += String(chunk)))
      request.on('end', () => {
        seen.push({ url: request.url ?? '', headers: request.headers, body })
        if (request.url?.startsWith('/first')) answer.writeHead(307, { Location: '/second' }).end()
        else answer.writeHead(500).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const { port } = server.address() as AddressInfo
    const config = { url: `http://127.0.0.1:${port}/first/{{email}}`, headers: { 'X-Plan': '{{plan}}' } }
    const { desk, id } = await withStep('WEBHOOK', config, { mayCall: () => true })
    await signup(desk, { plan: 'pro' })
    const completed = expect.objectContaining({ status: 'COMPLETED' })
    await desk.becomes(`/workflows/${id}/executions`, { executions: [completed] })
    expect(seen.map(({ url }) => url)).toEqual(['/first/ada@example.com', '/second'])
    expect(seen[1]?.headers).toMatchObject({ 'x-plan': 'pro' })
    expect(Object.keys(seen[1]?.headers ?? {}).filter((name) => name.startsWith('x-postroom'))).toEqual([])
    expect(Object.keys(JSON.parse(seen[1]?.body ?? ''))).toEqual([
      'contact',
      'workflow',
      'execution',
      'event',
    ])
  })

  it('fail on a private address', async () => {
    const { desk, id } = await withStep('WEBHOOK', { url: 'http://127.0.0.1' })
    await signup(desk)
    const failed = expect.objectContaining({ status: 'FAILED' })
    await desk.becomes(`/workflows/${id}/executions`, { executions: [failed] })
  })

  it('write a contact as they are told, and its subscription', async () => {
    const config = { updates: { plan: '', id: 'x' }, subscriptionAction: 'unsubscribe' }
    const { desk } = await withStep('UPDATE_CONTACT', config)
    await signup(desk, { plan: 'pro' })
    expect((await desk.call('GET /contacts')).body).toMatchObject({
      data: [{ data: { plan: '', id: 'x' }, subscribed: false }],
    })
  })

  it('let an execution finish whose workflow was switched off', async () => {
    const { desk, id, leadTo, execution } = await withStep('DELAY', { amount: 1, unit: 'days' })
    await leadTo('end')
    await signup(desk)
    await desk.call(`PATCH /workflows/${id}`, { enabled: false })
    await desk.clock.advance(day)
    expect(await execution()).toMatchObject({ status: 'EXITED' })
  })

  it('are noted one by one', async () => {
    const { desk, id, leadTo, execution } = await withStep('DELAY', { amount: 1, unit: 'days' })
    await leadTo('end')
    await signup(desk)
    const path = `GET /workflows/${id}/executions/${textAt(await execution(), 'id')}`
    const executeAfter = new Date(desk.clock.now() + day).toISOString()
    expect((await desk.call(path)).body).toMatchObject({
      stepExecutions: [{ status: 'COMPLETED' }, { status: 'WAITING', executeAfter }],
    })
    await desk.clock.advance(day)
    expect((await desk.call(path)).body).toMatchObject({
      stepExecutions: [{}, { status: 'COMPLETED' }, { status: 'COMPLETED' }],
    })
  })
})
