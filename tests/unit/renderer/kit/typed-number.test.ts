import { expect, it } from 'vitest'
import { numberOf } from '../../../../src-renderer/kit/form/typed-number'

it.each([
  ['1,000', 1000],
  ['1.000', 1000],
  ['16 000', 16_000],
  ['1,000,000.5', 1_000_000.5],
  ['0.3 %', 0.3],
  ['0,3 %', 0.3],
  ['0.125 %', 0.125],
  ['2 ×', 2],
  ['12.55', 12.55],
])('reads %s as %d', (typed, number) => {
  expect(numberOf(typed)).toBe(number)
})

it.each(['five', '1,2,3', '-4', '1e3'])('takes %s for no number', (typed) => {
  expect(numberOf(typed)).toBeNaN()
})

it('tells nothing from a number', () => {
  expect(numberOf(' ')).toBeNull()
})
