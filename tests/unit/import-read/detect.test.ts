import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { detectReading, sampleSize } from '../../../src-main/features/imports/read/detect'
import { shownNote } from '../../../src-main/features/imports/shown'

const doubtsOf = (bytes: Uint8Array) =>
  detectReading(bytes, 'list.csv').doubts.map((note) => shownNote(note).sentence)

describe('what is not sure', () => {
  it('is nothing for most files', () => {
    expect(doubtsOf(Buffer.from('email,name\nann@x.example,Ann\n'))).toEqual([])
    expect(
      doubtsOf(iconv.encode('email;name\na@x.example;Jürgen Groß\nb@x.example;Käthe Böhm\n', 'latin1')),
    ).toEqual([])
  })

  it('is the encoding where few letters tell it', () => {
    expect(doubtsOf(iconv.encode('email,city\nann@x.example,Köln\n', 'latin1'))).toEqual([
      'The encoding is a guess, as few letters tell. Check the preview.',
    ])
  })

  it('is the delimiter where two fit', () => {
    expect(doubtsOf(Buffer.from('name;a,b\nann;e,f\n'))).toContain(
      'Another delimiter fits nearly as well. Check the columns in the preview.',
    )
  })

  it('is the header where words stand over words', () => {
    expect(doubtsOf(Buffer.from('blue,green\nred,yellow\n'))).toEqual([
      'The first row may or may not hold names. Check the preview.',
    ])
  })
})

it('takes a file of one column for tabs where its name says so', () => {
  const bytes = Buffer.from('email\nann@x.example\n')
  expect(detectReading(bytes, 'list.TSV').reading.delimiter).toBe('\t')
  expect(detectReading(bytes, 'list.csv').reading.delimiter).toBe(',')
})

it('looks at bytes behind the beginning for the encoding alone', () => {
  const beginning = Buffer.alloc(sampleSize, 'ann@x.example,Ann\n')
  const further = iconv.encode('jo@x.example;Jürgen;Größe;Straße\n'.repeat(30), 'windows-1252')
  const { reading } = detectReading(Buffer.concat([beginning, further]), 'list.csv')
  expect(reading).toMatchObject({ encoding: 'windows-1252', delimiter: ',' })
})

it.each([
  'a'.repeat(300_000),
  '"'.repeat(300_000),
  ','.repeat(300_000),
  '\n'.repeat(300_000),
  '"a,'.repeat(90_000),
])('comes to an end soon, whatever the bytes', (text) => {
  expect(detectReading(Buffer.from(text).subarray(0, sampleSize), 'list.csv').reading).toBeDefined()
})

it('says that an Excel workbook has a password, which Excel keeps in a document of the old kind', () => {
  const directory = Buffer.from('Root Entry\0EncryptionInfo\0EncryptedPackage\0', 'utf16le')
  const head = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  const document = Buffer.concat([head, Buffer.alloc(1016), directory, Buffer.alloc(4096)])
  expect(() => detectReading(document, 'people.xlsx')).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ title: 'The workbook has a password' }) }),
  )
})
