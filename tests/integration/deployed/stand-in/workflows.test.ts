import { describe, expect, it } from 'vitest'
import type { DeployedService } from '../../../fixtures/deployed-service/start'
import { call, flat, member, plain, started, table, textAt } from './calls'

async function made(service: DeployedService, body: object = {}): Promise<string> {
  const whole = { name: 'Welcome', eventName: 'signup', enabled: true, ...body }
  return textAt((await call(service, 'POST /workflows', whole)).body, 'id')
}

async function step(service: DeployedService, id: string, type: string, more: object = {}): Promise<string> {
  const body = { type, name: type, position: { x: 0, y: 0 }, config: {}, ...more }
  return textAt((await call(service, `POST /workflows/${id}/steps`, body)).body, 'id')
}

const typesOf = (service: DeployedService) => [...service.state.steps.values()].map(({ type }) => type)

describe('workflows (deployed.md section 7)', () => {
  table(
    [
      { says: 'asks for a name', asks: 'POST /workflows', body: { eventName: 'a' }, answers: flat(400) },
      {
        says: 'asks for the name of an event',
        asks: 'POST /workflows',
        body: { name: 'a' },
        answers: flat(400),
      },
      {
        says: 'answers a new one bare, off unless said, and ignores steps',
        asks: 'POST /workflows',
        body: { name: 'Welcome', eventName: 'signup', steps: [{ type: 'EXIT' }], transitions: [] },
        answers: {
          status: 201,
          body: {
            ...{ name: 'Welcome', description: null, enabled: false, allowReentry: false },
            ...{
              triggerType: 'EVENT',
              triggerConfig: { eventName: 'signup' },
              projectId: expect.any(String),
            },
          },
        },
      },
      {
        says: 'knows no workflow of another id',
        asks: 'GET /workflows/none',
        answers: plain(404, 'Workflow not found'),
      },
      {
        says: 'lists what a condition can ask for',
        asks: 'GET /workflows/fields',
        answers: {
          status: 200,
          body: {
            fields: ['contact.email', 'contact.subscribed', 'data.plan'],
            typedFields: [{}, {}, { field: 'data.plan', type: 'string' }],
            count: 3,
          },
        },
      },
    ],
    (service) => {
      service.seed(1)
    },
  )

  it('makes a trigger, and shows steps with what leads out of and into them', async () => {
    const service = await started()
    const template = { name: 'T', subject: 'S', body: 'B', from: 'a@example.com' }
    const templateId = textAt((await call(service, 'POST /templates', template)).body, 'id')
    const id = await made(service)
    const mail = await step(service, id, 'SEND_EMAIL', { templateId })
    const { body } = await call(service, `GET /workflows/${id}`)
    const trigger = textAt(body, 'steps', 0, 'id')
    expect(body).toMatchObject({
      id,
      steps: [
        {
          type: 'TRIGGER',
          config: { eventName: 'signup' },
          template: null,
          outgoingTransitions: [
            { fromStepId: trigger, toStepId: mail, condition: null, waitOutcome: null, priority: 0 },
          ],
          incomingTransitions: [],
        },
        {
          id: mail,
          template: { id: templateId, name: 'T' },
          outgoingTransitions: [],
          incomingTransitions: [{}],
        },
      ],
    })
    expect(await call(service, `DELETE /templates/${templateId}`)).toMatchObject(plain(409))
    const list = await call(service, 'GET /workflows?search=WELC&sort=steps&status=active')
    expect(list.body).toMatchObject({ data: [{ id, _count: { steps: 2, executions: 0 } }], total: 1 })
    expect((await call(service, 'GET /workflows?status=disabled')).body).toMatchObject({ total: 0 })
  })

  it('takes triggerConfig and not eventName, and renames the trigger', async () => {
    const service = await started()
    const id = await made(service)
    await call(service, `PATCH /workflows/${id}`, { eventName: 'login' })
    expect(service.state.workflows.get(id)?.triggerConfig).toEqual({ eventName: 'signup' })
    const before = [...service.state.steps.values()][0]?.name
    const changed = await call(service, `PATCH /workflows/${id}`, { triggerConfig: { eventName: 'login' } })
    expect(changed).toMatchObject({
      status: 200,
      body: { triggerConfig: { eventName: 'login' }, project: { name: 'Example' } },
    })
    const [trigger] = service.state.steps.values()
    expect(trigger).toMatchObject({ config: { eventName: 'login' } })
    expect(trigger?.name).not.toBe(before)
  })

  it('keeps its trigger and itself while somebody is in it', async () => {
    const service = await started()
    const id = await made(service)
    const wait = await step(service, id, 'WAIT_FOR_EVENT', { config: { eventName: 'login' } })
    await call(service, 'POST /v1/track', { event: 'signup', email: 'ada@example.com' })
    const refused = plain(409)
    expect(
      await call(service, `PATCH /workflows/${id}`, { triggerConfig: { eventName: 'x' } }),
    ).toMatchObject(refused)
    expect(await call(service, `PATCH /workflows/${id}/steps/${wait}`, { config: {} })).toMatchObject(refused)
    expect((await call(service, `PATCH /workflows/${id}/steps/${wait}`, { name: 'Wait' })).status).toBe(200)
    expect(await call(service, `DELETE /workflows/${id}`)).toMatchObject(refused)
    expect((await call(service, 'GET /events/login/usage')).body).toMatchObject({
      usedInWorkflows: [{ id }],
      canDelete: false,
    })
    expect(await call(service, 'DELETE /events/login')).toMatchObject(flat(400))
    await call(service, `POST /workflows/${id}/executions/cancel-all`)
    expect((await call(service, `DELETE /workflows/${id}`)).status).toBe(204)
    expect(service.state.steps.size).toBe(0)
  })

  it('copies a workflow with its steps, switched off', async () => {
    const service = await started()
    const id = await made(service)
    await step(service, id, 'EXIT')
    const copy = await call(service, `POST /workflows/${id}/duplicate`)
    expect(copy).toMatchObject({ status: 201, body: { name: 'Welcome (Copy)', enabled: false } })
    const { body } = await call(service, `GET /workflows/${textAt(copy.body, 'id')}`)
    expect(body).toMatchObject({ steps: [{ type: 'TRIGGER', outgoingTransitions: [{}] }, { type: 'EXIT' }] })
  })
})

