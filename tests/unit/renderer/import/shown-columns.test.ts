import { expect, it } from 'vitest'
import { cellKey } from '../../../../src-renderer/features/imports/check/row-columns'
import { columnsToRead } from '../../../../src-renderer/features/imports/check/use-rows'

const listed = (...indexes: number[]) => [
  { key: 'row' },
  { key: 'class' },
  ...indexes.map((index) => ({ key: cellKey(index) })),
]

it('reads the cells of all columns where they are few', () => {
  expect(columnsToRead([2, 0, 5], listed(2, 0, 5), 2)).toEqual([2, 0, 5])
})

it('reads the cells around those that are drawn of very many, and the address always', () => {
  const all = Array.from({ length: 10_000 }, (_, at) => at)
  const read = columnsToRead([5000, 5001, 5002], listed(...all), 0)
  expect(read[0]).toBe(0)
  expect(read.slice(1)).toEqual(all.slice(4984, 5019))
})

it('reads the address alone where no column of the file is drawn', () => {
  expect(columnsToRead([], listed(3, 4), 3)).toEqual([3])
})
