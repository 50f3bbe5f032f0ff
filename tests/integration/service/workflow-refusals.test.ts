import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorOf, type OpenedInside, openInProcess } from './open'

const fitting = { name: 'Welcome', eventName: 'signed-up' }
const wait = { id: 'wait', type: 'DELAY', config: { amount: 2, unit: 'days' } }
const end = { id: 'end', type: 'EXIT' }

describe('POST /workflows', () => {
  let service: OpenedInside

  beforeAll(async () => {
    service = await openInProcess()
  })
  afterAll(() => service.stop())

  const post = (body: unknown) => service.ask('POST', '/workflows', { body })

  async function template(from: string | null): Promise<string> {
    const body = { name: 'Hello', subject: 'Hello', body: 'Hello', type: 'TRANSACTIONAL', from }
    return z.object({ id: z.string() }).parse((await service.ask('POST', '/templates', { body })).body).id
  }

  it.each<[string, object, string[]]>([
    ['no name', { name: undefined }, ['name']],
    ['no event', { eventName: undefined }, ['eventName']],
    ['an empty event', { eventName: '' }, ['eventName']],
    ['another kind of trigger', { triggerType: 'SCHEDULE' }, ['triggerType']],
    ['steps that are no list', { steps: {} }, ['steps']],
    ['a step without an id', { steps: [{ type: 'EXIT' }] }, ['steps.0.id']],
    ['a step of no known kind', { steps: [{ id: 'a', type: 'TELEPORT' }] }, ['steps.0.type']],
    ['a position of text', { steps: [{ ...end, position: { x: '1', y: 2 } }] }, ['steps.0.position.x']],
    ['a DELAY that is told nothing', { steps: [{ id: 'a', type: 'DELAY' }] }, ['steps.0.config']],
    [
      'a DELAY of nothing',
      { steps: [end, { id: 'a', type: 'DELAY', config: { amount: 0, unit: 'days' } }] },
      ['steps.1.config.amount'],
    ],
    [
      'a DELAY of less than a second',
      { steps: [{ id: 'a', type: 'DELAY', config: { amount: 0.01, unit: 'minutes' } }] },
      ['steps.0.config.amount'],
    ],
    [
      'a DELAY of a century',
      { steps: [{ id: 'a', type: 'DELAY', config: { amount: 36_500, unit: 'days' } }] },
      ['steps.0.config.amount'],
    ],
    [
      'a DELAY in fortnights',
      { steps: [{ id: 'a', type: 'DELAY', config: { amount: 1, unit: 'fortnights' } }] },
      ['steps.0.config.unit'],
    ],
    [
      'a WAIT_FOR_EVENT without an event',
      { steps: [{ id: 'a', type: 'WAIT_FOR_EVENT', config: {} }] },
      ['steps.0.config.eventName'],
    ],
    [
      'a time-out of no time',
      { steps: [{ id: 'a', type: 'WAIT_FOR_EVENT', config: { eventName: 'b', timeout: 0 } }] },
      ['steps.0.config.timeout'],
    ],
    [
      'a CONDITION that is none',
      {
        steps: [
          {
            id: 'a',
            type: 'CONDITION',
            config: {
              condition: { logic: 'AND', groups: [{ filters: [{ field: 'shoe', operator: 'equals' }] }] },
            },
          },
        ],
      },
      ['steps.0.config.condition.groups.0.filters.0.field'],
    ],
    [
      'an UPDATE_CONTACT of nothing',
      { steps: [{ id: 'a', type: 'UPDATE_CONTACT', config: {} }] },
      ['steps.0.config'],
    ],
    ['a SEND_EMAIL without a template', { steps: [{ id: 'a', type: 'SEND_EMAIL' }] }, ['steps.0.templateId']],
    [
      'a template that is not there',
      { steps: [{ id: 'a', type: 'SEND_EMAIL', templateId: 'tpl_0000000000' }] },
      ['steps.0.templateId'],
    ],
    ['a template elsewhere', { steps: [{ ...end, templateId: 'tpl_1' }] }, ['steps.0.templateId']],
    [
      'a from that is two lines',
      { steps: [{ id: 'a', type: 'SEND_EMAIL', config: { fromName: 'A\r\nBcc: b@example.com' } }] },
      ['steps.0.config.fromName'],
    ],
    ['two steps of one id', { steps: [end, end] }, ['steps.1.id']],
    [
      'two TRIGGERs',
      { steps: [end, { id: 'a', type: 'TRIGGER' }, { id: 'b', type: 'TRIGGER' }] },
      ['steps.2.type'],
    ],
    [
      'a way from and to nowhere',
      { steps: [end], transitions: [{ fromStepId: 'x', toStepId: 'y' }] },
      ['transitions.0.fromStepId', 'transitions.0.toStepId'],
    ],
    [
      'a way out to nowhere',
      { steps: [{ ...wait, outgoingTransitions: [{ toStepId: 'y' }] }] },
      ['steps.0.outgoingTransitions.0.toStepId'],
    ],
    [
      'a way without steps',
      { transitions: [{ fromStepId: 'x', toStepId: 'x' }] },
      ['transitions.0.fromStepId', 'transitions.0.toStepId'],
    ],
    [
      'a branch that there is not',
      {
        steps: [wait, end],
        transitions: [{ fromStepId: 'wait', toStepId: 'end', condition: { branch: 'maybe' } }],
      },
      ['transitions.0.condition.branch'],
    ],
    ['a step that no way leads to', { steps: [wait, end] }, ['steps.1']],
    [
      'a circle without a pause',
      {
        steps: [
          { id: 'a', type: 'UPDATE_CONTACT', config: { subscribed: true } },
          { id: 'b', type: 'UPDATE_CONTACT', config: { subscribed: false } },
        ],
        transitions: [
          { fromStepId: 'a', toStepId: 'b' },
          { fromStepId: 'b', toStepId: 'a' },
        ],
      },
      ['transitions.0'],
    ],
    [
      '201 steps',
      { steps: Array.from({ length: 201 }, (_, place) => ({ ...end, id: `${place}` })) },
      ['steps'],
    ],
  ])('refuses %s, naming the field', async (_what, more, fields) => {
    const error = errorOf(await post({ ...fitting, ...more }))
    expect(error).toEqual({ status: 422, code: 'VALIDATION_ERROR', fields })
  })

  it.each<[string, object, string]>([
    ['no URL', {}, 'url'],
    ['a file', { url: 'file:///etc/passwd' }, 'url'],
    ['another protocol', { url: 'gopher://example.com/' }, 'url'],
    ['a password in its URL', { url: 'https://user:secret@example.com/' }, 'url'],
    ['an unknown method', { method: 'CONNECT' }, 'method'],
    ['a header of two lines', { headers: { 'X-A': 'a\r\nHost: b' } }, 'headers.X-A'],
    ['a header that is no name', { headers: { 'X A': 'a' } }, 'headers.X A'],
    ['a Host', { headers: { host: 'metadata.internal' } }, 'headers.host'],
    ['a length of its own', { headers: { 'Content-Length': '1' } }, 'headers.Content-Length'],
    ['a delivery id of its own', { headers: { 'X-Postroom-Delivery': '1' } }, 'headers.X-Postroom-Delivery'],
    [
      '51 headers',
      { headers: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`X-${n}`, ''])) },
      'headers',
    ],
  ])('refuses a WEBHOOK with %s', async (_what, config, field) => {
    const url = 'https://hooks.example.com/a'
    const steps = [{ id: 'a', type: 'WEBHOOK', config: field === 'url' ? config : { url, ...config } }]
    expect(errorOf(await post({ ...fitting, steps }))).toMatchObject({
      status: 422,
      fields: [`steps.0.config.${field}`],
    })
  })

  it('refuses a CONDITION that names a segment that is not there', async () => {
    const filters = [{ field: 'segment', operator: 'memberOfSegment', value: 'seg_0000000000' }]
    const config = { condition: { logic: 'AND', groups: [{ filters }] } }
    const steps = [{ id: 'a', type: 'CONDITION', config }]
    expect(errorOf(await post({ ...fitting, steps })).fields).toEqual([
      'steps.0.config.condition.groups.0.filters.0.value',
    ])
  })

  it('refuses a template without a from address, unless the step has one', async () => {
    const templateId = await template(null)
    const step = { id: 'a', type: 'SEND_EMAIL', templateId }
    expect(errorOf(await post({ ...fitting, steps: [step] })).fields).toEqual(['steps.0.config.from'])
    const said = { ...step, config: { from: 'desk@mail.example' } }
    expect((await post({ ...fitting, steps: [said] })).status).toBe(201)
  })
})
