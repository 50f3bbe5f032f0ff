import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Reading } from '../../../src-shared/bridge/import-file'
import { shownNote } from '../../../src-main/features/imports/shown'
import { readWorkbook } from '../../../src-main/features/imports/read/workbook/read-workbook'
import { openWorkbook } from '../../../src-main/features/imports/read/workbook/workbook'
import { textRow, xlsx } from '../../fixtures/workbook'

/** What a reading that a person chose makes of the cells of a sheet. */

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'postroom-cells-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const plain: Reading = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true, sheet: 'Signups' }

async function read(rows: string, wanted: Reading) {
  const content = xlsx([{ name: 'Signups', rows }])
  const file = path.join(folder, 'book.xlsx')
  await writeFile(file, content)
  const workbook = await openWorkbook(file)
  if (workbook === null) throw new Error('No workbook')
  const read: string[][] = []
  try {
    const take = (batch: { rows: string[][] }) => void read.push(...batch.rows)
    const { workbook: found, end } = await readWorkbook(workbook, wanted, take, { size: content.length })
    return { rows: read, cells: found.cells, notes: end.notes.map(shownNote) }
  } finally {
    workbook.close()
  }
}

it('dates that are text are shown as they are written, whatever they come in as', async () => {
  const rows = textRow(1, ['email', 'since']) + textRow(2, ['x@example.com', '3/4/2026'])
  const found = await read(rows, { ...plain, dates: 'dayFirst' })
  expect(found.cells).toEqual([{ line: 2, at: 1, formula: null, error: null, textDate: '3/4/2026' }])
  expect(found.rows).toEqual([['x@example.com', '2026-04-03']])
  expect(found.notes[0]).toMatchObject({
    title: 'Dates that are text',
    sentence: '3/4/2026 is taken as 3 April.',
  })
})

it('cells with a formula are left empty where that is chosen, and the sheet that they read is named', async () => {
  const formula = '<c r="B2" t="str"><f>VLOOKUP(A2,Prices!A1,2,FALSE)</f><v>pro</v></c>'
  const address = '<c r="A2" t="inlineStr"><is><t>x@example.com</t></is></c>'
  const rows = `${textRow(1, ['email', 'plan'])}<row r="2">${address}${formula}</row>`
  expect((await read(rows, plain)).rows).toEqual([['x@example.com', 'pro']])
  const found = await read(rows, { ...plain, formulas: 'empty' })
  expect(found.rows.flat()).not.toContain('pro')
  expect(found.notes[0]).toMatchObject({
    title: 'Cells with a formula',
    sentence: 'Column B reads from Prices.',
  })
})
