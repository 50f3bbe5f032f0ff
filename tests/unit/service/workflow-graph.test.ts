import { describe, expect, it } from 'vitest'
import type { Branch, StepType } from '../../../src-shared/interface/workflow'
import { graphFaults } from '../../../src-service/workflows/graph'

type Ways = [from: number, to: number, branch?: Branch][]

/** The faults of steps and ways, by the place of a step or a way. */
function faults(types: StepType[], ways: Ways, timesOut = true) {
  return graphFaults(
    types.map((type, place) => ({ type, timesOut, field: `step ${place}` })),
    ways.map(([from, to, branch = null], place) => ({ from, to, branch, field: `way ${place}` })),
  ).map(({ field }) => field)
}

describe('a graph', () => {
  it.each<[string, StepType[], Ways]>([
    ['a trigger alone', ['TRIGGER'], []],
    [
      'a path',
      ['TRIGGER', 'DELAY', 'SEND_EMAIL', 'EXIT'],
      [
        [0, 1],
        [1, 2],
        [2, 3],
      ],
    ],
    [
      'branches that meet again',
      ['TRIGGER', 'CONDITION', 'UPDATE_CONTACT', 'EXIT'],
      [
        [0, 1],
        [1, 2, 'yes'],
        [1, 3, 'no'],
        [2, 3],
      ],
    ],
    [
      'a circle with a DELAY',
      ['TRIGGER', 'SEND_EMAIL', 'DELAY'],
      [
        [0, 1],
        [1, 2],
        [2, 1],
      ],
    ],
    [
      'a circle with a WAIT_FOR_EVENT',
      ['TRIGGER', 'WAIT_FOR_EVENT', 'WEBHOOK'],
      [
        [0, 1],
        [1, 2, 'event'],
        [2, 1],
      ],
    ],
    [
      'a pause that leads to itself',
      ['TRIGGER', 'DELAY'],
      [
        [0, 1],
        [1, 1],
      ],
    ],
  ])('may be %s', (_what, types, ways) => {
    expect(faults(types, ways)).toEqual([])
  })

  it.each<[string, StepType[], Ways, string[]]>([
    ['a step that no way leads to', ['TRIGGER', 'EXIT'], [], ['step 1']],
    [
      'steps that lead to each other alone',
      ['TRIGGER', 'DELAY', 'DELAY'],
      [
        [1, 2],
        [2, 1],
      ],
      ['step 1', 'step 2'],
    ],
    [
      'a way to the trigger',
      ['TRIGGER', 'DELAY'],
      [
        [0, 1],
        [1, 0],
      ],
      ['way 1.toStepId'],
    ],
    [
      'a way out of an EXIT',
      ['TRIGGER', 'EXIT', 'DELAY'],
      [
        [0, 1],
        [1, 2],
      ],
      ['way 1.condition'],
    ],
    [
      'two ways out of a step without branches',
      ['TRIGGER', 'EXIT', 'DELAY'],
      [
        [0, 1],
        [0, 2],
      ],
      ['way 1'],
    ],
    [
      'two ways out by the same branch',
      ['TRIGGER', 'CONDITION', 'EXIT', 'EXIT'],
      [
        [0, 1],
        [1, 2, 'yes'],
        [1, 3, 'yes'],
      ],
      ['way 2'],
    ],
    ['a branch of a step that has none', ['TRIGGER', 'EXIT'], [[0, 1, 'yes']], ['way 0.condition']],
    [
      'a CONDITION without a branch',
      ['TRIGGER', 'CONDITION', 'EXIT'],
      [
        [0, 1],
        [1, 2],
      ],
      ['way 1.condition'],
    ],
    [
      'a CONDITION that times out',
      ['TRIGGER', 'CONDITION', 'EXIT'],
      [
        [0, 1],
        [1, 2, 'timeout'],
      ],
      ['way 1.condition'],
    ],
    [
      'a step that leads to itself',
      ['TRIGGER', 'UPDATE_CONTACT'],
      [
        [0, 1],
        [1, 1],
      ],
      ['way 1'],
    ],
    [
      'a circle without a pause, on one branch, named by one of its own ways',
      ['TRIGGER', 'SEND_EMAIL', 'CONDITION', 'WEBHOOK', 'EXIT'],
      [
        [0, 1],
        [1, 2],
        [2, 3, 'yes'],
        [2, 4, 'no'],
        [3, 2],
      ],
      ['way 2'],
    ],
  ])('may not have %s', (_what, types, ways, expected) => {
    expect(faults(types, ways)).toEqual(expected)
  })

  it('may not have a way by a time-out that never comes', () => {
    const ways: Ways = [
      [0, 1],
      [1, 2, 'timeout'],
    ]
    expect(faults(['TRIGGER', 'WAIT_FOR_EVENT', 'EXIT'], ways, false)).toEqual(['way 1.condition'])
  })

  it('of 200 steps that all lead on is looked through at once', () => {
    const steps = Array.from({ length: 200 }, (): StepType => 'CONDITION')
    const ways = steps.flatMap((_, place): Ways => [
      [place + 1, Math.min(place + 2, 201), 'yes'],
      [place + 1, Math.min(place + 3, 201), 'no'],
    ])
    expect(faults(['TRIGGER', ...steps, 'EXIT'], [[0, 1], ...ways])).toEqual([])
  })
})