describe('steps and transitions (deployed.md section 7)', () => {
  it('asks for the parts of a step, knows its template, and has one trigger', async () => {
    const service = await started()
    const id = await made(service)
    const add = (body: object) => call(service, `POST /workflows/${id}/steps`, body)
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
    const service = await started()
    const id = await made(service)
    const first = await step(service, id, 'DELAY')
    const second = await step(service, id, 'EXIT', { autoConnect: false })
    const ways = [...service.state.transitions.values()].map(({ toStepId }) => toStepId)
    expect(ways).toEqual([first])
    expect(ways).not.toContain(second)
  })

  it('deletes everything downstream along with a step', async () => {
    const service = await started()
    const id = await made(service)
    const first = await step(service, id, 'DELAY')
    await step(service, id, 'DELAY')
    await step(service, id, 'EXIT')
    expect((await call(service, `DELETE /workflows/${id}/steps/${first}`)).status).toBe(204)
    expect(typesOf(service)).toEqual(['TRIGGER'])
    const [trigger] = service.state.steps.keys()
    expect(await call(service, `DELETE /workflows/${id}/steps/${trigger}`)).toMatchObject(plain(400))
  })

  it.each([
    ['late' as const, ['TRIGGER', 'EXIT']],
    ['spring' as const, ['TRIGGER']],
  ])('takes one step out of the middle in %s', async (generation, left) => {
    const service = await started({ generation })
    const id = await made(service)
    const first = await step(service, id, 'DELAY')
    await step(service, id, 'EXIT')
    await call(service, `DELETE /workflows/${id}/steps/${first}?splice=true`)
    expect(typesOf(service)).toEqual(left)
    expect(service.state.transitions.size).toBe(left.length - 1)
  })

  it('refuses ways that make no sense', async () => {
    const service = await started()
    const id = await made(service)
    const alone = { autoConnect: false }
    const [delay, wait, exit] = [
      await step(service, id, 'DELAY', alone),
      await step(service, id, 'WAIT_FOR_EVENT', alone),
      await step(service, id, 'EXIT', alone),
    ]
    const way = (from: string, to: string, more: object = {}) =>
      call(service, `POST /workflows/${id}/transitions`, { fromStepId: from, toStepId: to, ...more })
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
    expect(await way(wait, exit, { waitOutcome: 'EVENT', condition: { branch: 'yes' } })).toMatchObject(
      plain(400),
    )
    expect((await way(wait, exit, { waitOutcome: 'EVENT' })).status).toBe(201)
    expect((await way(wait, exit, { waitOutcome: 'TIMEOUT', priority: 1 })).status).toBe(201)
    const gone = await call(service, `DELETE /workflows/${id}/transitions/${textAt(first.body, 'id')}`)
    expect(gone.status).toBe(204)
  })

  it('refuses none of them in spring', async () => {
    const service = await started({ generation: 'spring' })
    const id = await made(service)
    const exit = await step(service, id, 'EXIT')
    const way = { fromStepId: exit, toStepId: exit }
    expect((await call(service, `POST /workflows/${id}/transitions`, way)).status).toBe(201)
  })
})

