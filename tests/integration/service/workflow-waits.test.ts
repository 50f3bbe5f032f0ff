import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServiceClock } from '../../fixtures/service-clock'
import {
  day,
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

describe('DELAY', () => {
  it.each([
    [2, 'minutes', 2 * minute],
    [1.5, 'hours', 90 * minute],
    [2, 'days', 2 * day],
  ])('of %d %s lasts as long', async (amount, unit, ms) => {
    const id = await create(...row(['wait', 'DELAY', { amount, unit }], mark('done')))
    await service.track(ada)
    expect(await service.executions(id)).toEqual(['WAITING wait'])
    await service.clock.advance(ms - 1)
    expect(await service.executions(id)).toEqual(['WAITING wait'])
    await service.clock.advance(1)
    expect(await service.executions(id)).toEqual(['COMPLETED done'])
  })

  it('goes on at once after the machine has slept over its end', async () => {
    const clock = createServiceClock()
    let slept = 0
    const other = await openForWorkflows({ clock: { ...clock, now: () => clock.now() + slept } })
    const { id } = await other.create(definition(...row(['wait', 'DELAY', { amount: 1, unit: 'hours' }])))
    await other.track(ada)
    slept = 2 * 60 * minute
    await other.track('bob@example.com')
    expect(await other.executions(id)).toEqual(['WAITING wait', 'COMPLETED wait'])
    await other.stop()
  })

  it('may be on a circle', async () => {
    const id = await create(
      [['wait', 'DELAY', { amount: 1, unit: 'hours' }], mark('again')],
      [
        ['wait', 'again'],
        ['again', 'wait'],
      ],
    )
    await service.track(ada)
    await service.clock.advance(3 * 60 * minute)
    expect(await service.executions(id)).toEqual(['WAITING wait'])
    expect(await service.stored.value('SELECT visit FROM execution')).toBe(8)
  })
})

describe('WAIT_FOR_EVENT', () => {
  const ways: Way[] = [
    ['wait', 'came', 'event'],
    ['wait', 'late', 'timeout'],
  ]
  const waiting = (config: object): Step[] => [
    ['wait', 'WAIT_FOR_EVENT', { eventName: 'paid', ...config }],
    exit('came'),
    exit('late'),
  ]

  it('goes on by the event', async () => {
    const id = await create(waiting({ timeout: 60 }), ways)
    await service.track(ada)
    expect(await service.executions(id)).toEqual(['WAITING wait'])
    await service.track(ada, 'paid')
    expect(await service.executions(id)).toEqual(['EXITED came (came)'])
    await service.clock.advance(2 * minute)
    expect(await service.executions(id)).toEqual(['EXITED came (came)'])
  })

  it('goes on by its time-out', async () => {
    const id = await create(waiting({ timeout: 60 }), ways)
    await service.track(ada)
    await service.clock.advance(minute - 1)
    expect(await service.executions(id)).toEqual(['WAITING wait'])
    await service.clock.advance(1)
    expect(await service.executions(id)).toEqual(['EXITED late (late)'])
  })

  it('waits for ever without a time-out', async () => {
    const id = await create(waiting({}).slice(0, 2), ways.slice(0, 1))
    await service.track(ada)
    await service.clock.advance(day)
    expect(await service.executions(id)).toEqual(['WAITING wait'])
  })

  it('goes on by an event that came right after the one that started it', async () => {
    const id = await create(waiting({ timeout: 60 }), ways)
    // Both are there before anybody looks: time stands still.
    for (const event of ['start', 'paid'])
      await service.ask('POST', '/v1/track', { body: { email: ada, event } })
    await service.clock.advance(0)
    expect(await service.executions(id)).toEqual(['EXITED came (came)'])
  })

  it('does not go on by the event that started it', async () => {
    const id = await create([['wait', 'WAIT_FOR_EVENT', { eventName: 'start' }]])
    await service.track(ada)
    expect(await service.executions(id)).toEqual(['WAITING wait'])
    await service.track(ada)
    expect(await service.executions(id)).toEqual(['COMPLETED wait'])
  })

  it('does not go on by an event from before it waited', async () => {
    const id = await create(
      [['pause', 'DELAY', { amount: 1, unit: 'minutes' }], ...waiting({}).slice(0, 2)],
      [['pause', 'wait'], ...ways.slice(0, 1)],
    )
    await service.track(ada)
    await service.track(ada, 'paid')
    await service.clock.advance(minute)
    expect(await service.executions(id)).toEqual(['WAITING wait'])
  })

  it('does not go on by an event that its own steps caused before it waited', async () => {
    const id = await create(
      ...row(
        ['leave', 'UPDATE_CONTACT', { subscribed: false }],
        ['wait', 'WAIT_FOR_EVENT', { eventName: 'contact.unsubscribed' }],
      ),
    )
    await service.track(ada)
    await service.clock.advance(minute)
    expect(await service.executions(id)).toEqual(['WAITING wait'])
  })

  it('does not go on by the event of another contact', async () => {
    const id = await create(waiting({}).slice(0, 2), ways.slice(0, 1))
    await service.track(ada)
    await service.track('bob@example.com', 'paid')
    expect(await service.executions(id)).toEqual(['WAITING wait'])
  })

  it('waits for what its step says now, not for what it said before', async () => {
    const { id } = await service.create(definition(waiting({}).slice(0, 2), ways.slice(0, 1)))
    await service.track(ada)
    const { steps = [] } = await service.get(id)
    const changed = steps.map((step) =>
      step.name === 'wait' ? { ...step, config: { eventName: 'refunded' } } : step,
    )
    await service.patch(id, { steps: changed })
    await service.track(ada, 'paid')
    expect(await service.executions(id)).toEqual(['WAITING wait'])
    await service.track(ada, 'refunded')
    expect(await service.executions(id)).toEqual(['EXITED came (came)'])
  })
})
