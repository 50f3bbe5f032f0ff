import { expect, it } from 'vitest'
import { RowChains } from '../../../src-main/core/database/row-chains'

it('gives back all rows of a hash, the last added first', () => {
  const chains = new RowChains()
  for (let row = 1; row <= 9000; row += 1) chains.add(row % 3, row)
  expect([...chains.rows(0)].slice(0, 3)).toEqual([9000, 8997, 8994])
  expect([...chains.rows(1)]).toHaveLength(3000)
  expect([...chains.rows(7)]).toEqual([])
})