describe('runs (deployed.md section 7)', () => {
  const start = (service: DeployedService, id: string, contactId: string) =>
    call(service, `POST /workflows/${id}/executions`, { contactId })

  it('are listed newest first under a name of their own', async () => {
    const service = await started()
    const people = service.seed(3)
    const id = await made(service)
    for (const person of people) await start(service, id, person.id)
    const { body } = await call(service, `GET /workflows/${id}/executions?pageSize=2`)
    expect(body).toMatchObject({
      executions: [{ contact: { id: people[2]?.id, email: people[2]?.email }, status: 'COMPLETED' }, {}],
      ...{ total: 3, page: 1, pageSize: 2, totalPages: 2 },
    })
    expect(body).not.toHaveProperty('data')
    expect((await call(service, `GET /workflows/${id}/executions?status=FAILED`)).body).toMatchObject({
      total: 0,
    })
    const run = textAt(body, 'executions', 0, 'id')
    expect((await call(service, `GET /workflows/${id}/executions/${run}`)).body).toMatchObject({
      id: run,
      workflow: { id },
      stepExecutions: [{ status: 'COMPLETED' }],
    })
  })

  it('are started by hand, where the workflow is on and the contact was not in it', async () => {
    const service = await started()
    const [first, second] = service.seed(2)
    const off = await made(service, { enabled: false })
    expect(await start(service, off, first?.id ?? '')).toMatchObject(plain(400))
    const once = await made(service)
    expect((await start(service, once, first?.id ?? '')).status).toBe(201)
    expect(await start(service, once, first?.id ?? '')).toMatchObject(plain(409))
    const again = await made(service, { allowReentry: true })
    await start(service, again, second?.id ?? '')
    expect((await start(service, again, second?.id ?? '')).status).toBe(201)
  })

  it('are cancelled, even when they are over', async () => {
    const service = await started()
    const [person] = service.seed(1)
    const id = await made(service)
    const run = textAt((await start(service, id, person?.id ?? '')).body, 'id')
    const cancelled = await call(service, `DELETE /workflows/${id}/executions/${run}`)
    expect(cancelled).toMatchObject({ status: 200, body: { id: run, status: 'CANCELLED' } })
    expect((await call(service, `POST /workflows/${id}/executions/cancel-all`)).body).toEqual({
      cancelled: 0,
    })
  })

  it('begin by an event once ever, or again where nobody is in it', async () => {
    const service = await started()
    const once = await made(service)
    const again = await made(service, { allowReentry: true })
    const waits = await made(service, { allowReentry: true })
    await step(service, waits, 'WAIT_FOR_EVENT', { config: { eventName: 'never' } })
    for (let times = 0; times < 2; times++) {
      await call(service, 'POST /v1/track', { event: 'signup', email: 'ada@example.com' })
    }
    const count = async (id: string) =>
      member((await call(service, `GET /workflows/${id}/executions`)).body, 'total')
    expect(await Promise.all([once, again, waits].map(count))).toEqual([1, 2, 1])
  })
})
