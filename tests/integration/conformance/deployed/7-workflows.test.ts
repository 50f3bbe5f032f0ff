import { describe, expect, it } from 'vitest'
import { flat, member, plain, textAt } from '../../deployed/stand-in/calls'
import { type DeployedDesk, openDesk, table } from './desk'

async function made({ call }: DeployedDesk, body: object = {}): Promise<string> {
  const whole = { name: 'Welcome', eventName: 'signup', enabled: true, ...body }
  return textAt((await call('POST /workflows', whole)).body, 'id')
}

async function step({ call }: DeployedDesk, id: string, type: string, more: object = {}): Promise<string> {
  const body = { type, name: type, position: { x: 0, y: 0 }, config: { some: 1 }, ...more }
  return textAt((await call(`POST /workflows/${id}/steps`, body)).body, 'id')
}

/** The types of the steps of a workflow. */
async function typesOf({ call }: DeployedDesk, id: string): Promise<string[]> {
  const { body } = await call(`GET /workflows/${id}`)
  return [...JSON.stringify(member(body, 'steps')).matchAll(/"type":"(\w+)"/g)].map(([, type = '']) => type)
}

async function track(desk: DeployedDesk, event: string, data?: object): Promise<void> {
  const body = { event, email: 'ada@example.com', ...(data && { data }) }
  expect(await desk.call('POST /v1/track', body)).toMatchObject({ status: 200 })
  await desk.clock.advance(0)
}

describe('workflows (deployed.md section 7)', () => {
  table(
    [
      ['asks for a name', 'POST /workflows', { eventName: 'a' }, flat(400)],
      ['asks for the name of an event', 'POST /workflows', { name: 'a' }, flat(400)],
      [
        'answers a new one bare, off unless said, and ignores steps',
        'POST /workflows',
        { name: 'Welcome', eventName: 'signup', steps: [{ type: 'EXIT' }], transitions: [] },
        {
          status: 201,
          body: {
            ...{ name: 'Welcome', description: null, enabled: false, allowReentry: false },
            ...{ triggerType: 'EVENT', triggerConfig: { eventName: 'signup' } },
            projectId: expect.any(String),
          },
        },
      ],
      ['knows no workflow of another id', 'GET /workflows/none', undefined, plain(404, 'Workflow not found')],
      [
        'lists what a condition can ask for',
        'GET /workflows/fields',
        undefined,
        {
          status: 200,
          body: {
            fields: ['contact.email', 'contact.subscribed', 'data.plan'],
            typedFields: [{}, {}, { field: 'data.plan', type: 'string' }],
            count: 3,
          },
        },
      ],
    ],
    ({ seed }) => {
      seed(1)
    },
  )

  it('makes a trigger, and shows steps with what leads out of and into them', async () => {
    const desk = openDesk()
    const { call } = desk
    const template = { name: 'T', subject: 'S', body: 'B', from: 'a@example.com' }
    const templateId = textAt((await call('POST /templates', template)).body, 'id')
    const id = await made(desk)
    const mail = await step(desk, id, 'SEND_EMAIL', { templateId })
    const { body } = await call(`GET /workflows/${id}`)
    const trigger = textAt(body, 'steps', 0, 'id')
    const way = { fromStepId: trigger, toStepId: mail, condition: null, waitOutcome: null, priority: 0 }
    expect(body).toMatchObject({
      id,
      steps: [
        {
          ...{ type: 'TRIGGER', config: { eventName: 'signup' }, template: null },
          ...{ outgoingTransitions: [way], incomingTransitions: [] },
        },
        {
          ...{ id: mail, template: { id: templateId, name: 'T' } },
          ...{ outgoingTransitions: [], incomingTransitions: [way] },
        },
      ],
    })
    expect(await call(`DELETE /templates/${templateId}`)).toMatchObject(plain(409))
    expect((await call(`GET /templates/${templateId}/usage`)).body).toMatchObject({ workflowSteps: 1 })
    const list = await call('GET /workflows?search=WELC&sort=steps&status=active')
    expect(list.body).toMatchObject({ data: [{ id, _count: { steps: 2, executions: 0 } }], total: 1 })
    expect((await call('GET /workflows?status=disabled')).body).toMatchObject({ total: 0 })
  })

  it('takes triggerConfig and not eventName, and renames the trigger', async () => {
    const desk = openDesk()
    const { call } = desk
    const id = await made(desk)
    expect((await call(`PATCH /workflows/${id}`, { eventName: 'login' })).body).toMatchObject({
      triggerConfig: { eventName: 'signup' },
    })
    const before = textAt((await call(`GET /workflows/${id}`)).body, 'steps', 0, 'name')
    const triggerConfig = { eventName: 'login' }
    expect(await call(`PATCH /workflows/${id}`, { triggerConfig })).toMatchObject({
      status: 200,
      body: { triggerConfig, project: { name: expect.any(String) } },
    })
    const { body } = await call(`GET /workflows/${id}`)
    expect(body).toMatchObject({ steps: [{ config: triggerConfig }] })
    expect(textAt(body, 'steps', 0, 'name')).not.toBe(before)
    await track(desk, 'login')
    expect((await call(`GET /workflows/${id}/executions`)).body).toMatchObject({ total: 1 })
  })

  it.each(['MANUAL', 'SCHEDULE'])('never fires by %s', async (triggerType) => {
    const desk = openDesk()
    const id = await made(desk)
    await desk.call(`PATCH /workflows/${id}`, { triggerType })
    await track(desk, 'signup')
    expect((await desk.call(`GET /workflows/${id}/executions`)).body).toMatchObject({ total: 0 })
  })

  it('keeps its trigger and itself while somebody is in it', async () => {
    const desk = openDesk()
    const { call } = desk
    const id = await made(desk)
    const wait = await step(desk, id, 'WAIT_FOR_EVENT', { config: { eventName: 'login' } })
    await track(desk, 'signup')
    const refused = plain(409)
    expect(await call(`PATCH /workflows/${id}`, { triggerConfig: { eventName: 'x' } })).toMatchObject(refused)
    expect(await call(`PATCH /workflows/${id}/steps/${wait}`, { config: {} })).toMatchObject(refused)
    expect((await call(`PATCH /workflows/${id}/steps/${wait}`, { name: 'Wait' })).status).toBe(200)
    expect(await call(`DELETE /workflows/${id}`)).toMatchObject(refused)
    expect((await call(`POST /workflows/${id}/executions/cancel-all`)).body).toEqual({ cancelled: 1 })
    expect((await call(`DELETE /workflows/${id}`)).status).toBe(204)
    expect(await call(`GET /workflows/${id}`)).toMatchObject(plain(404))
  })

  it('copies a workflow with its steps, switched off', async () => {
    const desk = openDesk()
    const id = await made(desk)
    await step(desk, id, 'EXIT')
    const copy = await desk.call(`POST /workflows/${id}/duplicate`)
    expect(copy).toMatchObject({ status: 201, body: { name: 'Welcome (Copy)', enabled: false } })
    const { body } = await desk.call(`GET /workflows/${textAt(copy.body, 'id')}`)
    expect(body).toMatchObject({ steps: [{ type: 'TRIGGER', outgoingTransitions: [{}] }, { type: 'EXIT' }] })
  })
})

