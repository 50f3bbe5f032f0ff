import { describe, expect, it } from 'vitest'
import { RowParser } from '../../../src-main/features/imports/read/row-parser'
import { randomNumbers } from '../../fixtures/seeded'

const limits = { cell: 1000, row: 5000, cells: 20 }

interface Row {
  cells: string[]
  line: number
  fault: string | null
}

function parse(text: string, { size = text.length + 1, delimiter = ',', quote = '"', most = 7 } = {}) {
  const rows: Row[] = []
  const parser = new RowParser({ delimiter, quote }, limits, (cells, line, fault) => {
    rows.push({ cells, line, fault })
  })
  const drain = () => {
    while (parser.take(most)) void 0
  }
  for (let at = 0; at < text.length; at += size) {
    parser.push(text.slice(at, at + size))
    drain()
  }
  parser.end()
  drain()
  return { rows, unclosed: parser.unclosed }
}

const cellsOf = (text: string, options = {}) => parse(text, options).rows.map(({ cells }) => cells)

describe('quotes', () => {
  it.each([
    ['"a,b",c', [['a,b', 'c']]],
    ['"a""b",c', [['a"b', 'c']]],
    ['"",c', [['', 'c']]],
    ['"""",c', [['"', 'c']]],
    ['"""a""",c', [['"a"', 'c']]],
    ['a"b,c', [['a"b', 'c']]],
    ['a "b" c,d', [['a "b" c', 'd']]],
    [' "a" ,b', [['a', 'b']]],
    ['"a" b,c', [['a b', 'c']]],
    ['"say "hi" now",c', [['say "hi" now', 'c']]],
    [
      '"a\nb",c\nd,e',
      [
        ['a\nb', 'c'],
        ['d', 'e'],
      ],
    ],
    [
      '"a,b\n"c","d"',
      [
        ['"a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['"a\nb,c', [['"a'], ['b', 'c']]],
    ['"a" "b",c', [['a" "b', 'c']]],
    ['""a"",b', [['a""', 'b']]],
  ])('reads %j', (text, rows) => {
    expect(cellsOf(text)).toEqual(rows)
  })

  it('takes them for text where there are none', () => {
    expect(cellsOf('"a,b",c', { quote: '' })).toEqual([['"a', 'b"', 'c']])
  })

  it('takes a tab for the delimiter before it takes it for a space', () => {
    expect(cellsOf('\t"a"\t\t"b"', { delimiter: '\t' })).toEqual([['', 'a', '', 'b']])
  })
})

describe('line ends', () => {
  it.each([
    ['a\nb\n', ['a', 'b']],
    ['a\r\nb\r\n', ['a', 'b']],
    ['a\rb\r', ['a', 'b']],
    ['a\r\n\nb\r', ['a', '', 'b']],
    ['a\u2028b\u0085c\vd\n', ['a\u2028b\u0085c\vd']],
  ])('reads %j', (text, cells) => {
    expect(cellsOf(text).map((row) => row[0])).toEqual(cells)
  })

  it('counts the physical lines, those between quotes too', () => {
    const { rows } = parse('a,"1\r\n2\n3\r4"\r\nb\r\n\r\n"c"\rd\n"e\n')
    expect(rows.map(({ line }) => line)).toEqual([1, 5, 6, 7, 8, 9])
  })
})

describe('what is too much', () => {
  it.each([
    ['without quotes', 'x'.repeat(1001)],
    ['between quotes', `"${'x'.repeat(1001)}"`],
  ])('keeps a cell %s whole that is too long, and says so', (_, cell) => {
    const { rows } = parse(`a,${cell},b\nc,d\n`)
    expect(rows).toEqual([
      { cells: ['a', 'x'.repeat(1001), 'b'], line: 1, fault: 'long_cell' },
      { cells: ['c', 'd'], line: 2, fault: null },
    ])
  })

  it('drops the rest of a row that is too long', () => {
    const { rows } = parse(`${`${'x'.repeat(900)},`.repeat(9)}\nc,d\n`)
    expect(rows[0]?.fault).toBe('long_row')
    expect(rows[0]?.cells.length).toBeLessThan(8)
    expect(rows[1]).toEqual({ cells: ['c', 'd'], line: 2, fault: null })
  })

  it('drops the rest of a row with too many cells', () => {
    const { rows } = parse(`${'x,'.repeat(30)}\nc,d\n`)
    expect(rows.map(({ cells, fault }) => [cells.length, fault])).toEqual([
      [20, 'many_cells'],
      [2, null],
    ])
  })

  it.each([
    ['the last row', 'a,b\nc,"d', 1],
    ['the last row, with a line end behind it', 'a,b\nc,"d\n', 1],
    ['a row in the middle', 'a,b\n"c,d\ne,f\n', 1],
  ])('has a quote that was never closed as a fault of its row: %s', (_, text, at) => {
    const { rows } = parse(text)
    expect(rows.map(({ fault }) => fault)).toEqual(
      rows.map((_row, place) => (place === at ? 'unclosed_quote' : null)),
    )
  })

  it('takes a quote for text that closes too far away, and reads the rows after it', () => {
    const after = Array.from({ length: 800 }, (_, row) => `b${row},c`)
    const { rows, unclosed } = parse(['x,y', 'a,"open', ...after].join('\n'))
    expect(rows.map(({ cells }) => cells.join())).toEqual(['x,y', 'a,"open', ...after])
    expect(rows.map(({ line }) => line)).toEqual(rows.map((_, row) => row + 1))
    expect(unclosed).toEqual({ count: 1, line: 2 })
  })
})

describe('any text', () => {
  const random = randomNumbers(4)
  const pick = (characters: string[]) => characters[random(characters.length)] ?? ''
  const texts = Array.from({ length: 3000 }, () =>
    Array.from({ length: random(60) }, () =>
      pick(['a', 'b', '"', '"', ',', '\n', '\r', '\r\n', ' ', '\t', '""', '\ufeff', 'é']),
    ).join(''),
  )

  it('gives the same rows however it is cut', () => {
    for (const text of texts) {
      const whole = parse(text)
      for (const size of [1, 2, 7]) expect(parse(text, { size, most: size }), text).toEqual(whole)
    }
  })

  it('loses no letter', () => {
    const letters = (text: string) => text.replace(/[^abé]/g, '')
    for (const text of texts) {
      expect(letters(cellsOf(text).flat().join('')), text).toBe(letters(text))
    }
  })

  it('reads back what was written as RFC 4180 has it', () => {
    for (let time = 0; time < 500; time += 1) {
      const rows = Array.from({ length: 1 + random(5) }, () =>
        Array.from({ length: 1 + random(5) }, () =>
          Array.from({ length: random(6) }, () => pick(['a', '"', ',', '\n', '\r\n', ' ', 'é'])).join(''),
        ),
      )
      const text = rows
        .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
        .join('\r\n')
      expect(cellsOf(text, { size: 1 + random(9) }), text).toEqual(rows)
    }
  })
})
