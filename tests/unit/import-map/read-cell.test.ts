import { describe, expect, it } from 'vitest'
import type { ColumnType } from '../../../src-shared/bridge/import-file'
import { cellReader, readSubscribed } from '../../../src-main/features/imports/map/read-cell'
import { parseDateText } from '../../../src-shared/interface/filter-values'

const point: ColumnType = { type: 'number', decimal: '.' }
const comma: ColumnType = { type: 'number', decimal: ',' }
const date = (format: string): ColumnType => ({ type: 'date', format })

describe('a text', () => {
  it.each([
    ['Ann', 'Ann'],
    ['  Ann Bell\u00a0', 'Ann Bell'],
    ['Null', 'Null'],
    ['007', '007'],
    ['-', '-'],
    ['=cmd()', '=cmd()'],
    ['line\none', 'line\none'],
    ['', null],
    [' \t', null],
  ])('is read from %j', (text, value) => {
    expect(cellReader({ type: 'text' })(text)).toBe(value)
  })
})

describe('a number', () => {
  it.each([
    ['5', point, 5],
    ['-5', point, -5],
    ['−5', point, -5],
    ['+5', point, 5],
    [' 5 ', point, 5],
    ['0', point, 0],
    ['-0', point, 0],
    ['007', point, 7],
    ['1.5', point, 1.5],
    ['1,234.5', point, 1234.5],
    ['1,234,567', point, 1234567],
    ["1'234.5", point, 1234.5],
    ['1 234.5', point, 1234.5],
    ['1\u202f234', point, 1234],
    ['1,5', comma, 1.5],
    ['1.234,5', comma, 1234.5],
    ['1.234', comma, 1234],
    ['1.234', point, 1.234],
    ['9007199254740991', point, 9007199254740991],
    ['0.30000000000000004', point, 0.30000000000000004],
    ['', point, null],
    ['-', point, null],
    ['n/a', point, null],
    ['NULL', point, null],
    ['\\N', point, null],
  ])('is read from %j', (text, as, value) => {
    expect(cellReader(as)(text)).toBe(value)
  })

  it.each([
    ['abc', point, '"abc" is not a number.'],
    ['NaN', point, '"NaN" is not a number.'],
    ['Infinity', point, '"Infinity" is not a number.'],
    ['-Infinity', point, '"-Infinity" is not a number.'],
    ['0x10', point, '"0x10" is not a number.'],
    ['1e5', point, '"1e5" is not a number.'],
    ['1.', point, '"1." is not a number.'],
    ['.5', point, '".5" is not a number.'],
    ['1,23', point, '"1,23" is not a number with a decimal point.'],
    ['1.5', comma, '"1.5" is not a number with a decimal comma.'],
    ['12,34,567', point, '"12,34,567" is not a number.'],
    ["1,234'567", point, `"1,234'567" is not a number.`],
    ['€ 5', point, '"€ 5" is not a number.'],
    ['5 kg', point, '"5 kg" is not a number.'],
    ['٥', point, '"٥" is not a number.'],
    ['9007199254740993', point, '"9007199254740993" has too many digits for a number. Make the column text.'],
    ['9'.repeat(400), point, `"${'9'.repeat(40)}…" has too many digits for a number. Make the column text.`],
    ['9'.repeat(100_000), point, `"${'9'.repeat(40)}…" is not a number.`],
  ])('is not read from %j', (text, as, fault) => {
    expect(cellReader(as)(text)).toEqual({ fault })
  })
})

describe('yes and no', () => {
  it.each([
    ['yes', true],
    ['No', false],
    ['TRUE', true],
    ['false', false],
    ['1', true],
    ['0', false],
    ['ja', true],
    ['nein', false],
    ['oui', true],
    ['non', false],
    ['sí', true],
    ['não', false],
    ['да', true],
    ['нет', false],
    ['はい', true],
    ['否', false],
    ['x', true],
    ['✓', true],
    ['', null],
    ['n/a', null],
  ])('are read from %j', (text, value) => {
    expect(cellReader({ type: 'boolean' })(text)).toBe(value)
  })

  it('are not read from anything else', () => {
    expect(cellReader({ type: 'boolean' })('maybe')).toEqual({ fault: '"maybe" is neither yes nor no.' })
    expect(cellReader({ type: 'boolean' })('2')).toEqual({ fault: '"2" is neither yes nor no.' })
  })

  it.each([
    ['subscribed', true],
    ['Unsubscribed', false],
    ['cleaned', false],
    ['pending', false],
    ['opted out', false],
    ['abgemeldet', false],
    ['yes', true],
    ['0', false],
    ['', null],
  ])('say who is subscribed: %j', (text, value) => {
    expect(readSubscribed(text)).toBe(value)
  })

  it('subscribe nobody by a word that is not known', () => {
    expect(readSubscribed('gold')).toEqual({ fault: '"gold" does not say whether somebody is subscribed.' })
  })
})

