import { describe, expect, it } from 'vitest'
import { rememberedWords } from '../../../../src-renderer/features/imports/map/map-words'
import { importWords } from '../../../../src-renderer/features/imports/import-words'
import {
  delimiterChoices,
  encodingName,
  quoteChoice,
  quoteChoices,
  readingWords,
  sameReading,
  headerChoices,
  skippedWords,
  titleChoices,
  withHeader,
  withQuotes,
  withTitle,
} from '../../../../src-renderer/features/imports/file/reading-words'
import {
  asRemark,
  asSentence,
  besideAddress,
  domainOf,
  footWords,
  leftOutCount,
  listWords,
  oldText,
  rowTag,
  visibleSpaces,
} from '../../../../src-renderer/features/imports/check/row-words'
import { workWords } from '../../../../src-renderer/features/imports/work-words'
import { cell, counts, detail, importRow, job } from './import-samples'

describe('how a file is read', () => {
  const reading = { encoding: 'utf-8', delimiter: ';', quote: '"' as const, header: true }

  it('is said as people call it', () => {
    expect(readingWords(reading)).toBe('UTF-8, semicolon, header in row 1')
    expect(readingWords({ ...reading, skip: 2 })).toBe('UTF-8, semicolon, header in row 3')
    expect(readingWords({ ...reading, delimiter: '\t', header: false })).toBe('UTF-8, tab, no header')
    expect(['windows-1252', 'iso-8859-15', 'utf-16le', 'shift_jis'].map(encodingName)).toEqual([
      'Windows-1252',
      'ISO-8859-15',
      'UTF-16, little-endian',
      'Shift JIS',
    ])
  })

  it('offers an unusual delimiter that is in use beside the usual ones', () => {
    expect(delimiterChoices('~').at(-1)).toEqual({ value: '~', label: 'The character ~' })
    expect(delimiterChoices(';')).toHaveLength(6)
  })

  it('differs by any of its parts', () => {
    expect(sameReading(reading, { ...reading })).toBe(true)
    expect(sameReading(reading, { ...reading, quote: '' })).toBe(false)
    expect(sameReading(reading, null)).toBe(false)
    expect(sameReading(reading, { ...reading, skip: 1 })).toBe(false)
    expect(sameReading(reading, { ...reading, escape: '\\' })).toBe(false)
  })
})

describe('what is under way', () => {
  it('is said in bytes while reading and in rows while checking', () => {
    expect(workWords({ what: 'reading', done: 412e6, total: 2e9 })).toBe('Reading, 412 MB of 2 GB')
    expect(workWords({ what: 'checking', done: 3000, total: 14_760 })).toBe('Checking, 3,000 of 14,760 rows')
    expect(workWords({ what: 'refreshing', done: 12, total: 40 })).toBe(
      'Refreshing the copy, 12 of 40 contacts',
    )
    expect(workWords({ what: 'reading', done: 0, total: 0 })).toBe('Reading')
  })
})

describe('how an import stands', () => {
  it('is its step before anything was written', () => {
    expect(importWords(detail({ step: 'map' }))).toBe('At Map, nothing written')
  })

  it('is its work or its job while one is under way', () => {
    expect(importWords(detail({ work: { what: 'checking', done: 2, total: 5 } }))).toBe('Checking, 40 %')
    expect(importWords(detail({ jobs: [job()] }))).toBe('Writing, 60 %')
    expect(importWords(detail({ jobs: [job({ state: 'paused' })] }))).toBe('Writing, paused at 60 %')
  })

  it('is what it wrote, and whether that was stopped or taken back', () => {
    const written = { created: 1998, changed: 1174, failed: 15 }
    const ended = { written, jobs: [job({ state: 'finished' })] }
    expect(importWords(detail(ended))).toBe('1,998 created, 1,174 changed, 15 failed')
    expect(importWords(detail({ written, jobs: [job({ state: 'cancelled' })] }))).toMatch(/^Cancelled: 1,998/)
    expect(importWords(detail({ ...ended, undone: { reversed: 3157, kept: 15, failed: 0 } }))).toBe(
      'Taken back: 3,157 rows',
    )
  })
})

describe('the foot of the check', () => {
  it('adds up to the rows of the file', () => {
    expect(leftOutCount(counts)).toBe(158)
    expect(footWords(counts)).toBe(', 9,204 unchanged cost nothing, 158 left out, 29 unsubscribed stay so')
  })

  it('says nothing of what there is none of', () => {
    const rows = { ...counts.rows, all: 2, unchanged: 1 }
    expect(footWords({ ...counts, rows, toWrite: 1, stayUnsubscribed: 0 })).toBe(
      ', 1 unchanged costs nothing',
    )
  })

  it('counts the rows that are listed', () => {
    expect(listWords(5556, 'allButUnchanged', false)).toBe('5,556 rows, all but unchanged')
    expect(listWords(1, 'all', true)).toBe('1 row found')
    expect(listWords(1204, 'all', true, false)).toBe('1,204+ rows found')
  })
})

