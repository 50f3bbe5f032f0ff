import { expect, it } from 'vitest'
import { editDistance } from '../../../src-service/verification/edit-distance'

it.each([
  ['gmail', 'gmail', 0],
  ['gmal', 'gmail', 1],
  ['gmaill', 'gmail', 1],
  ['gnail', 'gmail', 1],
  ['gmial', 'gmail', 1],
  ['comcats', 'comcast', 1],
  ['gnaul', 'gmail', 2],
  ['', 'ab', 2],
  ['ab', 'ba', 1],
  ['kitten', 'sitting', 3],
])('from %j to %j it is %i slips, both ways', (one, other, slips) => {
  expect(editDistance(one, other, 5)).toBe(slips)
  expect(editDistance(other, one, 5)).toBe(slips)
})

it('gives up at one more than asked about', () => {
  expect(editDistance('kitten', 'sitting', 1)).toBe(2)
  expect(editDistance('a', 'a'.repeat(1000), 2)).toBe(3)
})
