import { expect, test } from 'vitest'
import { openRows, profile } from './support'

const codes = (notes: { code: string }[]) => notes.map(({ code }) => code)

test('what is not sure about a reading is said, until a person says how it is to be read', async () => {
  const { rows } = openRows(profile().folder)
  const found = await rows.read({ source: { kind: 'text', text: 'red,blue\ngreen,grey\n' }, reading: null })
  expect(codes(found.notes)).toContain('doubtful_reading')
  const said = await rows.readAgain({ reading: found.reading })
  expect(codes(said.notes)).not.toContain('doubtful_reading')
  expect(codes((await rows.readAgain({ reading: null })).notes)).toContain('doubtful_reading')
})

test('nothing is said where it is sure', async () => {
  const { rows } = openRows(profile().folder)
  const text = 'email,name\nann@x.example,Ann\nbo@x.example,Bo\n'
  expect((await rows.read({ source: { kind: 'text', text }, reading: null })).notes).toEqual([])
})

test('a title is left out of the rows, or is a row where a person says so', async () => {
  const { rows } = openRows(profile().folder)
  const text = 'Customers of spring\nemail,name\nann@x.example,Ann\nbo@x.example,Bo\n'
  const found = await rows.read({ source: { kind: 'text', text }, reading: null })
  expect(found).toMatchObject({ rows: 2, reading: { skip: 1, header: true } })
  expect((await rows.preview(1)).rows).toEqual([{ line: 3, cells: ['ann@x.example', 'Ann'] }])
  const { encoding, delimiter, quote } = found.reading
  const said = await rows.readAgain({ reading: { encoding, delimiter, quote, header: false } })
  expect(said.rows).toBe(4)
  expect((await rows.preview(1)).rows).toMatchObject([{ line: 1 }])
})
