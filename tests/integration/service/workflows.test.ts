import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Workflow, workflowSchema } from '../../../src-shared/interface/workflow'
import { type Answer, errorOf, type OpenedInside, openInProcess } from './open'
import { definition } from './workflow-calls'
import { until } from '../../fixtures/until'

const fitting = { name: 'Welcome', eventName: 'signed-up' }
const wait = { id: 'wait', type: 'DELAY', config: { amount: 2, unit: 'days' } }
const end = { id: 'end', type: 'EXIT' }
const condition = { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'exists' }] }] }

describe('/workflows', () => {
  let service: OpenedInside

  beforeAll(async () => {
    service = await openInProcess()
  })
  afterAll(async () => {
    expect(service.failures).toEqual([])
    await service.stop()
  })

  const post = (body: unknown) => service.ask('POST', '/workflows', { body })
  const patch = (id: string, body: unknown) => service.ask('PATCH', `/workflows/${id}`, { body })
  const get = async (id: string) => workflowSchema.parse((await service.ask('GET', `/workflows/${id}`)).body)
  async function create(more: object = {}): Promise<Workflow> {
    const answer = await post({ ...fitting, ...more })
    expect(answer.status).toBe(201)
    return get(workflowSchema.parse(answer.body).id)
  }
  async function template(from: string | null = 'desk@mail.example'): Promise<string> {
    const body = { name: 'Hello', subject: 'Hello', body: 'Hello', type: 'TRANSACTIONAL', from }
    return z.object({ id: z.string() }).parse((await service.ask('POST', '/templates', { body })).body).id
  }

  describe('POST', () => {
    it('makes one with a TRIGGER alone, not enabled', async () => {
      const { status, body } = await post(fitting)
      expect(status).toBe(201)
      expect(body).toEqual({
        id: expect.stringMatching(/^wfl_[0-9a-z]{10}$/),
        name: 'Welcome',
        enabled: false,
        triggerType: 'EVENT',
        triggerConfig: { eventName: 'signed-up' },
        allowReentry: false,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      })
      expect((await get(workflowSchema.parse(body).id)).steps).toEqual([
        {
          id: expect.stringMatching(/^stp_[0-9a-z]{10}$/),
          type: 'TRIGGER',
          name: 'Trigger',
          position: { x: 0, y: -120 },
          config: {},
          outgoingTransitions: [],
        },
      ])
    })

    it('gives steps ids of their own, and links the TRIGGER it makes to the first', async () => {
      const { steps = [] } = await create({
        steps: [{ ...wait, name: 'Two days', position: { x: 5, y: -6.5 } }, end],
        transitions: [{ fromStepId: 'wait', toStepId: 'end' }],
      })
      const [trigger, first, last] = steps
      expect(steps.map(({ type, name }) => [type, name])).toEqual([
        ['TRIGGER', 'Trigger'],
        ['DELAY', 'Two days'],
        ['EXIT', 'Exit'],
      ])
      expect(trigger?.outgoingTransitions).toEqual([{ toStepId: first?.id }])
      expect(first).toMatchObject({ position: { x: 5, y: -6.5 }, config: wait.config })
      expect(first?.outgoingTransitions).toEqual([{ toStepId: last?.id }])
    })

    it('takes a TRIGGER as it is given', async () => {
      const { steps = [] } = await create({
        steps: [end, { id: 't', type: 'TRIGGER', name: 'Begin' }],
        transitions: [{ fromStepId: 't', toStepId: 'end' }],
      })
      expect(steps.map(({ name }) => name)).toEqual(['Exit', 'Begin'])
      expect(steps[1]?.outgoingTransitions).toEqual([{ toStepId: steps[0]?.id }])
    })

    it('takes ways out with their branch, in either place', async () => {
      const { steps = [] } = await create({
        steps: [
          {
            id: 'if',
            type: 'CONDITION',
            config: { condition },
            outgoingTransitions: [{ toStepId: 'end', condition: { branch: 'yes' } }],
          },
          end,
          { ...end, id: 'other' },
        ],
        transitions: [{ fromStepId: 'if', toStepId: 'other', condition: { branch: 'no' } }],
      })
      expect(steps[1]?.outgoingTransitions).toEqual([
        { toStepId: steps[3]?.id, condition: { branch: 'no' } },
        { toStepId: steps[2]?.id, condition: { branch: 'yes' } },
      ])
    })

    it.each(['email.open', 'contact.subscribed', 'segment.VIP.entry'])(
      'may be started by %s',
      async (name) => {
        expect(await create({ eventName: name })).toMatchObject({ triggerConfig: { eventName: name } })
      },
    )

    it('keeps a template, and says nothing of one elsewhere', async () => {
      const templateId = await template()
      const { steps = [] } = await create({ steps: [{ id: 'a', type: 'SEND_EMAIL', templateId }] })
      expect(steps.map((step) => 'templateId' in step && step.templateId)).toEqual([false, templateId])
    })

    it('takes keys and names as they are, however hostile', async () => {
      const data = '{"__proto__":{"x":1},"constructor":2,"a\\"b":3}'
      const text = `{"name":"'; DROP TABLE workflow; --","eventName":"a%_\\"b",
        "steps":[{"id":"__proto__","type":"UPDATE_CONTACT","config":{"data":${data}}}]}`
      const answer = await service.ask('POST', '/workflows', { text })
      expect(answer.status).toBe(201)
      const made = await get(workflowSchema.parse(answer.body).id)
      expect(made).toMatchObject({
        name: "'; DROP TABLE workflow; --",
        triggerConfig: { eventName: 'a%_"b' },
      })
      expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    })
  })

  describe('PATCH', () => {
    it('changes what is said and leaves the rest', async () => {
      const { id } = await create({ description: 'For new people', steps: [wait] })
      const { status, body } = await patch(id, { name: 'Hello', enabled: true })
      expect(status).toBe(200)
      expect(body).toMatchObject({ id, name: 'Hello', enabled: true, description: 'For new people' })
      expect((await get(id)).steps).toHaveLength(2)
    })

    it('clears a description with null', async () => {
      const { id } = await create({ description: 'For new people' })
      expect((await patch(id, { description: null })).body).not.toHaveProperty('description')
    })

    it('takes another trigger in either form', async () => {
      const { id } = await create()
      const trigger = async (body: object) => workflowSchema.parse((await patch(id, body)).body).triggerConfig
      expect(await trigger({ eventName: 'b' })).toEqual({ eventName: 'b' })
      expect(await trigger({ triggerType: 'EVENT', triggerConfig: { eventName: 'c' } })).toEqual({
        eventName: 'c',
      })
      expect(await trigger({ eventName: 'd', triggerConfig: { eventName: 'e' } })).toEqual({ eventName: 'd' })
    })

    it('changes nothing when it is sent what GET answered', async () => {
      const made = await create(
        definition(
          [
            ['if', 'CONDITION', { condition }],
            ['wait', 'DELAY', { amount: 1, unit: 'days' }],
            ['end', 'EXIT'],
          ],
          [
            ['if', 'wait', 'yes'],
            ['if', 'end', 'no'],
            ['wait', 'if'],
          ],
        ),
      )
      expect((await patch(made.id, made)).status).toBe(200)
      expect(await get(made.id)).toEqual(made)
    })

    it('moves updatedAt only when something changed', async () => {
      const made = await create({ steps: [wait] })
      const madeAt = Date.parse(made.updatedAt ?? '')
      await until(
        () => Date.now(),
        (now) => now > madeAt,
      )
      await patch(made.id, { name: made.name, enabled: false })
      expect((await get(made.id)).updatedAt).toBe(made.updatedAt)
      const steps = (made.steps ?? []).map((step) => ({ ...step, name: 'Renamed' }))
      await patch(made.id, { steps })
      expect((await get(made.id)).updatedAt).not.toBe(made.updatedAt)
    })

    it('keeps the steps whose ids it names, with what it does not say of them', async () => {
      const { id, steps: before = [] } = await create({
        steps: [{ ...wait, name: 'Two days', position: { x: 1, y: 2 } }],
      })
      const kept = before[1]?.id ?? ''
      await patch(id, {
        steps: [{ id: kept, type: 'DELAY', config: { amount: 3, unit: 'hours' } }, { ...end }],
        transitions: [{ fromStepId: kept, toStepId: 'end' }],
      })
      const { steps: after = [] } = await get(id)
      expect(after.slice(0, 2).map((step) => step.id)).toEqual(before.map((step) => step.id))
      expect(after[1]).toMatchObject({
        name: 'Two days',
        position: { x: 1, y: 2 },
        config: { amount: 3, unit: 'hours' },
      })
    })

    it('makes new steps of ids that belong to another workflow', async () => {
      const other = await create({ steps: [wait] })
      const { id } = await create()
      await patch(id, { steps: other.steps })
      const { steps = [] } = await get(id)
      expect(steps.map(({ type }) => type)).toEqual(['TRIGGER', 'DELAY'])
      expect(steps[1]?.id).not.toBe(other.steps?.[1]?.id)
      expect((await get(other.id)).steps).toEqual(other.steps)
    })

    it('changes the ways alone', async () => {
      const { id, steps = [] } = await create({
        steps: [wait, end],
        transitions: [{ fromStepId: 'wait', toStepId: 'end' }],
      })
      const [trigger, delay, exit] = steps.map((step) => step.id)
      const transitions = [
        { fromStepId: trigger, toStepId: delay },
        { fromStepId: delay, toStepId: delay },
      ]
      expect(errorOf(await patch(id, { transitions })).fields).toEqual(['transitions'])
      const fitting = [transitions[0], { fromStepId: delay, toStepId: exit }]
      expect((await patch(id, { transitions: fitting })).status).toBe(200)
    })

    it('refuses to make a step another kind', async () => {
      const { id, steps = [] } = await create({ steps: [wait] })
      const changed = [{ id: steps[1]?.id, type: 'EXIT' }]
      expect(errorOf(await patch(id, { steps: changed })).fields).toEqual(['steps.0.type'])
    })

    it('changes nothing when one part is refused', async () => {
      const made = await create({ steps: [wait] })
      await patch(made.id, { name: 'Other', steps: [end, wait] })
      expect(await get(made.id)).toEqual(made)
    })
  })

  describe('DELETE', () => {
    it('removes it, with its executions', async () => {
      const { id } = await create()
      expect((await service.ask('DELETE', `/workflows/${id}`)).status).toBe(204)
      for (const path of [`/workflows/${id}`, `/workflows/${id}/executions`]) {
        expect(errorOf(await service.ask('GET', path))).toMatchObject({
          status: 404,
          code: 'RESOURCE_NOT_FOUND',
        })
      }
    })
  })

  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/executions'],
  ])('answers 404 to %s of what is not there%s', async (method, below) => {
    for (const id of ['wfl_0000000000', 'nonsense', 'cnt_7h2kq9w4x1', '%00']) {
      const question = method === 'PATCH' ? { body: {} } : {}
      const answer = await service.ask(method, `/workflows/${id}${below}`, question)
      expect(errorOf(answer)).toMatchObject({ status: 404, code: 'RESOURCE_NOT_FOUND' })
    }
  })

  it('refuses a state of executions that there is not', async () => {
    const { id } = await create()
    const answer = await service.ask('GET', `/workflows/${id}/executions?status=ASLEEP`)
    expect(errorOf(answer)).toEqual({ status: 400, code: 'BAD_REQUEST', fields: ['status'] })
  })

  it('wants a secret key', async () => {
    const answer = await service.ask('GET', '/workflows', { key: service.publicKey })
    expect(errorOf(answer)).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
  })
})

