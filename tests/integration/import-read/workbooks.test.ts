import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readWorkbook } from '../../../src-main/features/imports/read/workbook/read-workbook'
import { openWorkbook } from '../../../src-main/features/imports/read/workbook/workbook'
import type { Reading } from '../../../src-shared/bridge/import-file'
import { ods, packed, textRow, xlsx } from '../../fixtures/workbook'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postroom-workbooks-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function opened(content: Buffer) {
  const path = join(folder, 'book')
  await writeFile(path, content)
  const workbook = await openWorkbook(path)
  if (workbook === null) throw new Error('No workbook')
  return workbook
}

/** What is read of a workbook: names, rows by their numbers, and what is said of it. */
async function read(content: Buffer, wanted: Reading | null = null) {
  const workbook = await opened(content)
  const rows: Record<number, string[]> = {}
  const faults: string[] = []
  try {
    const result = await readWorkbook(
      workbook,
      wanted,
      (batch) => {
        batch.rows.forEach((cells, at) => (rows[batch.lines[at] ?? 0] = cells))
        faults.push(...batch.faults.map(({ code }) => code))
      },
      { size: content.length },
    )
    return {
      names: result.end.names,
      rows,
      faults,
      found: result.workbook,
      reading: result.reading,
      notes: result.end.notes.map(({ code, count }) => [code, count]),
    }
  } finally {
    workbook.close()
  }
}
const cell = (at: string, inner: string, attributes = '') => `<c r="${at}"${attributes}>${inner}</c>`
const people =
  textRow(1, ['email', 'name']) +
  textRow(2, ['ann@example.com', 'Ann']) +
  textRow(3, ['bo@example.com', 'Bo'])
const one = (rows: string, parts = {}) => xlsx([{ name: 'Signups', rows }], parts)

