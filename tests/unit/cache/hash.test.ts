import { expect, it } from 'vitest'
import { hashOf } from '../../../src-main/core/database/hash'

it('gives the hashes that are stored in caches already', () => {
  expect(hashOf('')).toBe(hashOf(''))
  expect([hashOf(''), hashOf('a'), hashOf('anna@example.com'), hashOf('cnt_1'), hashOf('Zoë')])
    .toMatchInlineSnapshot(`
    [
      2872998923,
      444641715,
      2929325630,
      925233468,
      1137292642,
    ]
  `)
})

it('spreads ids that differ little', () => {
  const seen = new Set<number>()
  for (let index = 0; index < 100_000; index += 1) seen.add(hashOf(`cnt_${index}`))
  // Chance alone would make about one in a hundred thousand meet.
  expect(seen.size).toBeGreaterThan(99_990)
})
