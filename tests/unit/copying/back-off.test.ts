import { expect, it } from 'vitest'
import { backOff } from '../../../src-main/copying/back-off'

const waits = (random: number) => [1, 2, 3, 6, 20].map((tries) => backOff(tries, { random: () => random }))

it('waits twice as long after every try, up to a minute', () => {
  expect(waits(0.5)).toEqual([2000, 4000, 8000, 60_000, 60_000])
})

it('waits a fifth less or more, so that those who failed together do not come back together', () => {
  expect(waits(0)[0]).toBe(1600)
  expect(waits(1)[0]).toBeCloseTo(2400)
})
