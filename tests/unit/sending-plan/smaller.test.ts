import { expect, it } from 'vitest'
import { smallerSteps } from '../../../src-shared/sending-plan/smaller'
import { even, warmUp } from './settings'

const nine = new Date(2026, 10, 25, 9).getTime()
const toCome = [
  { domain: 'gmail.com', people: 3000 },
  { domain: null, people: 4000 },
]

it('begins a warm-up again with as many as the last slice had, at the same time of day', () => {
  const found = smallerSteps(warmUp(), { people: 2000, at: nine, left: 1000 }, toCome)
  expect(found).toMatchObject({ first: 1000, settings: { begins: { day: '2026-11-25', minute: 540 } } })
  // 1,000, 2,000, 4,000: three days.
  expect(found?.ends).toBe(new Date(2026, 10, 27, 9).getTime())
})

it('halves even slices', () => {
  expect(smallerSteps(even(), { people: 1600, at: nine, left: 1600 }, toCome)?.first).toBe(800)
})

it('has none where nobody is to come', () => {
  expect(smallerSteps(even(), { people: 1600, at: nine, left: 1600 }, [])).toBeNull()
})

it('has none below what can be judged, or where none would be smaller', () => {
  expect(smallerSteps(even(), { people: 500, at: nine, left: 500 }, toCome)).toBeNull()
  expect(smallerSteps(warmUp(), { people: 800, at: nine, left: 1000 }, toCome)).toBeNull()
})
