import { describe, expect, it } from 'vitest'
import { inferType as inferred } from '../../../src-main/features/imports/map/infer-type'
import { shownColumn } from '../../../src-main/features/imports/shown'

const inferType: typeof inferred = (name, cells) => shownColumn(inferred(name, cells))

const typeOf = (cells: string[], name = 'thing') => inferType(name, cells).as

describe('texts', () => {
  it.each([
    ['words', ['a', 'b']],
    ['leading zeros', ['01067', '10115']],
    ['a plus before digits', ['+493012345', '+4412345678']],
    ['phone numbers', ['030 123456', '0171-555']],
    ['long digits', ['1234567890', '2345678901']],
    ['more digits than a number keeps', ['5', '12345678901234567890']],
    ['percentages', ['5%', '10%']],
    ['money', ['€5', '€10']],
    ['numbers and words', ['5', 'five']],
    ['sizes', ['S', 'S', 'S']],
    ['versions', ['1.2.3', '1.2.4']],
    ['nothing at all', []],
    ['only what stands for nothing', ['n/a', '-', '']],
    ['dates of two kinds', ['2026-11-20', '20.11.2026']],
    ['days that no calendar has', ['2026-02-30']],
    ['times alone', ['14:05', '15:10']],
  ])('are %s', (_, cells) => {
    expect(typeOf(cells)).toEqual({ type: 'text' })
  })

  it.each(['zip', 'PLZ', 'Phone number', 'customer_id', 'accountNo', 'order-number'])(
    'are digits under the name %s',
    (name) => {
      expect(typeOf(['10115', '20095'], name)).toEqual({ type: 'text' })
    },
  )
})

describe('numbers', () => {
  it.each([
    [['1', '2', '30'], '.'],
    [['1.5', '2'], '.'],
    [['1,5', '2'], ','],
    [['1,234.50', '2'], '.'],
    [['1.234,50', '2'], ','],
    [['1,234,567'], '.'],
    [['1.234.567'], ','],
    [['1 234,5'], ','],
    [['-3', '', 'n/a', '4.5'], '.'],
    [['1.234', '5.5'], '.'],
    [['1,234', '5,5'], ','],
  ])('are %j', (cells, decimal) => {
    expect(typeOf(cells)).toEqual({ type: 'number', decimal })
  })

  it('are said to be in doubt where no cell tells the decimal sign', () => {
    expect(inferType('spent', ['1.234', '5'])).toMatchObject({
      as: { type: 'number', decimal: ',' },
      note: '"1.234" is read as 1234: no cell shows which sign marks decimals.',
    })
    expect(inferType('spent', ['1,234', '5'])).toMatchObject({ as: { type: 'number', decimal: '.' } })
  })

  it('that a spreadsheet wrote short are texts, and that is said', () => {
    const { as, note } = inferType('phone', ['4.91512E+12', '5'])
    expect(as).toEqual({ type: 'text' })
    expect(note).toMatch(/last digits are lost/)
  })
})

describe('yes and no', () => {
  it.each([
    [['yes', 'no']],
    [['TRUE', 'False']],
    [['ja', 'nein', 'Ja']],
    [['oui', 'non', '']],
    [['sí', 'no']],
    [['да', 'нет']],
    [['y', 'n']],
    [['true', 'true']],
  ])('are %j', (cells) => {
    expect(typeOf(cells)).toEqual({ type: 'boolean' })
  })

  it.each([[['1', '0']], [['yes', 'maybe']], [['yes', 'non']], [['y', 'y']], [['x', 'x']]])(
    'are not %j',
    (cells) => {
      expect(typeOf(cells).type).not.toBe('boolean')
    },
  )
})

describe('dates', () => {
  it.each([
    ['YYYY-MM-DD', ['2026-11-20', '2026-01-02']],
    ['DD.MM.YYYY', ['20.11.2026', '01.02.2026']],
    ['D.M.YYYY', ['20.11.2026', '1.2.2026']],
    ['DD.MM.YY', ['20.11.26', '01.02.26']],
    ['DD/MM/YYYY', ['03/04/2026', '13/04/2026']],
    ['MM/DD/YYYY', ['03/04/2026', '04/13/2026']],
    ['M/D/YYYY', ['3/4/2026', '4/13/2026']],
    ['YYYY/MM/DD', ['2026/11/20']],
    ['D MMM YYYY', ['3 Mar 2026', '20 November 2026']],
    ['MMM D, YYYY', ['Mar 3, 2026', 'Nov 20, 2026']],
    ['DD.MM.YYYY HH:mm', ['20.11.2026 14:05', '01.02.2026 09:00']],
    ['YYYY-MM-DD HH:mm:ss', ['2026-11-20 14:05:09', '2026-11-20 14:05:09.5']],
    ['YYYY-MM-DDTHH:mm:ssZ', ['2026-11-20T14:05:09Z', '2026-11-20T14:05:09.123+02:00']],
    ['M/D/YYYY h:mm A', ['3/14/2026 9:05 AM', '11/20/2026 10:15 PM']],
    ['YYYY-MM-DD', ['2026-11-20', '', 'n/a']],
  ])('written as %s are %j', (format, cells) => {
    expect(typeOf(cells)).toEqual({ type: 'date', format })
  })

  it.each([
    [['03/04/2026', '05/06/2026'], 'DD/MM/YYYY', 'MM/DD/YYYY'],
    [['3/4/2026', '12/6/2026'], 'D/M/YYYY', 'M/D/YYYY'],
    [['03-04-2026', '05-06-2026'], 'DD-MM-YYYY', 'MM-DD-YYYY'],
    [['03/04/26'], 'DD/MM/YY', 'MM/DD/YY'],
    [['03/04/2026 14:05', '05/06/2026 09:00'], 'DD/MM/YYYY HH:mm', 'MM/DD/YYYY HH:mm'],
    [['1/2/2026 9:05 AM'], 'D/M/YYYY h:mm A', 'M/D/YYYY h:mm A'],
    [['07/07/2026', '08/08/2026'], 'DD/MM/YYYY', 'MM/DD/YYYY'],
  ])(
    'stay text where nothing tells the day from the month, and both ways are told: %j',
    (cells, day, month) => {
      expect(inferType('joined', cells)).toEqual({
        as: { type: 'text' },
        note: 'No date shows whether the day or the month comes first, so they stay text. Choose which.',
        orders: { dayFirst: day, monthFirst: month },
      })
    },
  )

  it('are not in doubt with dots, which only go with the day first', () => {
    expect(inferType('joined', ['03.04.2026'])).toMatchObject({ note: null, orders: null })
  })

  it('stay text where some have the day first and others the month', () => {
    expect(inferType('joined', ['25/12/2026', '12/25/2026'])).toMatchObject({
      as: { type: 'text' },
      orders: null,
    })
  })

  it('are said to be taken for UTC where they name no zone', () => {
    expect(inferType('at', ['2026-11-20 14:05']).note).toBe(
      'Its times have no time zone. They are read as UTC.',
    )
    expect(inferType('at', ['2026-11-20T14:05:09Z']).note).toBeNull()
  })
})

it('looks at ten thousand columns soon', () => {
  const cells = ['5', '6', '7']
  for (let column = 0; column < 10_000; column += 1) expect(typeOf(cells).type).toBe('number')
})
