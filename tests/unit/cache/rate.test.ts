import { expect, it } from 'vitest'
import { Rates } from '../../../src-main/copying/store/rate'

it('knows no rate until twenty seconds have passed', () => {
  const rates = new Rates()
  for (let second = 0; second < 20; second += 1) expect(rates.note(1, second * 1000, second * 50)).toBeNull()
  expect(rates.note(1, 20_000, 1000)).toBe(50)
})

it('looks at the last half minute only', () => {
  const rates = new Rates()
  for (let second = 0; second <= 60; second += 1) rates.note(1, second * 1000, second * 10)
  let rate: number | null = null
  for (let second = 61; second <= 120; second += 1)
    rate = rates.note(1, second * 1000, 600 + (second - 60) * 100)
  expect(rate).toBe(100)
})

it('begins anew after a pause', () => {
  const rates = new Rates()
  for (let second = 0; second <= 25; second += 1) rates.note(1, second * 1000, second * 10)
  rates.forget(1)
  expect(rates.note(1, 500_000, 260)).toBeNull()
})
