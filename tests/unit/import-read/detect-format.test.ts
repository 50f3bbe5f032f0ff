import { describe, expect, it } from 'vitest'
import { detectFormat } from '../../../src-main/features/imports/read/detect-delimiter'
import { detectHeader } from '../../../src-main/features/imports/read/detect-header'

const delimiterOf = (text: string) => detectFormat(text, true).delimiter

describe('the delimiter', () => {
  it.each([
    [',', 'a,b\n1,2\n'],
    [';', 'a;b\n1;2\n'],
    ['\t', 'a\tb\n1\t2\n'],
    ['|', 'a|b\n1|2\n'],
    ['^', 'a^b\n1^2\n'],
    ['~', 'a~b\n1~2\n'],
    [':', 'ann@x.example:secret\nbo@x.example:hidden\n'],
    [',', 'name,note\nAnn,"a; b; c; d"\nBo,"e; f; g; h"\n'],
    [';', 'name;note\nAnn;"a, b, c, d"\nBo;"e, f, g, h"\n'],
    [',', 'email,tags\nann@x.example,a|b\nbo@x.example,c|d\n'],
    [',', 'email,at\nann@x.example,2024-03-04 10:30:00\nbo@x.example,2024-03-05 11:45:10\n'],
    [',', 'name,note\nAnn,plain words\nBo,"a;b"\nCy,c;d\n'],
    ['\t', 'name\tnote\nAnn\tone, two; three\nBo\tfour, five; six\n'],
    [';', 'name;x;y\nAnn;1,5;2,5\nBo;3,5;4,5\n'],
  ])('is %j', (delimiter, text) => {
    expect(delimiterOf(text)).toBe(delimiter)
  })

  it('is what Excel was told it is', () => {
    expect(delimiterOf('sep=|\na,b|c\nd,e|f\n')).toBe('|')
    expect(delimiterOf('"sep=;"\r\na,b;c\r\n')).toBe(';')
  })

  it('is a comma where there is none', () => {
    expect(detectFormat('ann@x.example\nbo@x.example\n', true)).toMatchObject({ delimiter: ',', quote: '"' })
  })

  it('is told without a row that the sample cuts off', () => {
    expect(detectFormat('a;b\n1;2\n3,4,5,6', false).rows).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('is in doubt where another fits nearly as well', () => {
    const { confidence, why } = detectFormat('a;b,c\nd;e,f\n', true)
    expect(confidence).toBeLessThan(0.6)
    expect(why).toMatch(/Another delimiter fits/)
  })
})

describe('the header', () => {
  it.each([
    [
      true,
      [
        ['email', 'name'],
        ['ann@x.example', 'Ann'],
      ],
    ],
    [
      true,
      [
        ['Kontakt', 'Stadt'],
        ['ann@x.example', 'Köln'],
      ],
    ],
    [
      true,
      [
        ['who', 'age'],
        ['Ann', '31'],
        ['Bo', '47'],
      ],
    ],
    [true, [['E-Mail-Adresse']]],
    [
      false,
      [
        ['ann@x.example', 'Ann'],
        ['bo@x.example', 'Bo'],
      ],
    ],
    [false, [['ann@x.example']]],
    [
      false,
      [
        ['Ann', '31'],
        ['Bo', '47'],
      ],
    ],
    [
      false,
      [
        ['Ann', 'Cork'],
        ['Bo', 'Cork'],
        ['Ann', 'Rome'],
      ],
    ],
    [
      false,
      [
        ['yes', '1'],
        ['no', '2'],
      ],
    ],
    [false, []],
  ])('is %s', (header, rows) => {
    expect(detectHeader(rows).header).toBe(header)
  })

  it('is in doubt where words stand over words', () => {
    expect(
      detectHeader([
        ['blue', 'green'],
        ['red', 'yellow'],
      ]).confidence,
    ).toBeLessThan(0.6)
  })
})
