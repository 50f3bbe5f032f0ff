import { describe, expect, it } from 'vitest'
import { workflowSchema } from '../../../src-shared/interface/workflow'
import { readAll, recordOf } from './answers'
import { nobody } from './endpoints'
import { lists } from './lists'
import { fitting, make } from './made'
import { expectOneOf, expectRefusal } from './refusals'
import { conformance } from './suite'

const steps = [
  {
    id: 'wait',
    type: 'DELAY',
    name: 'A day',
    config: { amount: 1, unit: 'days' },
    position: { x: 10, y: 20 },
  },
  { id: 'end', type: 'EXIT', name: 'The end', config: { reason: 'done' } },
]
const transitions = [{ fromStepId: 'wait', toStepId: 'end' }]

conformance('4 /workflows', (the) => {
  const post = (body: unknown) => the.service.ask('POST', '/workflows', { body })
  const patch = (id: string, body: unknown) => the.service.ask('PATCH', `/workflows/${id}`, { body })
  const get = async (id: string) => recordOf(await the.service.ask('GET', `/workflows/${id}`), workflowSchema)

  describe('POST', () => {
    it('creates one by name and event, not enabled unless said', async () => {
      const body = fitting.workflow()
      const answer = await post(body)
      expect([200, 201]).toContain(answer.status)
      const made = recordOf(answer, workflowSchema)
      the.service.keep(`/workflows/${made.id}`)
      const { name, eventName } = body
      const expected = {
        name,
        triggerType: 'EVENT',
        triggerConfig: { eventName },
        enabled: false,
        allowReentry: false,
      }
      expect(made).toMatchObject(expected)
      expect(await get(made.id)).toMatchObject(expected)
    })

    it('keeps the optional fields', async () => {
      const more = { description: 'For new people', allowReentry: true }
      expect(await get((await make.workflow(the.service, more)).id)).toMatchObject(more)
    })

    it.each([
      ['without a name', { name: undefined }, 'name'],
      ['with an empty name', { name: '' }, 'name'],
      ['without an event', { eventName: undefined }, 'eventName'],
      ['with a number as event', { eventName: 1 }, 'eventName'],
      ['with enabled as text', { enabled: 'yes' }, 'enabled'],
      ['with allowReentry as a number', { allowReentry: 1 }, 'allowReentry'],
      ['with a description that is no text', { description: {} }, 'description'],
    ])('refuses one %s with 422', async (_what, more, field) => {
      expectRefusal(the, await post({ ...fitting.workflow(), ...more }), 'VALIDATION_ERROR', field)
    })
  })

  the.onlyEmbedded('steps', 'only the embedded service takes them (wire.md, "Workflow")', () => {
    describe('steps', () => {
      it('come back from GET /workflows/:id, with their ways', async () => {
        const { id } = await make.workflow(the.service, { steps, transitions })
        const found = (await get(id)).steps ?? []
        const wait = found.find(({ type }) => type === 'DELAY')
        const end = found.find(({ type }) => type === 'EXIT')
        expect(wait).toMatchObject({
          name: 'A day',
          config: { amount: 1, unit: 'days' },
          position: { x: 10, y: 20 },
        })
        expect(end).toMatchObject({ name: 'The end', config: { reason: 'done' } })
        expect(wait?.outgoingTransitions).toEqual([expect.objectContaining({ toStepId: end?.id })])
      })

      it('are replaced by PATCH', async () => {
        const { id } = await make.workflow(the.service, { steps, transitions })
        expect((await patch(id, { steps: [steps[1]], transitions: [] })).status).toBe(200)
        const types = (await get(id)).steps?.map(({ type }) => type).filter((type) => type !== 'TRIGGER')
        expect(types).toEqual(['EXIT'])
      })

      it.each([
        ['of a type that there is not', [{ id: 'a', type: 'DANCE' }]],
        ['without an id', [{ type: 'EXIT' }]],
        ['that are no list', { id: 'a', type: 'EXIT' }],
        ['with a DELAY that says no time', [{ id: 'a', type: 'DELAY', config: {} }]],
        ['with a DELAY of no known unit', [{ id: 'a', type: 'DELAY', config: { amount: 1, unit: 'weeks' } }]],
        ['with a negative DELAY', [{ id: 'a', type: 'DELAY', config: { amount: -1, unit: 'days' } }]],
        ['with a WAIT_FOR_EVENT for nothing', [{ id: 'a', type: 'WAIT_FOR_EVENT', config: {} }]],
        ['with a CONDITION without a condition', [{ id: 'a', type: 'CONDITION', config: {} }]],
        ['with a WEBHOOK to a file', [{ id: 'a', type: 'WEBHOOK', config: { url: 'file:///etc/passwd' } }]],
        ['with a SEND_EMAIL without a template', [{ id: 'a', type: 'SEND_EMAIL' }]],
        ['with a SEND_EMAIL of an unknown template', [{ id: 'a', type: 'SEND_EMAIL', templateId: nobody }]],
        [
          'with two of the same id',
          [
            { id: 'a', type: 'EXIT' },
            { id: 'a', type: 'EXIT' },
          ],
        ],
      ])('%s are refused', async (_what, wrong) => {
        expectOneOf(await post({ ...fitting.workflow(), steps: wrong }), 400, 404, 422)
      })

      it.each([
        ['to a step that there is not', [{ fromStepId: 'wait', toStepId: 'nowhere' }]],
        ['from a step that there is not', [{ fromStepId: 'nowhere', toStepId: 'end' }]],
        [
          'with a branch that there is not',
          [{ fromStepId: 'wait', toStepId: 'end', condition: { branch: 'maybe' } }],
        ],
      ])('with a way %s are refused with 422', async (_what, ways) => {
        expectRefusal(
          the,
          await post({ ...fitting.workflow(), steps, transitions: ways }),
          'VALIDATION_ERROR',
        )
      })
    })
  })

  describe('PATCH /workflows/:id', () => {
    it('changes what is said and nothing else', async () => {
      const made = await make.workflow(the.service, { description: 'Before' })
      const changed = recordOf(await patch(made.id, { description: 'After' }), workflowSchema)
      expect(changed).toMatchObject({ id: made.id, name: made.name, description: 'After', enabled: false })
      expect(await get(made.id)).toMatchObject({ triggerConfig: made.triggerConfig, description: 'After' })
    })

    it('enables and disables', async () => {
      const { id } = await make.workflow(the.service)
      expect(recordOf(await patch(id, { enabled: true }), workflowSchema).enabled).toBe(true)
      expect(recordOf(await patch(id, { enabled: false }), workflowSchema).enabled).toBe(false)
    })

    it.each([
      ['an empty name', { name: '' }, 'name'],
      ['enabled as text', { enabled: 'no' }, 'enabled'],
      ['an empty event', { eventName: '' }, 'eventName'],
    ])('refuses %s with 422', async (_what, body, field) => {
      const { id } = await make.workflow(the.service)
      expectRefusal(the, await patch(id, body), 'VALIDATION_ERROR', field)
    })
  })

  it('DELETE /workflows/:id deletes, and then there is none', async () => {
    const { id } = await make.workflow(the.service)
    expect([200, 204]).toContain((await the.service.ask('DELETE', `/workflows/${id}`)).status)
    expectRefusal(the, await the.service.ask('GET', `/workflows/${id}`), 'RESOURCE_NOT_FOUND')
    expectRefusal(the, await the.service.ask('GET', `/workflows/${id}/executions`), 'RESOURCE_NOT_FOUND')
    expectRefusal(the, await the.service.ask('DELETE', `/workflows/${id}`), 'RESOURCE_NOT_FOUND')
  })

  it('GET lists workflows as they are read one by one', async () => {
    const made = await make.workflow(the.service)
    const listed = (await readAll(the.service, lists.workflows)).find(({ id }) => id === made.id)
    expect(listed).toMatchObject({ id: made.id, name: made.name, enabled: false })
  })

  it('GET /workflows/:id/executions of one that never ran is empty', async () => {
    const { id } = await make.workflow(the.service)
    expect(await readAll(the.service, lists.executionsOf(id))).toEqual([])
  })

  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/executions'],
  ])('%s /workflows/:id%s of an unknown id is 404', async (method, rest) => {
    for (const id of [nobody, 'wfl_0000000000', 'nonsense', '1']) {
      const body = method === 'PATCH' ? {} : undefined
      const answer = await the.service.ask(method, `/workflows/${id}${rest}`, { body })
      expectRefusal(the, answer, 'RESOURCE_NOT_FOUND')
    }
  })
})