describe('a date', () => {
  it.each([
    ['YYYY-MM-DD', '2026-11-20', '2026-11-20'],
    ['DD.MM.YYYY', '20.11.2026', '2026-11-20'],
    ['D.M.YYYY', '1.2.2026', '2026-02-01'],
    ['DD/MM/YYYY', '03/04/2026', '2026-04-03'],
    ['MM/DD/YYYY', '03/04/2026', '2026-03-04'],
    ['DD.MM.YY', '03.04.26', '2026-04-03'],
    ['DD.MM.YY', '03.04.71', '1971-04-03'],
    ['D MMM YYYY', '3 Mar 2026', '2026-03-03'],
    ['D. MMM YYYY', '3. März 2026', '2026-03-03'],
    ['MMM D, YYYY', 'November 3, 2026', '2026-11-03'],
    ['DD-MMM-YYYY', '03-déc-2026', '2026-12-03'],
    ['YYYY年M月D日', '2026年3月4日', '2026-03-04'],
    ['DD/MM/YYYY', '29/02/2024', '2024-02-29'],
    ['DD.MM.YYYY HH:mm', '20.11.2026 14:05', '2026-11-20T14:05:00Z'],
    ['YYYY-MM-DD HH:mm:ss', '2026-11-20 14:05:09', '2026-11-20T14:05:09Z'],
    ['YYYY-MM-DD HH:mm:ss', '2026-11-20 14:05:09.25', '2026-11-20T14:05:09.25Z'],
    ['M/D/YYYY h:mm A', '1/2/2026 12:05 AM', '2026-01-02T00:05:00Z'],
    ['M/D/YYYY h:mm A', '1/2/2026 1:05 p.m.', '2026-01-02T13:05:00Z'],
    ['YYYY-MM-DD HH:mm:ss Z', '2026-01-01 00:30:00 +0200', '2025-12-31T22:30:00Z'],
    ['YYYY-MM-DDTHH:mm:ss', '2026-11-20T14:05:09', '2026-11-20T14:05:09Z'],
    ['YYYY-MM-DDTHH:mm:ssZ', '2026-11-20T14:05:09.123Z', '2026-11-20T14:05:09.123Z'],
    ['YYYY-MM-DDTHH:mm:ssZ', '2026-11-20T14:05:09+02:00', '2026-11-20T14:05:09+02:00'],
    ['YYYY-MM-DD', '', null],
    ['YYYY-MM-DD', 'n/a', null],
  ])('written as %s is read from %j', (format, text, value) => {
    const read = cellReader(date(format))(text)
    expect(read).toBe(value)
    // What the service's filters compare.
    if (value !== null) expect(parseDateText(value)).not.toBeNull()
  })

  it.each([
    ['YYYY-MM-DD', '2026-02-29'],
    ['YYYY-MM-DD', '2026-13-01'],
    ['YYYY-MM-DD', '2026-00-10'],
    ['YYYY-MM-DD', '0026-01-01'],
    ['YYYY-MM-DD', '20.11.2026'],
    ['DD.MM.YYYY', '20.11.2026 14:05'],
    ['DD.MM.YYYY HH:mm', '20.11.2026 24:00'],
    ['DD.MM.YYYY HH:mm', '20.11.2026 14:60'],
    ['h:mm A D.M.YYYY', '13:00 PM 1.1.2026'],
    ['D MMM YYYY', '3 Foo 2026'],
    ['YYYY-MM-DD', 'soon'],
    ['YYYY-MM-DD', `2026-01-01${' '.repeat(100_000)}x`],
  ])('written as %s is not read from %j', (format, text) => {
    expect(cellReader(date(format))(text)).toEqual({
      fault: expect.stringMatching(/^".*" is not a date like /),
    })
  })

  it.each(['YYYY-MM', 'MM', 'YYYY-MM-DD-DD', 'DD.MM', 'YYYY-MM-DD mm', '', 'anything', 'YYYY YY-MM-DD'])(
    'has no format %j',
    (format) => {
      expect(cellReader(date(format))('2026-11-20')).toEqual({ fault: `"${format}" is not a date format.` })
    },
  )

  it('takes no time over a format of spaces', () => {
    const read = cellReader(date(`YYYY${' '.repeat(15)}MM${' '.repeat(15)}DD`))
    expect(read(`2026${' '.repeat(76)}`)).toHaveProperty('fault')
    expect(read('2026 11 20')).toBe('2026-11-20')
  })
})

it('never throws, whatever the text', () => {
  const types: ColumnType[] = [
    { type: 'text' },
    point,
    comma,
    { type: 'boolean' },
    date('DD.MM.YYYY HH:mm'),
    date('(((['),
  ]
  const texts = [
    '\0',
    '\ud800',
    '\u202e1',
    '$&',
    '__proto__',
    '9'.repeat(1000),
    '\n'.repeat(1000),
    '１２',
    '{}',
  ]
  for (const as of types) for (const text of texts) expect(() => cellReader(as)(text)).not.toThrow()
})
