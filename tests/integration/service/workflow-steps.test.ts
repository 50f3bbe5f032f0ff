import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  definition,
  exit,
  mark,
  minute,
  openForWorkflows,
  row,
  type Step,
  type Way,
  type WorkflowService,
} from './workflow-calls'

const ada = 'ada@example.com'
let service: WorkflowService

beforeEach(async () => {
  service = await openForWorkflows()
})
afterEach(async () => {
  expect(service.failures).toEqual([])
  await service.stop()
})

const create = async (...of: Parameters<typeof definition>) => (await service.create(definition(...of))).id

const filterOf = (of: object) => ({ logic: 'AND', groups: [{ filters: [of] }] })

describe('CONDITION', () => {
  const filter = (of: object) => ({ condition: filterOf(of) })
  const choice = (of: object): [Step[], Way[]] => [
    [['choice', 'CONDITION', filter(of)], exit('yes'), exit('no')],
    [
      ['choice', 'yes', 'yes'],
      ['choice', 'no', 'no'],
    ],
  ]

  it.each([
    ['yes', { plan: 'pro' }],
    ['no', { plan: 'free' }],
    ['no', {}],
  ])('takes the way "%s" with %o', async (reason, data) => {
    const id = await create(...choice({ field: 'data.plan', operator: 'equals', value: 'pro' }))
    await service.track(ada, 'start', data)
    expect(await service.executions(id)).toEqual([`EXITED ${reason} (${reason})`])
  })

  it('asks of events as well', async () => {
    const id = await create(...choice({ field: 'start', operator: 'triggered' }))
    await service.track(ada)
    expect(await service.executions(id)).toEqual(['EXITED yes (yes)'])
  })

  it('asks for members of a segment, which then cannot be deleted', async () => {
    const body = { name: 'Pros', ...filter({ field: 'data.plan', operator: 'equals', value: 'pro' }) }
    const answer = await service.ask('POST', '/segments', { body })
    const { id: segment } = answer.body as { id: string }
    const id = await create(...choice({ field: 'segment', operator: 'memberOfSegment', value: segment }))
    await service.track(ada, 'start', { plan: 'pro' })
    expect(await service.executions(id)).toEqual(['EXITED yes (yes)'])
    expect((await service.ask('DELETE', `/segments/${segment}`)).status).toBe(409)
  })

  it('completes where the branch leads nowhere', async () => {
    const [steps, ways] = choice({ field: 'data.plan', operator: 'exists' })
    const id = await create(steps.slice(0, 2), ways.slice(0, 1))
    await service.track(ada)
    expect(await service.executions(id)).toEqual(['COMPLETED choice'])
  })
})