describe('cells of an Excel workbook', () => {
  const valued = async (inner: string, parts = {}) => {
    const header = textRow(1, ['email', 'value'])
    const { rows, notes } = await read(
      one(
        `${header}<row r="2">${cell('A2', '<is><t>a@example.com</t></is>', ' t="inlineStr"')}${inner}</row>`,
        parts,
      ),
    )
    return { value: rows[2]?.[1], notes }
  }

  it.each([
    ['a text of the workbook’s', cell('B2', '<v>1</v>', ' t="s"'), 'team'],
    ['a text of several pieces, without how it is spoken', cell('B2', '<v>2</v>', ' t="s"'), '佐藤 美咲'],
    [
      'a text of its own',
      cell('B2', '<is><r><t>a</t></r><r><t xml:space="preserve"> b</t></r></is>', ' t="inlineStr"'),
      'a b',
    ],
    ['a character that XML cannot hold', cell('B2', '<is><t>a_x000D_b</t></is>', ' t="inlineStr"'), 'a\rb'],
    ['a number', cell('B2', '<v>42</v>'), '42'],
    ['a number with the noise of the machine', cell('B2', '<v>0.30000000000000004</v>'), '0.3'],
    ['a number written short', cell('B2', '<v>4.2E+1</v>'), '42'],
    ['a tiny number', cell('B2', '<v>1.5E-7</v>'), '0.00000015'],
    ['a long number', cell('B2', '<v>1.23456789012345E+20</v>'), '123456789012345000000'],
    ['a date', cell('B2', '<v>46095</v>', ' s="1"'), '2026-03-14'],
    ['a date with a time', cell('B2', '<v>46095.7222222222</v>', ' s="2"'), '2026-03-14 17:20:00'],
    ['a time', cell('B2', '<v>0.722222222222222</v>', ' s="3"'), '17:20:00'],
    ['a date before the day that never was', cell('B2', '<v>59</v>', ' s="1"'), '1900-02-28'],
    ['a date after it', cell('B2', '<v>61</v>', ' s="1"'), '1900-03-01'],
    ['an amount, whose format has a d in quotes', cell('B2', '<v>504</v>', ' s="4"'), '504'],
    ['a date in a format of its own', cell('B2', '<v>46095</v>', ' s="5"'), '2026-03-14'],
    ['a yes', cell('B2', '<v>1</v>', ' t="b"'), 'TRUE'],
    ['the saved value of a formula', cell('B2', '<f>1+1</f><v>2</v>'), '2'],
    ['the saved text of a formula', cell('B2', '<f>VLOOKUP(F1,P,2)</f><v>team</v>', ' t="str"'), 'team'],
    ['an error', cell('B2', '<f>1/0</f><v>#DIV/0!</v>', ' t="e"'), ''],
    ['a formula that was never saved', cell('B2', '<f>1+1</f>'), ''],
    ['a cell without a name', '<c><v>7</v></c>', '7'],
  ])('%s', async (_, inner, value) => {
    const parts = {
      texts: [
        '<t>unused</t>',
        '<t>team</t>',
        '<r><t>佐藤</t></r><r><t> 美咲</t></r><rPh sb="0" eb="2"><t>サトウ</t></rPh>',
      ],
      formats: [14, 22, 'hh:mm:ss', '"EUR paid" #,##0.00', '[$-407]dd.mm.yyyy;@'],
    }
    expect((await valued(inner, parts)).value).toBe(value)
  })

  it('dates count from 1904 where the workbook says so', async () => {
    const { value } = await valued(cell('B2', '<v>44633</v>', ' s="1"'), { formats: [14], date1904: true })
    expect(value).toBe('2026-03-14')
  })

  it('formulas, errors, what was never saved and stored dates are counted', async () => {
    const row = (number: number, inner: string) =>
      `<row r="${number}">${cell(`A${number}`, `<is><t>p${number}@example.com</t></is>`, ' t="inlineStr"')}${inner}</row>`
    const { notes } = await read(
      one(
        textRow(1, ['email', 'value']) +
          row(2, cell('B2', '<f>1/0</f><v>#DIV/0!</v>', ' t="e"')) +
          row(3, cell('B3', '<f>1+1</f>')) +
          row(4, cell('B4', '<v>46095</v>', ' s="1"')),
        { formats: [14] },
      ),
    )
    expect(notes).toEqual([
      ['formulas', 2],
      ['unsaved_formulas', 1],
      ['failed_formulas', 1],
      ['stored_dates', 1],
    ])
  })
})