describe.each(['reference', 'envelope'] as const)('lists in the dialect %s', (dialect) => {
  let service: OpenedInside

  beforeAll(async () => {
    service = await openInProcess({ dialect })
  })
  afterAll(() => service.stop())

  /** The names of the fields of a list, and the list. */
  function read({ body }: Answer): { keys: string[]; items: Record<string, unknown>[] } {
    const inner = dialect === 'envelope' ? z.object({ data: z.unknown() }).parse(body).data : body
    const fields = z.record(z.string(), z.unknown()).parse(inner)
    const list = Object.values(fields).find((value) => Array.isArray(value))
    return { keys: Object.keys(fields), items: z.array(z.record(z.string(), z.unknown())).parse(list) }
  }
  const expected = {
    reference: (name: string) => [name, 'cursor', 'hasMore', 'total'],
    envelope: () => ['items', 'nextCursor', 'hasMore', 'total'],
  }[dialect]

  it('has the forms of wire.md, newest first, and the fields of its records', async () => {
    for (const name of ['First', 'Second']) {
      const body = {
        name,
        eventName: 'start',
        enabled: true,
        steps: [{ ...end, config: { reason: 'enough' } }],
      }
      expect((await service.ask('POST', '/workflows', { body })).status).toBe(201)
    }
    for (const email of ['ada@example.com', 'bob@example.com']) {
      await service.ask('POST', '/v1/track', { body: { email, event: 'start' } })
    }
    const workflows = read(await service.ask('GET', '/workflows'))
    expect(workflows.keys).toEqual(expected('workflows'))
    expect(workflows.items.map(({ name }) => name)).toEqual(['Second', 'First'])

    const path = `/workflows/${workflows.items[0]?.['id']}/executions`
    await expect.poll(async () => read(await service.ask('GET', path)).items).toHaveLength(2)
    const executions = read(await service.ask('GET', `${path}?status=EXITED`))
    expect(executions.keys).toEqual(expected('executions'))
    expect(executions.items[0]).toEqual({
      id: expect.any(String),
      workflowId: workflows.items[0]?.['id'],
      contactId: expect.any(String),
      status: 'EXITED',
      currentStepId: expect.any(String),
      exitReason: 'enough',
      startedAt: expect.any(String),
      completedAt: expect.any(String),
    })
    expect(read(await service.ask('GET', `${path}?status=FAILED`)).items).toEqual([])
    const small = read(await service.ask('GET', `${path}?limit=1&pageSize=1`))
    expect(small.items).toHaveLength(1)
  })
})