describe('UPDATE_CONTACT', () => {
  it('changes data by the rules of the interface', async () => {
    const data = { gone: null, kept: '', id: 'x', seats: 4, plan: { value: 'pro', persistent: false } }
    await create([['change', 'UPDATE_CONTACT', { data }]])
    const contact = await service.track(ada, 'start', { gone: 1, kept: 2, seats: 3 })
    expect(await service.dataOf(contact)).toEqual({ kept: 2, seats: 4 })
  })

  it('fails where a contact would have more data than is kept of one, and says so', async () => {
    const id = await create([['change', 'UPDATE_CONTACT', { data: { more: 'x'.repeat(40_000) } }]])
    const contact = await service.track(ada, 'start', { much: 'x'.repeat(40_000) })
    expect(await service.executions(id)).toEqual(['FAILED (The data would have 79 KB; 64 KB are the most.)'])
    expect(await service.dataOf(contact)).toEqual({ much: 'x'.repeat(40_000) })
  })

  it('changes the subscription, which starts what follows from that', async () => {
    const left = await create([], [], { eventName: 'contact.unsubscribed' })
    await create([['leave', 'UPDATE_CONTACT', { subscribed: false }]])
    const contact = await service.track(ada)
    expect((await service.ask('GET', `/contacts/${contact}`)).body).toMatchObject({ subscribed: false })
    expect(await service.executions(left)).toEqual(['COMPLETED Trigger'])
  })

  it('ends workflows that set each other off for ever, after ten', async () => {
    const toggles = (eventName: string, subscribed: boolean) =>
      create([['change', 'UPDATE_CONTACT', { subscribed }]], [], { eventName, allowReentry: true })
    const ids = [await toggles('contact.subscribed', false), await toggles('contact.unsubscribed', true)]
    await service.ask('POST', '/contacts', { body: { email: ada } })
    await service.ask('POST', '/contacts', { body: { email: ada, subscribed: false } })
    await service.clock.advance(minute)
    const counts = await Promise.all(ids.map(async (id) => (await service.executions(id)).length))
    expect(counts).toEqual([5, 5])
  })

  it('ends executions that wake each other for ever', async () => {
    const follows = (eventName: string, subscribed: boolean) =>
      create(
        [
          ['wait', 'WAIT_FOR_EVENT', { eventName }],
          ['change', 'UPDATE_CONTACT', { subscribed }],
        ],
        [
          ['wait', 'change', 'event'],
          ['change', 'wait'],
        ],
      )
    await follows('contact.subscribed', false)
    await follows('contact.unsubscribed', true)
    await service.track(ada)
    await service.ask('POST', '/contacts', { body: { email: ada, subscribed: false } })
    await service.clock.advance(minute)
    const { body } = await service.ask('GET', '/events?eventName=contact.subscribed')
    expect(body).toMatchObject({ total: 5 })
  })

  it('ends workflows that set each other off through segments, after a hundred times', async () => {
    const pros = filterOf({ field: 'data.plan', operator: 'equals', value: 'pro' })
    const body = { name: 'Pros', condition: pros, trackMembership: true }
    expect((await service.ask('POST', '/segments', { body })).status).toBe(201)
    const sets = (eventName: string, plan: string) =>
      create([['set', 'UPDATE_CONTACT', { data: { plan } }]], [], { eventName, allowReentry: true })
    await sets('segment.Pros.exit', 'pro')
    const id = await sets('segment.Pros.entry', 'free')
    await service.clock.advance(minute)
    await service.track(ada, 'other', { plan: 'pro' })
    await service.clock.advance(10 * minute)
    const { body: list } = await service.ask('GET', `/workflows/${id}/executions`)
    expect(list).toMatchObject({ total: 100 })
  })

  it('is woken at most 100 times within an hour', async () => {
    const id = await create(
      [['wait', 'WAIT_FOR_EVENT', { eventName: 'ping' }], mark('pong')],
      [
        ['wait', 'pong', 'event'],
        ['pong', 'wait'],
      ],
    )
    await service.track(ada)
    for (let time = 0; time < 100; time++) await service.track(ada, 'ping')
    expect(await service.executions(id)).toEqual(['WAITING wait'])
    await service.track(ada, 'ping')
    expect(await service.executions(id)).toEqual([
      expect.stringMatching(/^FAILED wait \(Events woke it 100 times/),
    ])
  })
})

describe('SEND_EMAIL', () => {
  it('queues its template for the contact, with the data of the event', async () => {
    // What has left is forgotten.
    await service.service.outgoing.pause()
    const id = await create([
      ['mail', 'SEND_EMAIL', {}, await service.template({ subject: 'Order {{order}}' })],
    ])
    await service.track(ada, 'start', { order: 7 })
    expect(await service.queued()).toEqual([
      { address: ada, subject: 'Order {{order}}', data: { order: 7, event: { order: 7 } } },
    ])
    expect(await service.executions(id)).toEqual(['COMPLETED mail'])
  })

  it('fills in what the event said, however the contact has changed since', async () => {
    const subject = '{{order}} {{event.order}} {{city}}'
    const mail: Step = ['mail', 'SEND_EMAIL', {}, await service.template({ subject })]
    await create(...row(['wait', 'DELAY', { amount: 1, unit: 'hours' }], mail))
    await service.track(ada, 'start', { order: 7 })
    await service.track(ada, 'other', { order: 8, city: 'Hull' })
    await service.clock.advance(60 * minute)
    await service.until(async () => (await sentLines('Subject')).length > 0)
    expect(await sentLines('Subject')).toEqual(['Subject: 7 7 Hull'])
  })

  /** A line of the head of each mail that was sent. */
  async function sentLines(name: 'From' | 'Subject') {
    const sources = await service.stored.values<Buffer>(
      'SELECT source FROM message WHERE source IS NOT NULL ORDER BY seq',
    )
    return sources.map((source) => new RegExp(`^${name}: .*$`, 'm').exec(source.toString())?.[0].trim())
  }

  it('does not send MARKETING to who is not subscribed, and goes on', async () => {
    const templateId = await service.template({ type: 'MARKETING' })
    const id = await create(...row(['mail', 'SEND_EMAIL', {}, templateId], mark('after')))
    await service.ask('POST', '/contacts', { body: { email: ada, subscribed: false } })
    await service.track(ada)
    expect(await service.queued()).toEqual([])
    expect(await service.executions(id)).toEqual(['COMPLETED after'])
  })

  it('says who it is from where the step does', async () => {
    const config = { from: 'ada@mail.example', fromName: 'Ada' }
    await create([['mail', 'SEND_EMAIL', config, await service.template({ from: null })]])
    await service.track(ada)
    await service.until(async () => (await sentLines('From')).length > 0)
    expect(await sentLines('From')).toEqual(['From: Ada <ada@mail.example>'])
  })

  it('fails where the domain is not verified', async () => {
    const templateId = await service.template({ from: 'desk@elsewhere.example' })
    const id = await create([['mail', 'SEND_EMAIL', {}, templateId]])
    await service.track(ada)
    expect(await service.executions(id)).toEqual([
      'FAILED mail (Mail cannot be sent from desk@elsewhere.example: its domain is not verified.)',
    ])
  })

  it('fails where its template lost its from address', async () => {
    const templateId = await service.template()
    const id = await create([['mail', 'SEND_EMAIL', {}, templateId]])
    await service.ask('PATCH', `/templates/${templateId}`, { body: { from: null } })
    await service.track(ada)
    expect(await service.executions(id)).toEqual(['FAILED mail (The template has no from address.)'])
  })

  it('keeps its template from being deleted', async () => {
    const templateId = await service.template()
    const id = await create([['mail', 'SEND_EMAIL', {}, templateId]])
    expect((await service.ask('DELETE', `/templates/${templateId}`)).status).toBe(409)
    await service.patch(id, { steps: [] })
    expect((await service.ask('DELETE', `/templates/${templateId}`)).status).toBe(204)
  })

  it('ends a workflow that is started by its own mail', async () => {
    const id = await create([['mail', 'SEND_EMAIL', {}, await service.template()]], [], {
      eventName: 'email.sent',
      allowReentry: true,
    })
    const body = { to: ada, from: 'desk@mail.example', subject: 'Hello', body: 'Hello' }
    await service.ask('POST', '/v1/send', { body })
    const sent = () => service.stored.count('message', `WHERE status = 'sent'`)
    await service.until(async () => {
      await service.clock.advance(1000)
      return (await sent()) === 11
    })
    await service.clock.advance(minute)
    expect(await service.executions(id)).toHaveLength(10)
    expect(await sent()).toBe(11)
  })
})
