import { expect, it } from 'vitest'
import { typedCount } from '../../../src-main/features/campaigns/typed-count'

it.each([
  ['40112', 40_112],
  [' 40112 ', 40_112],
  ['40,112', 40_112],
  ['40.112', 40_112],
  ['40 112', 40_112],
  ['40\u202f112', 40_112],
  ['40’112', 40_112],
  ['1,040,112', 1_040_112],
  ['0', 0],
])('reads “%s” as it is written on screen', (text, count) => {
  expect(typedCount(text)).toBe(count)
})

it.each(['', 'all', '-1', '4,0112', '40,11', '1,040.112', '40112 people', '4e3', '40,,112', '0x10'])(
  'takes “%s” for no number',
  (text) => {
    expect(typedCount(text)).toBeNull()
  },
)
