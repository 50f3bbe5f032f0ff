import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { definition, exit, mark, minute, openForWorkflows, row, type WorkflowService } from './workflow-calls'

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

describe('an execution', () => {
  it('runs to the end of its path: COMPLETED', async () => {
    const id = await create(...row(mark('one'), mark('two')))
    const contact = await service.track(ada)
    expect(await service.executions(id)).toEqual(['COMPLETED two'])
    expect(await service.dataOf(contact)).toEqual({ one: true, two: true })
  })

  it('is COMPLETED at once where nothing follows the trigger', async () => {
    const id = await create([])
    await service.track(ada)
    expect(await service.executions(id)).toEqual(['COMPLETED Trigger'])
  })

  it('ends at an EXIT, with its reason or without one', async () => {
    const named = await create([exit('enough')])
    const unnamed = await create([['end', 'EXIT']])
    await service.track(ada)
    expect(await service.executions(named)).toEqual(['EXITED enough (enough)'])
    expect(await service.executions(unnamed)).toEqual(['EXITED end'])
  })

  it('starts in each workflow that the event starts', async () => {
    const ids = [await create([]), await create([])]
    await service.track(ada)
    for (const id of ids) expect(await service.executions(id)).toHaveLength(1)
  })

  it('starts for a contact that a public key tracks', async () => {
    const id = await create([])
    const body = { email: ada, event: 'start' }
    await service.ask('POST', '/v1/track', { body, key: service.publicKey })
    await service.clock.advance(0)
    expect(await service.executions(id)).toEqual(['COMPLETED Trigger'])
  })

  it.each(['contact.unsubscribed', 'contact.subscribed'])(
    'starts by the event %s of the service',
    async (name) => {
      const subscribed = name === 'contact.subscribed'
      await service.ask('POST', '/contacts', { body: { email: ada, subscribed: !subscribed } })
      const id = await create([], [], { eventName: name })
      await service.ask('POST', '/contacts', { body: { email: ada, subscribed } })
      await service.clock.advance(0)
      expect(await service.executions(id)).toEqual(['COMPLETED Trigger'])
    },
  )

  it('starts by what a sent message causes', async () => {
    const id = await create([], [], { eventName: 'email.sent' })
    const body = { to: ada, from: 'desk@mail.example', subject: 'Hello', body: 'Hello' }
    expect((await service.ask('POST', '/v1/send', { body })).status).toBe(200)
    await service.until(async () => (await service.executions(id)).length > 0)
    expect(await service.executions(id)).toEqual(['COMPLETED Trigger'])
  })

  it('costs nothing where nobody listens: such events are passed over together', async () => {
    await create([])
    await service.clock.advance(0)
    const passed = () =>
      service.stored.value('SELECT count(*) FROM event WHERE seq <= (SELECT event FROM workflow_bookmark)')
    for (let number = 0; number < 20; number++) await service.track(ada, `other-${number}`)
    expect(await passed()).toBe(0)
    await service.clock.advance(1000)
    expect(await passed()).toBe(20)
  })

  it('does not start by what happened before its workflow was there', async () => {
    await service.ask('POST', '/v1/track', { body: { email: ada, event: 'start' } })
    const id = await create([])
    await service.clock.advance(minute)
    expect(await service.executions(id)).toEqual([])
  })

  it('does not start by what happened while its workflow was disabled', async () => {
    const id = await create([], [], { enabled: false })
    await service.ask('POST', '/v1/track', { body: { email: ada, event: 'start' } })
    await service.patch(id, { enabled: true })
    await service.clock.advance(minute)
    expect(await service.executions(id)).toEqual([])
  })

  it('does not start by what happened before its workflow got this trigger', async () => {
    const id = await create([], [], { eventName: 'other' })
    await service.ask('POST', '/v1/track', { body: { email: ada, event: 'start' } })
    await service.patch(id, { eventName: 'start' })
    await service.clock.advance(minute)
    expect(await service.executions(id)).toEqual([])
    await service.track(ada)
    expect(await service.executions(id)).toHaveLength(1)
  })

  it('starts in the others where one workflow cannot be read', async () => {
    const broken = await create([['a', 'DELAY', { amount: 1, unit: 'days' }]])
    await service.stored.change(`UPDATE workflow_step SET config = '{"amount":-1}' WHERE type = 'DELAY'`)
    const id = await create([])
    await service.track(ada)
    expect(await service.executions(id)).toHaveLength(1)
    expect(await service.executions(broken)).toEqual([])
    expect(service.failures.splice(0)).not.toEqual([])
  })
})

describe('a contact', () => {
  it('comes into a workflow once, unless it allows re-entry', async () => {
    const id = await create([])
    await service.track(ada)
    await service.track(ada)
    expect(await service.executions(id)).toHaveLength(1)
  })

  it('comes again where re-entry is allowed', async () => {
    const id = await create([], [], { allowReentry: true })
    await service.track(ada)
    await service.track(ada)
    expect(await service.executions(id)).toHaveLength(2)
  })

  it('does not come again while it is under way', async () => {
    const id = await create(...row(['wait', 'DELAY', { amount: 1, unit: 'hours' }]), { allowReentry: true })
    await service.track(ada)
    await service.track(ada)
    expect(await service.executions(id)).toEqual(['WAITING wait'])
    await service.clock.advance(60 * minute)
    await service.track(ada)
    expect(await service.executions(id)).toEqual(['WAITING wait', 'COMPLETED wait'])
  })

  it('comes at most 100 times within an hour', async () => {
    const id = await create([], [], { allowReentry: true })
    for (let time = 0; time < 101; time++) await service.track(ada)
    expect(await service.executions(id)).toHaveLength(100)
    await service.clock.advance(60 * minute)
    await service.track(ada)
    const { body } = await service.ask('GET', `/workflows/${id}/executions`)
    expect(body).toMatchObject({ total: 101 })
  })

  it('that is deleted ends its executions', async () => {
    const id = await create([['wait', 'WAIT_FOR_EVENT', { eventName: 'never' }]])
    const contact = await service.track(ada)
    expect((await service.ask('DELETE', `/contacts/${contact}`)).status).toBe(204)
    expect(await service.executions(id)).toEqual(['CANCELLED wait (The contact was deleted.)'])
  })
})
