import { describe, expect, it } from 'vitest'
import { call, flat, member, plain, textAt } from '../../deployed/stand-in/calls'
import { track } from './one-step-workflow'
import { holds, type Subject, subjects } from './subjects'

const nobody = '00000000-0000-4000-8000-000000000000'

async function made(service: Subject, body: object = {}): Promise<string> {
  const whole = { name: 'Welcome', eventName: 'signup', enabled: true, ...body }
  return textAt((await call(service, 'POST /workflows', whole)).body, 'id')
}

async function step(service: Subject, id: string, type: string, more: object = {}): Promise<string> {
  const body = { type, name: type, position: { x: 0, y: 0 }, config: { some: 1 }, ...more }
  return textAt((await call(service, `POST /workflows/${id}/steps`, body)).body, 'id')
}

/** The types of the steps of a workflow. */
async function typesOf(service: Subject, id: string): Promise<string[]> {
  const { body } = await call(service, `GET /workflows/${id}`)
  return [...JSON.stringify(member(body, 'steps')).matchAll(/"type":"(\w+)"/g)].map(([, type = '']) => type)
}

describe.each(subjects)('$name', (candidate) => {
  describe('workflows (deployed.md section 7)', () => {
    holds(
      candidate,
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
              ...{ triggerType: 'EVENT', triggerConfig: { eventName: 'signup' } },
              projectId: expect.any(String),
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
      async (service) => {
        await service.seed(1)
      },
    )

    it('makes a trigger, and shows steps with what leads out of and into them', async () => {
      const service = await candidate.open()
      const template = { name: 'T', subject: 'S', body: 'B', from: 'a@example.com' }
      const templateId = textAt((await call(service, 'POST /templates', template)).body, 'id')
      const id = await made(service)
      const mail = await step(service, id, 'SEND_EMAIL', { templateId })
      const { body } = await call(service, `GET /workflows/${id}`)
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
      expect(await call(service, `DELETE /templates/${templateId}`)).toMatchObject(plain(409))
      expect((await call(service, `GET /templates/${templateId}/usage`)).body).toMatchObject({
        workflowSteps: 1,
      })
      const list = await call(service, 'GET /workflows?search=WELC&sort=steps&status=active')
      expect(list.body).toMatchObject({ data: [{ id, _count: { steps: 2, executions: 0 } }], total: 1 })
      expect((await call(service, 'GET /workflows?status=disabled')).body).toMatchObject({ total: 0 })
    })

    it('takes triggerConfig and not eventName, and renames the trigger', async () => {
      const service = await candidate.open()
      const id = await made(service)
      expect((await call(service, `PATCH /workflows/${id}`, { eventName: 'login' })).body).toMatchObject({
        triggerConfig: { eventName: 'signup' },
      })
      const before = textAt((await call(service, `GET /workflows/${id}`)).body, 'steps', 0, 'name')
      const triggerConfig = { eventName: 'login' }
      expect(await call(service, `PATCH /workflows/${id}`, { triggerConfig })).toMatchObject({
        status: 200,
        body: { triggerConfig, project: { name: expect.any(String) } },
      })
      const { body } = await call(service, `GET /workflows/${id}`)
      expect(body).toMatchObject({ steps: [{ config: triggerConfig }] })
      expect(textAt(body, 'steps', 0, 'name')).not.toBe(before)
      await track(service, 'login')
      expect((await call(service, `GET /workflows/${id}/executions`)).body).toMatchObject({ total: 1 })
    })

    it.each(['MANUAL', 'SCHEDULE'])('never fires by %s', async (triggerType) => {
      const service = await candidate.open()
      const id = await made(service)
      await call(service, `PATCH /workflows/${id}`, { triggerType })
      await track(service, 'signup')
      expect((await call(service, `GET /workflows/${id}/executions`)).body).toMatchObject({ total: 0 })
    })

    it('keeps its trigger and itself while somebody is in it', async () => {
      const service = await candidate.open()
      const id = await made(service)
      const wait = await step(service, id, 'WAIT_FOR_EVENT', { config: { eventName: 'login' } })
      await track(service, 'signup')
      const refused = plain(409)
      expect(
        await call(service, `PATCH /workflows/${id}`, { triggerConfig: { eventName: 'x' } }),
      ).toMatchObject(refused)
      expect(await call(service, `PATCH /workflows/${id}/steps/${wait}`, { config: {} })).toMatchObject(
        refused,
      )
      expect((await call(service, `PATCH /workflows/${id}/steps/${wait}`, { name: 'Wait' })).status).toBe(200)
      expect(await call(service, `DELETE /workflows/${id}`)).toMatchObject(refused)
      expect((await call(service, 'GET /events/login/usage')).body).toMatchObject({
        usedInWorkflows: [{ id }],
        canDelete: false,
      })
      expect(await call(service, 'DELETE /events/login')).toMatchObject(flat(400))
      expect((await call(service, `POST /workflows/${id}/executions/cancel-all`)).body).toEqual({
        cancelled: 1,
      })
      expect((await call(service, `DELETE /workflows/${id}`)).status).toBe(204)
      expect(await call(service, `GET /workflows/${id}`)).toMatchObject(plain(404))
    })

    it('copies what starts a workflow, also where that was changed', async () => {
      const service = await candidate.open()
      const id = await made(service)
      const triggerConfig = { eventName: 'login', note: 'changed' }
      await call(service, `PATCH /workflows/${id}`, { triggerConfig })
      const copy = textAt((await call(service, `POST /workflows/${id}/duplicate`)).body, 'id')
      expect((await call(service, `GET /workflows/${copy}`)).body).toMatchObject({ triggerConfig })
      await call(service, `PATCH /workflows/${copy}`, { enabled: true })
      await track(service, 'login')
      expect((await call(service, `GET /workflows/${copy}/executions`)).body).toMatchObject({ total: 1 })
    })

    it('begins at no event where that has no name', async () => {
      const service = await candidate.open()
      const id = await made(service)
      const triggerConfig = { eventName: 5 }
      expect(await call(service, `PATCH /workflows/${id}`, { triggerConfig })).toMatchObject({
        status: 200,
        body: { triggerConfig },
      })
      for (const event of ['signup', '5']) await track(service, event)
      expect((await call(service, `GET /workflows/${id}/executions`)).body).toMatchObject({ total: 0 })
    })

    it('copies a workflow with its steps, switched off', async () => {
      const service = await candidate.open()
      const id = await made(service)
      await step(service, id, 'EXIT')
      const copy = await call(service, `POST /workflows/${id}/duplicate`)
      expect(copy).toMatchObject({ status: 201, body: { name: 'Welcome (Copy)', enabled: false } })
      const { body } = await call(service, `GET /workflows/${textAt(copy.body, 'id')}`)
      expect(body).toMatchObject({
        steps: [{ type: 'TRIGGER', outgoingTransitions: [{}] }, { type: 'EXIT' }],
      })
    })
  })

  describe('steps and transitions (deployed.md section 7)', () => {
    it('asks for the parts of a step, knows its template, and has one trigger', async () => {
      const service = await candidate.open()
      const id = await made(service)
      const add = (body: object) => call(service, `POST /workflows/${id}/steps`, body)
      const whole = { type: 'EXIT', name: 'End', position: { x: 1, y: 2 }, config: {} }
      for (const key of ['type', 'name', 'position', 'config']) {
        expect(await add({ ...whole, [key]: undefined })).toMatchObject(flat(400))
      }
      expect(await add({ ...whole, templateId: 'none' })).toMatchObject(plain(404))
      expect(await add({ ...whole, type: 'TRIGGER' })).toMatchObject(plain(400))
      expect(await add({ ...whole, type: 'DANCE' })).toMatchObject(plain(500))
      expect(await add({ ...whole, type: 'DELAY', config: { amount: 'many' } })).toMatchObject({
        status: 201,
      })
    })

    it.each(['position', 'config'])('breaks on a step whose %s becomes null', async (key) => {
      const service = await candidate.open()
      const id = await made(service)
      const exit = await step(service, id, 'EXIT')
      expect(await call(service, `PATCH /workflows/${id}/steps/${exit}`, { [key]: null })).toMatchObject(
        plain(500),
      )
    })

    it('connects a new step to the last one, unless told not to', async () => {
      const service = await candidate.open()
      const id = await made(service)
      const first = await step(service, id, 'DELAY')
      await step(service, id, 'EXIT', { autoConnect: false })
      const ways = JSON.stringify((await call(service, `GET /workflows/${id}`)).body).matchAll(
        /"outgoingTransitions":\[\{.*?"toStepId":"(.*?)"/g,
      )
      expect([...ways].map(([, to]) => to)).toEqual([first])
    })

    it.each([
      ['CONDITION', { condition: { branch: 'yes' }, waitOutcome: null }],
      ['WAIT_FOR_EVENT', { condition: null, waitOutcome: 'EVENT' }],
    ])('connects a new step to the first way out of a %s', async (type, way) => {
      const service = await candidate.open()
      const id = await made(service)
      await step(service, id, type)
      const exit = await step(service, id, 'EXIT')
      expect((await call(service, `GET /workflows/${id}`)).body).toMatchObject({
        steps: [{}, { type, outgoingTransitions: [{ toStepId: exit, ...way }] }, {}],
      })
    })

    it('knows no step and no way of another id, or of another workflow', async () => {
      const service = await candidate.open()
      const id = await made(service)
      const other = await made(service)
      const exit = await step(service, id, 'EXIT')
      const missing = plain(404, 'Workflow step not found')
      for (const unknown of [nobody, await step(service, other, 'EXIT')]) {
        expect(await call(service, `PATCH /workflows/${id}/steps/${unknown}`, {})).toMatchObject(missing)
        expect(await call(service, `DELETE /workflows/${id}/steps/${unknown}`)).toMatchObject(missing)
        const way = { fromStepId: unknown, toStepId: exit }
        expect(await call(service, `POST /workflows/${id}/transitions`, way)).toMatchObject(missing)
      }
      const asks = `DELETE /workflows/${id}/transitions/${nobody}`
      expect(await call(service, asks)).toMatchObject(plain(404, 'Workflow transition not found'))
    })

    it('deletes everything downstream along with a step', async () => {
      const service = await candidate.open()
      const id = await made(service)
      const first = await step(service, id, 'DELAY')
      await step(service, id, 'DELAY')
      await step(service, id, 'EXIT')
      expect((await call(service, `DELETE /workflows/${id}/steps/${first}`)).status).toBe(204)
      expect(await typesOf(service, id)).toEqual(['TRIGGER'])
      const trigger = textAt((await call(service, `GET /workflows/${id}`)).body, 'steps', 0, 'id')
      expect(await call(service, `DELETE /workflows/${id}/steps/${trigger}`)).toMatchObject(plain(400))
    })

    it('takes one step out of the middle where it is told to', async () => {
      const service = await candidate.open()
      const id = await made(service)
      const first = await step(service, id, 'DELAY')
      const exit = await step(service, id, 'EXIT')
      await call(service, `DELETE /workflows/${id}/steps/${first}?splice=true`)
      expect(await typesOf(service, id)).toEqual(['TRIGGER', 'EXIT'])
      expect((await call(service, `GET /workflows/${id}`)).body).toMatchObject({
        steps: [{ outgoingTransitions: [{ toStepId: exit }] }, {}],
      })
    })

    it('refuses ways that make no sense', async () => {
      const service = await candidate.open()
      const id = await made(service)
      const alone = { autoConnect: false }
      const delay = await step(service, id, 'DELAY', alone)
      const wait = await step(service, id, 'WAIT_FOR_EVENT', alone)
      const exit = await step(service, id, 'EXIT', alone)
      const way = (from: string, to: string, more: object = {}) =>
        call(service, `POST /workflows/${id}/transitions`, { fromStepId: from, toStepId: to, ...more })
      expect(await way(delay, '')).toMatchObject(flat(400))
      expect(await way(delay, wait, { priority: 0.5 })).toMatchObject(plain(500))
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
      const gone = await call(service, `DELETE /workflows/${id}/transitions/${textAt(first.body, 'id')}`)
      expect(gone.status).toBe(204)
    })
  })

  describe('executions (deployed.md section 7)', () => {
    const start = (service: Subject, id: string, contactId = '') =>
      call(service, `POST /workflows/${id}/executions`, { contactId })

    it('are listed newest first under a name of their own', async () => {
      const service = await candidate.open()
      const people = await service.seed(3)
      const id = await made(service)
      for (const person of people) await start(service, id, person.id)
      const { body } = await call(service, `GET /workflows/${id}/executions?pageSize=2`)
      expect(body).toMatchObject({
        executions: [
          { contact: { id: people[2]?.id, email: 'person2@example.com' }, status: 'COMPLETED' },
          { currentStep: { type: 'TRIGGER' } },
        ],
        ...{ total: 3, page: 1, pageSize: 2, totalPages: 2 },
      })
      expect(body).not.toHaveProperty('data')
      expect((await call(service, `GET /workflows/${id}/executions?status=FAILED`)).body).toMatchObject({
        total: 0,
      })
      const run = textAt(body, 'executions', 0, 'id')
      expect((await call(service, `GET /workflows/${id}/executions/${run}`)).body).toMatchObject({
        ...{ id: run, workflow: { id } },
        stepExecutions: [{ status: 'COMPLETED' }],
      })
    })

    it('are started by hand, where the workflow is on and the contact was not in it', async () => {
      const service = await candidate.open()
      const [first = '', second = ''] = (await service.seed(2)).map(({ id }) => id)
      const off = await made(service, { enabled: false })
      expect(await start(service, off, first)).toMatchObject(plain(400))
      const once = await made(service)
      expect(await start(service, once)).toMatchObject(flat(400))
      expect(await start(service, once, 'nobody')).toMatchObject(plain(404, 'Contact not found'))
      expect((await start(service, once, first)).status).toBe(201)
      expect(await start(service, once, first)).toMatchObject(plain(409))
      const again = await made(service, { allowReentry: true })
      await start(service, again, second)
      expect((await start(service, again, second)).status).toBe(201)
    })

    it('are read by their own id alone, and by a status that there is', async () => {
      const service = await candidate.open()
      const [person = ''] = (await service.seed(1)).map(({ id }) => id)
      const [id, other] = [await made(service), await made(service)]
      const run = textAt((await start(service, id, person)).body, 'id')
      const missing = plain(404, 'Workflow execution not found')
      expect(await call(service, `GET /workflows/${id}/executions/${nobody}`)).toMatchObject(missing)
      expect(await call(service, `GET /workflows/${other}/executions/${run}`)).toMatchObject(missing)
      expect(await call(service, `DELETE /workflows/${other}/executions/${run}`)).toMatchObject(missing)
      expect(await call(service, `GET /workflows/${id}/executions?status=LOST`)).toMatchObject(plain(500))
    })

    it('are cancelled, even when they are over', async () => {
      const service = await candidate.open()
      const [person = ''] = (await service.seed(1)).map(({ id }) => id)
      const id = await made(service)
      const run = textAt((await start(service, id, person)).body, 'id')
      expect(await call(service, `DELETE /workflows/${id}/executions/${run}`)).toMatchObject({
        status: 200,
        body: { id: run, status: 'CANCELLED' },
      })
      expect((await call(service, `POST /workflows/${id}/executions/cancel-all`)).body).toEqual({
        cancelled: 0,
      })
    })

    it('begin by an event once ever, or again where nobody is in it', async () => {
      const service = await candidate.open()
      const once = await made(service)
      const again = await made(service, { allowReentry: true })
      const waits = await made(service, { allowReentry: true })
      await step(service, waits, 'WAIT_FOR_EVENT', { config: { eventName: 'never' } })
      for (let times = 0; times < 2; times++) await track(service, 'signup')
      const count = async (id: string) =>
        member((await call(service, `GET /workflows/${id}/executions`)).body, 'total')
      expect(await Promise.all([once, again, waits].map(count))).toEqual([1, 2, 1])
    })
  })
})
