import { describe, expect, it } from 'vitest'
import { detectTitle } from '../../../src-main/features/imports/read/detect-header'
import { createMender, escapesQuotes, mended } from '../../../src-main/features/imports/read/mend'

const plain = { quote: '"' } as const
const escaped = { quote: '"', escape: '\\' } as const

describe('a text that is put right', () => {
  it.each([
    ['line ends twice over', 'a\r\r\nb\r\r\n', plain, 'a\r\nb\r\n'],
    ['other line ends', 'a\rb\r\rc\nd\r\n', plain, 'a\rb\r\rc\nd\r\n'],
    ['escaped quotes', '"a \\"b\\""', escaped, '"a ""b"""'],
    ['escaped backslashes', '"a\\\\","\\\\\\""', escaped, '"a\\","\\"""'],
    ['other escapes', "\\N,\\t,\\'", escaped, "\\N,\\t,\\'"],
    ['backslashes that escape nothing', '"C:\\"', plain, '"C:\\"'],
    ['a backslash at the end', 'a\\', escaped, 'a\\'],
    ['no quotes', 'a\\"b', { quote: '', escape: '\\' } as const, 'a\\"b'],
  ])('with %s', (_, text, reading, expected) => {
    expect(mended(text, reading)).toBe(expected)
    for (const size of [1, 2, 3]) {
      const mender = createMender(reading)
      let pieces = ''
      for (let at = 0; at < text.length; at += size) pieces += mender.write(text.slice(at, at + size))
      expect(pieces + mender.end()).toBe(expected)
    }
  })
})

describe('whether quotes are behind backslashes', () => {
  const found = (text: string) => escapesQuotes(text, { delimiter: ',', quote: '"' })

  it('is told by where cells end', () => {
    expect(found('"a","say \\"hi\\" now"\n')).toBe(true)
    expect(found('"a \\"b\\", c",1\n')).toBe(true)
  })

  it.each([
    ['paths', '"C:\\","x"\n"D:\\data\\",y\n'],
    ['doubled quotes', '"a \\""b\\"" c",1\n'],
    ['no quotes', 'a\\b,c\n'],
    ['a text that is cut', '"a","say \\'],
  ])('is not so with %s', (_, text) => {
    expect(found(text)).toBe(false)
  })
})

describe('a title above the names', () => {
  const table = [
    ['email', 'name'],
    ['ann@x.example', 'Ann'],
    ['bo@x.example', 'Bo'],
  ]

  it('is rows of one cell above a header', () => {
    expect(detectTitle([['Customers'], ...table])).toBe(1)
    expect(detectTitle([['Customers', ''], ['', ''], ['Spring fair'], ...table])).toBe(2)
  })

  it.each([
    ['there is none', table],
    ['it holds an address', [['ann@x.example'], ...table]],
    ['no header follows', [['Customers'], ['ann@x.example', 'Ann'], ['bo@x.example', 'Bo']]],
    ['most rows have one cell', [['Notes'], ['a', 'b'], ['c'], ['d'], ['e'], ['f']]],
    ['the file has one column', [['email'], ['ann@x.example'], ['bo@x.example']]],
    ['nothing follows', [['Customers'], ['email', 'name']]],
    ['it is too long', [...Array.from({ length: 11 }, () => ['A line of a letter']), ...table]],
    ['there is nothing', []],
  ])('is none where %s', (_, rows) => {
    expect(detectTitle(rows)).toBe(0)
  })
})