describe('a sheet', () => {
  it('begins below its title and ends above its sum', async () => {
    const { names, rows, found, notes } = await read(
      one(
        textRow(1, ['Spring fair 2026']) +
          textRow(2, ['Exported by Aoife']) +
          textRow(4, ['Name', 'E-mail']) +
          textRow(5, ['Ann', 'ann@example.com']) +
          textRow(6, ['Bo', 'bo@example.com']) +
          textRow(7, ['Cy', 'cy@example.com']) +
          textRow(8, ['Total', '']),
      ),
    )
    expect(names).toEqual(['Name', 'E-mail'])
    expect(Object.keys(rows)).toEqual(['5', '6', '7'])
    expect(found).toMatchObject({
      headerRow: 4,
      lastRow: 7,
      firstRows: [
        { line: 1, cells: ['Spring fair 2026', ''] },
        { line: 2, cells: ['Exported by Aoife', ''] },
        { line: 4, cells: ['Name', 'E-mail'] },
        { line: 5 },
        { line: 6 },
        { line: 7 },
      ],
      sheets: [{ name: 'Signups', rows: 3, columns: 2, addresses: 'B' }],
    })
    expect(notes).toEqual([
      ['title_rows', 2],
      ['rows_after', 1],
    ])
  })

  it('leaves hidden columns out, keeps hidden rows, and says so', async () => {
    const book = xlsx([
      {
        name: 'Signups',
        columns: '<col min="2" max="3" hidden="1"/>',
        rows:
          textRow(1, ['email', 'phone', 'fax', 'plan']) +
          textRow(2, ['ann@example.com', '1', '2', 'pro'], ' hidden="1"') +
          textRow(3, ['bo@example.com', '3', '4', 'free']),
      },
    ])
    const { names, rows, found, notes, reading } = await read(book)
    expect([names, rows[2]]).toEqual([
      ['email', 'plan'],
      ['ann@example.com', 'pro'],
    ])
    expect(found).toMatchObject({ letters: ['A', 'D'], hidden: ['B', 'C'] })
    expect(notes).toEqual([
      ['hidden_columns', 2],
      ['hidden_rows', 1],
    ])
    const all = await read(book, { ...reading, hidden: 'taken' })
    expect(all.names).toEqual(['email', 'phone', 'fax', 'plan'])
    const some = await read(book, { ...reading, hidden: ['C'] })
    expect([some.names, some.notes[0]]).toEqual([
      ['email', 'fax', 'plan'],
      ['hidden_columns', 1],
    ])
  })

  it('has names for the columns that a merged head spans', async () => {
    const rows = textRow(1, ['email', 'name', '']) + textRow(2, ['ann@example.com', 'Ann', 'Lee'])
    expect((await read(one(rows))).names).toEqual(['email', 'name', 'Column 3'])
  })

  it('keeps rows as wide as its widest, and cells by their place', async () => {
    const rows = `${textRow(1, ['email', 'a', 'b'])}<row r="2">${cell('A2', '<is><t>x@example.com</t></is>', ' t="inlineStr"')}${cell('C2', '<v>3</v>')}</row>`
    expect((await read(one(rows))).rows[2]).toEqual(['x@example.com', '', '3'])
  })

  it('has a row at fault where it goes on past the last column that is taken', async () => {
    const far = cell('ZZZ2', '<v>1</v>')
    const rows = `${textRow(1, ['email', 'a'])}<row r="2">${cell('A2', '<is><t>x@example.com</t></is>', ' t="inlineStr"')}${far}</row>${textRow(3, ['y@example.com', '1'])}`
    expect((await read(one(rows))).faults).toEqual(['many_cells'])
  })

  it('shows the formulas and errors of its first rows', async () => {
    const rows = `${textRow(1, ['email', 'plan'])}<row r="2">${cell('A2', '<is><t>x@example.com</t></is>', ' t="inlineStr"')}${cell('B2', '<f>VLOOKUP(A2,Prices!A1,2,FALSE)</f><v>#N/A</v>', ' t="e"')}</row>`
    expect((await read(one(rows))).found.cells).toEqual([
      { line: 2, at: 1, formula: 'VLOOKUP(A2,Prices!A1,2,FALSE)', error: '#N/A', textDate: null },
    ])
  })
})

describe('of several sheets', () => {
  const book = xlsx(
    [
      { name: 'Notes', rows: textRow(1, ['Only words']) },
      { name: 'Old list', state: 'hidden', rows: people },
      { name: 'Signups', rows: people + textRow(4, ['cy@example.com', 'Cy']) },
      { name: 'Empty', rows: '' },
    ],
    { savedBy: 'Aoife Brennan' },
  )

  it('the first that is not hidden and has addresses is read', async () => {
    const { found, rows } = await read(book)
    expect(Object.keys(rows)).toHaveLength(3)
    expect(found.sheets).toMatchObject([
      { name: 'Notes', addresses: null },
      { name: 'Old list', hidden: true, rows: 2, addresses: 'A' },
      { name: 'Signups', hidden: false, rows: 3, addresses: 'A' },
      { name: 'Empty', rows: 0, columns: 0 },
    ])
    expect(found).toMatchObject({ savedBy: 'Aoife Brennan', savedAt: Date.UTC(2026, 10, 18, 17, 20) })
  })

  it('another is read where a person says so', async () => {
    const { rows, reading } = await read(book, {
      encoding: 'utf-8',
      delimiter: ',',
      quote: '"',
      header: true,
      sheet: 'Old list',
    })
    expect(Object.keys(rows)).toHaveLength(2)
    expect(reading.sheet).toBe('Old list')
  })

  it('one that is not there is refused', async () => {
    const wanted: Reading = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true, sheet: 'Nothing' }
    await expect(read(book, wanted)).rejects.toMatchObject({ problem: { code: 'input_invalid' } })
  })
})

