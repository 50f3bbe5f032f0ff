import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { textRow, xlsx } from '../../fixtures/workbook'
import { atRest, checked, openFixture, ran, type ImportFixture } from './fixture'

let fixture: ImportFixture
beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

const row = (number: number, email: string, seats: number) =>
  `<row r="${number}"><c r="A${number}" t="inlineStr"><is><t>${email}</t></is></c><c r="B${number}"><v>${seats}</v></c><c r="C${number}" s="1"><v>46095</v></c></row>`
const header = textRow(3, ['E-mail', 'seats', 'signed up'])
const book = xlsx(
  [
    {
      name: 'Signups',
      rows:
        textRow(1, ['Spring fair']) +
        header +
        row(4, 'ann@example.com', 12) +
        row(5, 'no address', 1) +
        row(6, 'bo@example.com', 3),
    },
    { name: 'Old list', state: 'hidden', rows: header + row(4, 'cy@example.com', 1) },
  ],
  { formats: [14] },
)

const contacts = async () => {
  const { rows } = await fixture.core.bridge.contacts.page({
    query: { search: '', filters: [], sort: { field: 'email', direction: 'asc' } },
    slice: { offset: 0, limit: 10 },
  })
  return rows.map(({ email, data }) => [email, data])
}

it('a workbook goes the whole way as a CSV file does, its rows by their numbers', async () => {
  const { bridge } = fixture.core
  const { id } = await fixture.open('spring-fair.xlsx', book)
  const read = await atRest(bridge, id)
  expect(read).toMatchObject({
    step: 'map',
    rows: 3,
    problem: null,
    workbook: { kind: 'xlsx', headerRow: 3 },
  })
  expect(read.columns.map(({ name, as }) => [name, as.type])).toEqual([
    ['E-mail', 'text'],
    ['seats', 'number'],
    ['signed up', 'date'],
  ])
  expect((await bridge.imports.preview({ id, limit: 1 })).rows).toEqual([
    { line: 4, cells: ['ann@example.com', '12', '2026-03-14'] },
  ])
  expect((await checked(bridge, id)).counts?.rows).toMatchObject({ new: 2, invalid: 1 })
  expect((await ran(bridge, id)).written).toMatchObject({ created: 2, failed: 0 })
  expect(await contacts()).toEqual([
    ['ann@example.com', { seats: 12, 'signed up': '2026-03-14' }],
    ['bo@example.com', { seats: 3, 'signed up': '2026-03-14' }],
  ])
  for await (const _ of await bridge.imports.rejects({ id })) void _
  expect(await readFile(fixture.target, 'utf8')).toContain('no address,1,2026-03-14')
})

it('another sheet is read in its place, and stays chosen over a restart', async () => {
  const { id } = await fixture.open('spring-fair.xlsx', book)
  const read = await atRest(fixture.core.bridge, id)
  const other = read.workbook?.sheets.find(({ name }) => name === 'Old list')
  if (!other) throw new Error('No such sheet')
  await fixture.core.bridge.imports.read({ id, reading: other.reading })
  await atRest(fixture.core.bridge, id)
  await fixture.restart()
  const { bridge } = fixture.core
  expect(await bridge.imports.get({ id })).toMatchObject({ rows: 1, reading: { sheet: 'Old list' } })
  expect((await checked(bridge, id)).counts?.toWrite).toBe(1)
})

it('a header with the names that were mapped before is mapped so again, whatever the file is', async () => {
  const { bridge } = fixture.core
  const { id } = await fixture.open('people.csv', 'E-mail,seats,signed up\nann@example.com,1,2026-03-14\n')
  const { columns } = await atRest(bridge, id)
  await bridge.imports.map({
    id,
    columns: columns.map(({ index, target, as, rule }) => ({
      index,
      target: index === 1 ? { kind: 'leaveOut' as const } : target,
      as,
      rule,
    })),
  })
  await checked(bridge, id)
  const later = await fixture.open('spring-fair.xlsx', book)
  const { remembered, columns: again } = await atRest(bridge, later.id)
  expect([remembered, again[1]?.target.kind]).toEqual([true, 'leaveOut'])
})

it('dates that are text become dates in the order that is chosen, and the header stays as it is', async () => {
  const { bridge } = fixture.core
  const rows =
    textRow(1, ['email', '1/2/2026']) +
    row(2, 'ann@example.com', 1).replace(/<c r="B2".*<\/c>(?=<\/row>)/, '<c r="B2" s="1"><v>46095</v></c>') +
    textRow(3, ['bo@example.com', '3/4/2026'])
  const { id } = await fixture.open('dates.xlsx', xlsx([{ name: 'Dates', rows }], { formats: [14] }))
  const { reading, columns } = await atRest(bridge, id)
  if (!reading) throw new Error('Not read')
  expect(columns[1]).toMatchObject({ name: '1/2/2026', as: { type: 'text' } })
  await bridge.imports.read({ id, reading: { ...reading, dates: 'dayFirst' } })
  const read = await atRest(bridge, id)
  expect(read.columns[1]).toMatchObject({ name: '1/2/2026', as: { type: 'date', format: 'YYYY-MM-DD' } })
  expect((await bridge.imports.preview({ id, limit: 2 })).rows.map(({ cells }) => cells[1])).toEqual([
    '2026-03-14',
    '2026-04-03',
  ])
})
