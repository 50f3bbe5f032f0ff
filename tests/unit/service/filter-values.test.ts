import { describe, expect, it } from 'vitest'
import { filterConditionSchema } from '../../../src-shared/interface/filter'
import {
  foldCase,
  parseDateText,
  momentOf,
  numberOf,
  pathsOf,
} from '../../../src-shared/interface/filter-values'

describe('reading values of filters', () => {
  it('folds no letter beyond ASCII to one of ASCII', () => {
    for (let code = 0x80; code <= 0x10ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue
      const folded = foldCase(String.fromCodePoint(code))
      if (/[\x00-\x7f]/.test(folded)) throw new Error(`${code.toString(16)} folds to ${folded}`)
    }
  })

  it('folds what is folded to itself', () => {
    for (const text of ['Straße', 'ΣΊΣΥΦΟΣ', 'İstanbul', 'ÅNGSTRÖM', '\u212b', 'ǅ', 'ﬀ']) {
      expect(foldCase(foldCase(text))).toBe(foldCase(text))
    }
  })

  it.each([
    ['5', 5],
    ['-0.50', -0.5],
    ['1E3', 1000],
    ['05', null],
    ['+5', null],
    ['5.', null],
    ['.5', null],
    [' 5', null],
    ['0x5', null],
    ['', null],
    ['Infinity', null],
  ])('reads %j as the number %j', (text, number) => expect(numberOf(text)).toBe(number))

  it.each([
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T14:05', '2026-11-20T14:05:00.000Z'],
    ['2026-11-20 14:05:06.7', '2026-11-20T14:05:06.700Z'],
    ['2026-11-20T14:05:06.123456Z', '2026-11-20T14:05:06.123Z'],
    ['2026-11-20T14:05:00+05:30', '2026-11-20T08:35:00.000Z'],
    ['2026-11-20T14:05-0200', '2026-11-20T16:05:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0099-01-01', '0099-01-01T00:00:00.000Z'],
  ])('reads %s as %s', (text, moment) =>
    expect(new Date(parseDateText(text) ?? NaN).toISOString()).toBe(moment),
  )

  it.each([
    ...[
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-11-20T24:00',
      '2026-11-20T10:60',
      '26-11-20',
      '20 Nov 2026',
    ],
    ...['2026-11-20 ', ' 2026-11-20', '2026-11-20T', '2026-11-20T14', '12:00', 'now', '', '2026-11-20\n'],
  ])('reads %j as no date', (text) => expect(parseDateText(text)).toBeNull())

  it('takes a date alone for its whole day', () => {
    const from = Date.UTC(2026, 10, 20)
    expect(momentOf('2026-11-20')).toEqual({ from, to: from + 86_400_000 })
    expect(momentOf('2026-11-20T00:00Z')).toEqual({ from, to: from + 1 })
  })

  it('reads a key with dots first as a whole, then as keys within keys', () => {
    expect(pathsOf('data.city')).toEqual([['city']])
    expect(pathsOf('data.a.b')).toEqual([['a.b'], ['a', 'b']])
  })
})

describe('the schema of conditions', () => {
  const read = (filter: unknown) =>
    filterConditionSchema.safeParse({ logic: 'AND', groups: [{ filters: [filter] }] })

  it.each([
    { field: 'data.seats', operator: 'greaterThan', value: '5' },
    { field: 'data.since', operator: 'lessThan', value: '2026-11-20' },
    { field: 'subscribed', operator: 'equals', value: 'TRUE' },
    { field: 'createdAt', operator: 'within', value: 0, unit: 'minutes' },
    { field: 'updatedAt', operator: 'within', value: 3, unit: 'days' },
    { field: 'any event', operator: 'triggered' },
    { field: 'segment', operator: 'memberOfSegment', value: 'x' },
  ])('takes $field $operator $value', (filter) => expect(read(filter).success).toBe(true))

  it.each([
    { field: 'data.', operator: 'exists' },
    { field: 'changedAt', operator: 'exists' },
    { field: '', operator: 'triggered' },
    { field: 'data.seats', operator: 'greaterThan', value: true },
    { field: 'data.seats', operator: 'greaterThan', value: 'many' },
    { field: 'data.seats', operator: 'contains', value: 5 },
    { field: 'createdAt', operator: 'greaterThan', value: 5 },
    { field: 'email', operator: 'equals', value: 5 },
    { field: 'email', operator: 'within', value: 5, unit: 'days' },
    { field: 'subscribed', operator: 'equals', value: 'yes' },
    { field: 'subscribed', operator: 'lessThan', value: 5 },
    { field: 'createdAt', operator: 'within', value: -1, unit: 'days' },
    { field: 'createdAt', operator: 'within', value: '1', unit: 'days' },
    { field: 'createdAt', operator: 'within', value: 1, unit: 'weeks' },
    { field: 'login', operator: 'triggeredWithin', value: 1 },
    { field: 'segment', operator: 'memberOfSegment', value: 5 },
    { field: 'segment', operator: 'memberOfSegment' },
  ])('refuses $field $operator $value', (filter) => expect(read(filter).success).toBe(false))
})