describe('a row', () => {
  it('is tagged by what keeps it from being written before anything else', () => {
    const tag = (change: Parameters<typeof importRow>[2]) => rowTag(importRow(1, 'a@b.co', change)).word
    expect(tag({ repaired: true })).toBe('Repaired')
    expect(tag({ repaired: true, class: 'invalid' })).toBe('Invalid')
    expect(tag({ leftOut: true, class: 'invalid' })).toBe('Left out')
    expect(tag({ class: 'changed' })).toBe('Changed')
  })

  it('says beside its address what is no fault of a cell', () => {
    expect(besideAddress(importRow(566, 'a@b.co', { class: 'duplicate', reason: 'as row 88' }))).toBe(
      'as row 88',
    )
    const faulty = importRow(902, cell('björn', { fault: 'not an address' }), { reason: 'not an address' })
    expect(besideAddress(faulty)).toBeNull()
  })

  it('shows what a contact has before what the file had', () => {
    expect(oldText(cell('pro', { before: 'free', repairedFrom: ' pro' }))).toBe('free')
    expect(oldText(cell('Fatma', { repairedFrom: ' Fatma ' }))).toBe('␣Fatma␣')
    expect(oldText(cell('pro', { before: '' }))).toBe('')
    expect(oldText(cell('pro'))).toBeNull()
  })

  it('draws spaces at the ends and leaves those within', () => {
    expect(visibleSpaces('  a b\t')).toBe('␣␣a b␣')
  })

  it('names the domain of an address, where there is one', () => {
    expect(domainOf('liam@gmial.com ')).toBe('gmial.com')
    expect([domainOf('liam'), domainOf('liam@')]).toEqual([null, null])
  })

  it('makes a remark of a sentence', () => {
    expect(asRemark('It has no @.')).toBe('it has no @')
    expect(asRemark('gmial.com is probably misspelt.')).toBe('gmial.com is probably misspelt')
    expect(asRemark('US dates are not read.')).toBe('US dates are not read')
  })

  it('makes a sentence of a remark', () => {
    expect([asSentence('not an address'), asSentence('Write it.')]).toEqual(['Not an address.', 'Write it.'])
    expect(asSentence('gmial.com is misspelt')).toBe('gmial.com is misspelt.')
  })
})

describe('the row of a sheet that names the columns', () => {
  const reading = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true, sheet: 'People' } as const
  const firstRows = [1, 2, 4, 5].map((line) => ({ line, cells: [] }))

  it('is chosen by its number, of all that hold anything', () => {
    const choices = headerChoices({ firstRows, headerRow: 4 }, { ...reading, skip: 2 })
    expect(choices.map(({ label }) => label)).toEqual(['Row 1', 'Row 2', 'Row 4', 'Row 5', 'None'])
    expect(choices[2]?.value).toBe('2')
    expect(withHeader(reading, '2')).toEqual({ ...reading, skip: 2 })
    expect(withHeader({ ...reading, skip: 2 }, '0')).toEqual(reading)
    expect(withHeader({ ...reading, skip: 2 }, 'none')).toEqual({ ...reading, skip: 2, header: false })
  })

  it('is among the choices where it stands below them', () => {
    const choices = headerChoices({ firstRows, headerRow: 90 }, { ...reading, skip: 60 })
    expect(choices.at(-2)).toEqual({ value: '60', label: 'Row 90' })
  })

  it('has what stands above it skipped, which is said', () => {
    expect([null, 1, 2, 4].map(skippedWords)).toEqual(['', '', 'row 1 skipped', 'rows 1 to 3 skipped'])
  })
})

describe('what can be said about quotes and a title', () => {
  const plain = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true } as const

  it('comes back as it was chosen', () => {
    for (const { value } of quoteChoices) expect(quoteChoice(withQuotes(plain, value))).toBe(value)
    expect(withQuotes({ ...plain, escape: '\\' }, '"')).toEqual(plain)
    expect(withTitle({ ...plain, skip: 3 }, 0)).toEqual(plain)
    expect(withTitle(plain, 2)).toEqual({ ...plain, skip: 2 })
  })

  it('names the number of rows in use, however many', () => {
    expect(titleChoices(0)[0]).toEqual({ value: '0', label: 'None' })
    expect(titleChoices(9).at(-1)).toEqual({ value: '9', label: '9 rows left out' })
  })
})

it('says from which import a mapping was taken, and when that was', () => {
  const at = new Date(2026, 10, 20, 14, 2).getTime()
  expect(rememberedWords({ name: 'spring.csv', at }, at + 60_000)).toBe(
    'As in your last import with these columns, spring.csv, 14:02.',
  )
  expect(rememberedWords({ name: 'spring.csv', at }, at + 86_400_000)).toContain(
    'spring.csv, 20 Nov 2026, 14:02.',
  )
  expect(rememberedWords(null, at)).toBe('As in your last import with these columns.')
})
