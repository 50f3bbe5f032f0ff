import { describe, expect, it } from 'vitest'
import { planFaults } from '../../../src-shared/sending-plan/faults'
import { mostSlices, type PlanSettings } from '../../../src-shared/sending-plan/settings'
import { even, hourly, warmUp } from './settings'

const now = Date.UTC(2026, 10, 23, 9)
const slices = (count: number, people: number) =>
  Array.from({ length: count }, () => ({ people, byDomain: [people], isFirstDomain: false }))

/** What is wrong, as "kind field", for 10,000 people in ten slices unless told otherwise. */
function faults(settings: PlanSettings, { planned = slices(10, 1000), first = now + 1 } = {}): string[] {
  const found = planFaults(settings, 10_000, { slices: planned, times: [first], now })
  return found.map(({ kind, field, level }) => `${level}: ${kind} ${field}`)
}

const paced = (changes: Partial<typeof hourly>) => even({ pace: { ...hourly, ...changes } })
const brake = (changes: Partial<PlanSettings['brake']>) => even({ brake: { ...even().brake, ...changes } })

describe('the settings of a plan', () => {
  it('have nothing wrong as the screen offers them', () => {
    expect(faults(even())).toEqual([])
    expect(faults(warmUp())).toEqual([])
  })

  it.each<[string, PlanSettings, string[]]>([
    [
      'slices of too few people to be judged',
      paced({ size: { value: 4, unit: 'percent' } }),
      ['error: fewest size'],
    ],
    [
      'days of a warm-up that never grow to so many',
      warmUp({
        pace: { kind: 'warmUp', first: { value: 500, unit: 'people' }, factor: 2, most: 100, days: 1 },
      }),
      ['error: fewest most'],
    ],
    ['hours that end before they begin', paced({ from: 18 * 60, to: 9 * 60 }), ['error: window to']],
    [
      'a word that comes no sooner than the stop',
      brake({ unsubscribed: { warn: 0.02, stop: 0.02 } }),
      ['error: warnAboveStop unsubscribed'],
    ],
    [
      'a stop at which providers have blocked senders already',
      brake({ bounced: { warn: 0.02, stop: 0.06 } }),
      ['warning: unusual bounced'],
    ],
  ])('say what is wrong with %s', (_, settings, found) => {
    expect(faults(settings)).toEqual(found)
  })

  it('say that somebody is left, or that there are too many slices', () => {
    expect(faults(even(), { planned: slices(9, 1000) })).toEqual(['error: tooMany slices'])
    expect(faults(even(), { planned: slices(mostSlices + 1, 100) })).toEqual(['error: tooMany slices'])
  })

  it('say that their beginning has passed', () => {
    expect(faults(even(), { first: now - 1 })).toEqual(['error: past begins'])
  })
})