describe('steps and transitions (deployed.md section 7)', () => {
  it('asks for the parts of a step, knows its template, and has one trigger', async () => {
    const desk = openDesk()
    const id = await made(desk)
    const add = (body: object) => desk.call(`POST /workflows/${id}/steps`, body)
    const whole = { type: 'EXIT', name: 'End', position: { x: 1, y: 2 }, config: {} }
    for (const key of ['type', 'name', 'position', 'config']) {
      expect(await add({ ...whole, [key]: undefined })).toMatchObject(flat(400))
    }
    expect(await add({ ...whole, templateId: 'none' })).toMatchObject(plain(404))
    expect(await add({ ...whole, type: 'TRIGGER' })).toMatchObject(plain(400))
    expect(await add({ ...whole, type: 'DANCE' })).toMatchObject(plain(500))
    expect(await add({ ...whole, type: 'DELAY', config: { amount: 'many' } })).toMatchObject({ status: 201 })
  })

  it('connects a new step to the last one, unless told not to', async () => {
    const desk = openDesk()
    const id = await made(desk)
    const first = await step(desk, id, 'DELAY')
    await step(desk, id, 'EXIT', { autoConnect: false })
    const ways = JSON.stringify((await desk.call(`GET /workflows/${id}`)).body).matchAll(
      /"outgoingTransitions":\[\{.*?"toStepId":"(.*?)"/g,
    )
    expect([...ways].map(([, to]) => to)).toEqual([first])
  })

  it('deletes everything downstream along with a step', async () => {
    const desk = openDesk()
    const id = await made(desk)
    const first = await step(desk, id, 'DELAY')
    await step(desk, id, 'DELAY')
    await step(desk, id, 'EXIT')
    expect((await desk.call(`DELETE /workflows/${id}/steps/${first}`)).status).toBe(204)
    expect(await typesOf(desk, id)).toEqual(['TRIGGER'])
    const trigger = textAt((await desk.call(`GET /workflows/${id}`)).body, 'steps', 0, 'id')
    expect(await desk.call(`DELETE /workflows/${id}/steps/${trigger}`)).toMatchObject(plain(400))
  })

  it('takes one step out of the middle where it is told to', async () => {
    const desk = openDesk()
    const id = await made(desk)
    const first = await step(desk, id, 'DELAY')
    const exit = await step(desk, id, 'EXIT')
    await desk.call(`DELETE /workflows/${id}/steps/${first}?splice=true`)
    expect(await typesOf(desk, id)).toEqual(['TRIGGER', 'EXIT'])
    expect((await desk.call(`GET /workflows/${id}`)).body).toMatchObject({
      steps: [{ outgoingTransitions: [{ toStepId: exit }] }, {}],
    })
  })

  it('refuses ways that make no sense', async () => {
    const desk = openDesk()
    const id = await made(desk)
    const alone = { autoConnect: false }
    const delay = await step(desk, id, 'DELAY', alone)
    const wait = await step(desk, id, 'WAIT_FOR_EVENT', alone)
    const exit = await step(desk, id, 'EXIT', alone)
    const way = (from: string, to: string, more: object = {}) =>
      desk.call(`POST /workflows/${id}/transitions`, { fromStepId: from, toStepId: to, ...more })
    expect(await way(delay, '')).toMatchObject(flat(400))
    const first = await way(delay, wait)
    expect(first).toMatchObject({
      status: 201,
      body: { fromStepId: delay, toStepId: wait, condition: null, priority: 0 },
    })
    expect(await way(delay, exit)).toMatchObject(plain(400))
    expect(await way(exit, wait)).toMatchObject(plain(400))
    expect(await way(wait, delay, { waitOutcome: 'EVENT' })).toMatchObject(plain(400))
    expect(await way(wait, exit)).toMatchObject(plain(400))
    const odd = { waitOutcome: 'EVENT', condition: { branch: 'yes' } }
    expect(await way(wait, exit, odd)).toMatchObject(plain(400))
    expect((await way(wait, exit, { waitOutcome: 'EVENT' })).status).toBe(201)
    expect((await way(wait, exit, { waitOutcome: 'TIMEOUT', priority: 1 })).status).toBe(201)
    const gone = await desk.call(`DELETE /workflows/${id}/transitions/${textAt(first.body, 'id')}`)
    expect(gone.status).toBe(204)
  })
})

describe('executions (deployed.md section 7)', () => {
  const start = ({ call }: DeployedDesk, id: string, contactId = '') =>
    call(`POST /workflows/${id}/executions`, { contactId })

  it('are listed newest first under a name of their own', async () => {
    const desk = openDesk()
    const people = desk.seed(3)
    const id = await made(desk)
    for (const person of people) await start(desk, id, person)
    const { body } = await desk.call(`GET /workflows/${id}/executions?pageSize=2`)
    expect(body).toMatchObject({
      executions: [
        { contact: { id: people[2], email: 'person2@example.com' }, status: 'COMPLETED' },
        { currentStep: { type: 'TRIGGER' } },
      ],
      ...{ total: 3, page: 1, pageSize: 2, totalPages: 2 },
    })
    expect(body).not.toHaveProperty('data')
    expect((await desk.call(`GET /workflows/${id}/executions?status=FAILED`)).body).toMatchObject({
      total: 0,
    })
    const run = textAt(body, 'executions', 0, 'id')
    expect((await desk.call(`GET /workflows/${id}/executions/${run}`)).body).toMatchObject({
      ...{ id: run, workflow: { id } },
      stepExecutions: [{ status: 'COMPLETED' }],
    })
  })

  it('are started by hand, where the workflow is on and the contact was not in it', async () => {
    const desk = openDesk()
    const [first, second] = desk.seed(2)
    const off = await made(desk, { enabled: false })
    expect(await start(desk, off, first)).toMatchObject(plain(400))
    const once = await made(desk)
    expect(await start(desk, once)).toMatchObject(flat(400))
    expect(await start(desk, once, 'nobody')).toMatchObject(plain(404, 'Contact not found'))
    expect((await start(desk, once, first)).status).toBe(201)
    expect(await start(desk, once, first)).toMatchObject(plain(409))
    const again = await made(desk, { allowReentry: true })
    await start(desk, again, second)
    expect((await start(desk, again, second)).status).toBe(201)
  })

  it('are cancelled, even when they are over', async () => {
    const desk = openDesk()
    const [person] = desk.seed(1)
    const id = await made(desk)
    const run = textAt((await start(desk, id, person)).body, 'id')
    expect(await desk.call(`DELETE /workflows/${id}/executions/${run}`)).toMatchObject({
      status: 200,
      body: { id: run, status: 'CANCELLED' },
    })
    expect((await desk.call(`POST /workflows/${id}/executions/cancel-all`)).body).toEqual({ cancelled: 0 })
  })

  it('begin by an event once ever, or again where nobody is in it', async () => {
    const desk = openDesk()
    const once = await made(desk)
    const again = await made(desk, { allowReentry: true })
    const waits = await made(desk, { allowReentry: true })
    await step(desk, waits, 'WAIT_FOR_EVENT', { config: { eventName: 'never' } })
    for (let times = 0; times < 2; times++) await track(desk, 'signup')
    const count = async (id: string) =>
      member((await desk.call(`GET /workflows/${id}/executions`)).body, 'total')
    expect(await Promise.all([once, again, waits].map(count))).toEqual([1, 2, 1])
  })
})
