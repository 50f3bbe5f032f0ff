import { describe, expect, it } from 'vitest'
import Papa from 'papaparse'
import { csvLine } from '../../../src-main/features/exports/csv'

const cells = (line: string) => Papa.parse<string[]>(line, { newline: '\r\n' }).data[0]

describe('a line of CSV', () => {
  it('is read back as it was written', () => {
    const values = ['plain', 'a,b', 'say "hi"', 'two\r\nlines', ' edge ', '', 'ünï', '日本']
    const { line } = csvLine(values, false)
    expect(line.endsWith('\r\n')).toBe(true)
    expect(cells(line)).toEqual(values)
  })

  it('has nothing for what is missing, and JSON for what is nested', () => {
    const { line } = csvLine([null, undefined, true, 12.5, ['a'], { b: 1 }], false)
    expect(cells(line)).toEqual(['', '', 'true', '12.5', '["a"]', '{"b":1}'])
  })
})

describe('what a spreadsheet would run (C33)', () => {
  it.each(['=cmd()', '+1', '-1', '@x', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x', ' =1', '\tplain'])(
    '%j is guarded',
    (text) => {
      const { line, guarded } = csvLine([text], true)
      expect(cells(line)).toEqual([`'${text}`])
      expect(guarded).toBe(1)
    },
  )

  it('leaves numbers and plain text alone', () => {
    const { line, guarded } = csvLine([-1, 'a=b', 'x-y', "it's"], true)
    expect(cells(line)).toEqual(['-1', 'a=b', 'x-y', "it's"])
    expect(guarded).toBe(0)
  })

  it('is written as it is where nobody wants a guard', () => {
    expect(csvLine(['=1'], false)).toEqual({ line: '=1\r\n', guarded: 0 })
  })
})