describe('a LibreOffice spreadsheet', () => {
  const textCell = (text: string) =>
    `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
  const table = (name: string, rows: string, more = '') =>
    `<table:table table:name="${name}"${more}>${rows}</table:table>`
  const row = (cells: string, more = '') => `<table:table-row${more}>${cells}</table:table-row>`

  it('is read by its values', async () => {
    const { names, rows, found, notes } = await read(
      ods(
        table('Hidden', row(textCell('email')) + row(textCell('x@example.com')), ' table:style-name="ta2"') +
          table(
            'People',
            '<table:table-column/><table:table-column table:visibility="collapse"/><table:table-column table:number-columns-repeated="5"/>' +
              row(['email', 'secret', 'seats', 'since', 'at', 'yes', 'sum'].map(textCell).join('')) +
              row(
                textCell('ann@example.com') +
                  textCell('x') +
                  '<table:table-cell office:value-type="float" office:value="12"><text:p>12,00</text:p></table:table-cell>' +
                  '<table:table-cell office:value-type="date" office:date-value="2026-03-14"><text:p>14.3.</text:p></table:table-cell>' +
                  '<table:table-cell office:value-type="time" office:time-value="PT17H20M00S"><text:p>5 pm</text:p></table:table-cell>' +
                  '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>' +
                  '<table:table-cell table:formula="of:=1/0" office:value-type="string"><text:p>#DIV/0!</text:p></table:table-cell>',
              ) +
              row(
                textCell('bo@example.com') + '<table:table-cell table:number-columns-repeated="6"/>',
                ' table:number-rows-repeated="2"',
              ) +
              row(
                '<table:table-cell table:number-columns-repeated="16384"/>',
                ' table:number-rows-repeated="1048000"',
              ),
          ),
      ),
    )
    expect(names).toEqual(['email', 'seats', 'since', 'at', 'yes', 'sum'])
    expect(rows[2]).toEqual(['ann@example.com', '12', '2026-03-14', '17:20:00', 'TRUE', ''])
    expect([rows[3]?.[0], rows[4]?.[0], Object.keys(rows).length]).toEqual([
      'bo@example.com',
      'bo@example.com',
      3,
    ])
    expect(found).toMatchObject({
      kind: 'ods',
      sheets: [
        { name: 'Hidden', hidden: true },
        { name: 'People', rows: 3 },
      ],
    })
    expect(notes).toEqual([
      ['formulas', 1],
      ['failed_formulas', 1],
      ['stored_dates', 2],
      ['hidden_columns', 1],
    ])
  })

  it('keeps spaces, lines and nothing of comments', async () => {
    const text =
      '<table:table-cell office:value-type="string"><office:annotation><text:p>a note</text:p></office:annotation><text:p>one<text:s text:c="2"/>two</text:p><text:p>three</text:p></table:table-cell>'
    const { rows } = await read(
      ods(table('P', row(textCell('email') + textCell('t')) + row(textCell('a@example.com') + text))),
    )
    expect(rows[2]?.[1]).toBe('one  two\nthree')
  })
})

describe('what is refused in words', () => {
  const why = async (content: Buffer) => {
    const failure: unknown = await read(content).catch((error: unknown) => error)
    return Object(Reflect.get(Object(failure), 'problem'))
  }

  it.each([
    ['a workbook that was cut short', () => one(people).subarray(0, 900), 'The file is damaged'],
    [
      'a sheet that ends in the middle',
      () => packed({ 'xl/workbook.xml': '<workbook/>' }),
      'The file is damaged',
    ],
    [
      'a spreadsheet with a password',
      () => ods('', { 'META-INF/manifest.xml': '<m:manifest><m:encryption-data/></m:manifest>' }),
      'The workbook has a password',
    ],
    [
      'a part that unpacks to far more',
      () => one(people, { more: { 'xl/sharedStrings.xml': Buffer.alloc(80 * 1024 ** 2, 'x').toString() } }),
      'The workbook is too large',
    ],
  ])('%s', async (_, content, title) =>
    expect(await why(content())).toMatchObject({ code: 'file_unreadable', title }),
  )

  it.each([
    ['Excel’s binary form', packed({ 'xl/workbook.bin': 'x' }), '.xlsb'],
    ['a Numbers spreadsheet', packed({ 'Index/Document.iwa': 'x' }), 'Numbers'],
    ['a workbook without a sheet', one(''), 'no sheet'],
  ])('%s', async (name, content, words) => {
    const book = name.startsWith('a workbook') ? xlsx([]) : content
    expect((await why(book)).why).toContain(words)
  })

  it('a packed file that is no workbook is none', async () => {
    const path = join(folder, 'plain.zip')
    await writeFile(path, packed({ 'people.csv': 'email' }))
    expect(await openWorkbook(path)).toBeNull()
  })
})

describe('a workbook that means harm (C50)', () => {
  const rowsOf = async (content: Buffer) => Object.values((await read(content)).rows).map(([first]) => first)
  const both = ['ann@example.com', 'bo@example.com']
  const text = (inner: string) =>
    `<row r="4">${cell('A4', `<is><t>${inner}</t></is>`, ' t="inlineStr"')}</row>`

  it('that claims every row and column there is takes no room for them', async () => {
    const before = process.memoryUsage().rss
    const last = `<row r="1048576">${cell('XFD1048576', '<v>1</v>')}</row>`
    const { rows, faults } = await read(one(people + last))
    expect([rows[2]?.[0], rows[3]?.[0]]).toEqual(both)
    expect(Object.keys(rows).length + faults.length).toBeLessThan(10)
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 ** 2)
  })

  it('whose sheet unpacks to a thousand times itself is refused in words', async () => {
    const blank = Buffer.alloc(300 * 1024 ** 2, ' ').toString('latin1')
    const failure: unknown = await read(one(people + blank)).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      problem: { code: 'file_unreadable', title: 'The workbook is too large' },
    })
  })

  it.each([
    [
      'grow',
      '<!DOCTYPE sst [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>',
      '&c;',
    ],
    ['read other files', '<!DOCTYPE sst [<!ENTITY c SYSTEM "file:///etc/passwd">]>', '&c;'],
  ])('has no entities that %s: they stay as they are written', async (_, declared, entity) => {
    const more = {
      'xl/sharedStrings.xml': `<?xml version="1.0"?>${declared}<sst><si><t>${entity}</t></si></sst>`,
    }
    const shared = `<row r="4">${cell('A4', '<v>0</v>', ' t="s"')}</row>`
    expect(await rowsOf(one(people + shared, { more }))).toEqual([...both, entity])
  })

  it('has macros, links to other books and calls of programs that nothing runs or fetches', async () => {
    const more = {
      'xl/vbaProject.bin': 'Sub AutoOpen()',
      'xl/externalLinks/externalLink1.xml': '<externalLink/>',
      'xl/externalLinks/_rels/externalLink1.xml.rels':
        '<Relationships><Relationship Id="rId1" TargetMode="External" Target="http://127.0.0.1:9/book.xlsx"/></Relationships>',
    }
    const calls = `<row r="4">${cell('A4', '<f>WEBSERVICE("http://127.0.0.1:9/")</f><v>saved</v>', ' t="str"')}</row>`
    expect(await rowsOf(one(people + calls, { more }))).toEqual([...both, 'saved'])
  })

  it('that is cut anywhere is read whole, or refused in words', async () => {
    const whole = one(people + text('kim@example.com'))
    for (let length = 40; length < whole.length; length += 97) {
      const failure: unknown = await read(whole.subarray(0, length)).catch((error: unknown) => error)
      expect(failure, `${length} bytes`).toMatchObject({ problem: { code: 'file_unreadable' } })
    }
  })
})
