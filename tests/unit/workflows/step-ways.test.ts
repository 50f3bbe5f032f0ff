import { describe, expect, it } from 'vitest'
import type { ReceivedStep } from '../../../src-shared/interface/workflow'
import { StepWays } from '../../../src-main/features/workflows/ways/step-ways'
import { dueOf, type Happened, timesOf } from '../../../src-main/features/workflows/ways/times'

type Way = [to: string, branch?: string]

function step(id: string, type: string, ways: Way[], config: unknown = {}): ReceivedStep {
  return {
    ...{ id, type, name: id, config },
    outgoingTransitions: ways.map(([toStepId, branch]) => ({
      toStepId,
      ...(branch === undefined ? {} : { condition: { branch } }),
    })),
  }
}

/** A wait with two ways on, one of which is asked about after three days; both lead to a last mail in the end. */
const steps = [
  step('start', 'TRIGGER', [['wait']]),
  step(
    'wait',
    'WAIT_FOR_EVENT',
    [
      ['thanks', 'event'],
      ['left', 'timeout'],
    ],
    { eventName: 'paid', timeout: 3600 },
  ),
  step('thanks', 'SEND_EMAIL', [['last']]),
  step('left', 'DELAY', [['last']], { amount: 3, unit: 'days' }),
  step('last', 'SEND_EMAIL', []),
]
const hour = 3_600_000
const day = 24 * hour
const nothing: Happened = { event: () => Promise.resolve(null), mail: () => Promise.resolve(null) }
const began = { at: 0, about: false }
const idsTo = (ways: StepWays, id: string | null) => {
  const { passed, whole } = ways.to(id)
  return { ids: passed.map((one) => one.step.id), whole }
}

describe('the way to a step', () => {
  const ways = new StepWays(steps)

  it('is told whole where only one leads there', () => {
    expect(idsTo(ways, 'left')).toEqual({ ids: ['start', 'wait', 'left'], whole: true })
    expect(ways.to('left').passed.map(({ branch }) => branch)).toEqual(['', 'timeout', null])
  })

  it('is told as far as it is certain', () => {
    expect(idsTo(ways, 'last')).toEqual({ ids: ['start', 'wait'], whole: false })
  })

  it('to a step that is gone, or to none, is only its beginning', () => {
    expect(idsTo(ways, 'gone')).toEqual({ ids: ['start'], whole: false })
    expect(idsTo(ways, null)).toEqual({ ids: ['start'], whole: false })
  })

  it('into a loop is not whole, since nobody knows how often it was gone', () => {
    const loop = new StepWays([
      step('start', 'TRIGGER', [['a']]),
      step('a', 'DELAY', [['b']]),
      step('b', 'CONDITION', [
        ['a', 'no'],
        ['end', 'yes'],
      ]),
      step('end', 'EXIT', []),
    ])
    expect(idsTo(loop, 'a')).toEqual({ ids: ['start', 'a'], whole: false })
    expect(idsTo(loop, 'end')).toMatchObject({ whole: false })
  })
})

describe('how many came by a step', () => {
  it('counts whoever stands behind it, and apart those of whom it cannot be told', () => {
    const came = new StepWays(steps).cameBy(
      new Map([
        ['wait', 2],
        ['left', 3],
        ['last', 4],
        [null, 1],
      ]),
    )
    expect(Object.fromEntries(came)).toEqual({
      start: { sure: 10, unsure: 0 },
      wait: { sure: 9, unsure: 1 },
      thanks: { sure: 0, unsure: 5 },
      left: { sure: 3, unsure: 5 },
      last: { sure: 4, unsure: 1 },
    })
  })

  it('knows where those stand who came by', () => {
    const ways = new StepWays(steps)
    expect(ways.after('wait')).toEqual(['wait', 'thanks', 'left', 'last'])
    expect(ways.after('left')).toEqual(['left'])
  })

  it('puts the steps next to an end first', () => {
    expect(new StepWays(steps).fromTheEnd()).toEqual(['last', 'thanks', 'left', 'wait', 'start'])
  })
})

describe('when somebody came to each step', () => {
  const to = (id: string) => new StepWays(steps).to(id).passed

  it('is worked out of the start and the delays', async () => {
    const times = await timesOf(to('left'), began, nothing)
    expect(times.map((time) => time?.at)).toEqual([0, 0, hour])
    expect(dueOf(steps[3], times.at(-1) ?? null)).toEqual({ at: hour + 3 * day, about: false })
  })

  it('is about so where the start is', async () => {
    const times = await timesOf(to('left'), { at: 0, about: true }, nothing)
    expect(times.at(-1)).toEqual({ at: hour, about: true })
  })

  it('is when the event came, and not known where the copy has none', async () => {
    const paid: Happened = { ...nothing, event: (name) => Promise.resolve(name === 'paid' ? 1234 : null) }
    expect((await timesOf(to('thanks'), began, paid)).at(-1)).toEqual({ at: 1234, about: false })
    expect((await timesOf(to('thanks'), began, nothing)).at(-1)).toBeNull()
  })

  it('is when a mail of the step came, where nothing else tells', async () => {
    const mailed: Happened = { ...nothing, mail: () => Promise.resolve(777) }
    expect((await timesOf(to('thanks'), began, mailed)).at(-1)).toEqual({ at: 777, about: false })
  })

  it('leaves a wait without an end without a time to go on', () => {
    const forEver = step('w', 'WAIT_FOR_EVENT', [], { eventName: 'paid' })
    expect(dueOf(forEver, began)).toBeNull()
    expect(dueOf(steps[2], began)).toBeNull()
  })
})
