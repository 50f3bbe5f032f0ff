import { expect, test } from 'vitest'
import { cellsOf, lineOf, packLines, unpackRows } from '../../../src-main/features/imports/check/cells'
import { plainLocal } from '../../../src-main/features/imports/check/row-mapper'

test('rows come back as they were, whatever letters and line ends are in them', () => {
  const rows = [['a', '', 'c'], [''], ['two\nlines', '서연 "x"', '\u0000'], ['', '']]
  const text = packLines(rows.map(lineOf), null) ?? ''
  expect(unpackRows(0, text).map((row) => cellsOf(0, row))).toEqual(rows)
})

test('a cell that holds a separator is found out', () => {
  const rows = [['a\u001fb', 'c']]
  expect(packLines(rows.map(lineOf), 2)).toBeNull()
  expect(unpackRows(1, JSON.stringify(rows)).map((row) => cellsOf(1, row))).toEqual(rows)
})

test('only the plainest addresses are taken without a second look', () => {
  const at = (text: string) => plainLocal(text, 0, text.length)
  expect(at('anna.b_c-9@x.example')).toBe(10)
  for (const odd of [
    'Anna@x',
    '.anna@x',
    'anna.@x',
    'an..na@x',
    '@x',
    'anna',
    '"a"@x',
    `${'a'.repeat(65)}@x`,
    ' a@x',
    'å@x',
  ]) {
    expect(at(odd)).toBe(-1)
  }
})
