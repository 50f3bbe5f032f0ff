import { expect, test } from 'vitest'
import { checked, classes, contact, openRows, profile, shown } from './support'

const anna = contact(1, { email: 'anna@example.com', data: { plan: 'free' } })

test('the first row of an address stands, the others say which one', async () => {
  const { rows } = openRows(profile().folder)
  await checked(rows, 'email\nx@example.com\nanna@example.com\nANNA@example.com\n')
  expect(await classes(rows)).toEqual(['new', 'new', 'duplicate'])
  expect((await shown(rows, 'duplicate'))[0]).toMatchObject({ reason: 'as row 2', code: 'duplicate' })
})

test('a row that cannot be written gives its place to the next of its address, until it is repaired', async () => {
  const { rows } = openRows(profile().folder)
  const seats = { as: { type: 'number', decimal: '.' } } as const
  await checked(rows, 'email,seats\na@example.com,many\na@example.com,2\n', { seats })
  expect(await classes(rows)).toEqual(['invalid', 'new'])
  await rows.repair({ row: 1, column: 1, text: '3', alike: false })
  expect(await classes(rows)).toEqual(['new', 'duplicate'])
})

test('a row that was left out keeps its place: nobody is let in by another row', async () => {
  const { rows } = openRows(profile().folder)
  await checked(rows, 'email\na@example.com\na@example.com\n')
  const { changed, counts } = await rows.leaveOut({ rows: [1], leftOut: true })
  expect(changed).toBe(1)
  expect(counts).toMatchObject({ toWrite: 0, rows: { leftOut: 1, duplicate: 1 } })
})

test('a repaired cell is checked at once, and shows what stood there', async () => {
  const { rows } = openRows(profile([anna]).folder)
  await checked(rows, 'email,plan\nanna at example.com,pro\n')
  expect(await classes(rows)).toEqual(['invalid'])
  const { changed, counts } = await rows.repair({ row: 1, column: 0, text: 'anna@example.com', alike: false })
  expect(changed).toBe(1)
  expect(counts).toMatchObject({ byHand: 1, toWrite: 1, rows: { changed: 1, repaired: 1, invalid: 0 } })
  expect((await shown(rows))[0]?.cells[0]).toMatchObject({
    text: 'anna@example.com',
    repairedFrom: 'anna at example.com',
  })
})

test('repairing all alike repairs every cell of the column with that text, spaces aside', async () => {
  const { rows } = openRows(profile().folder)
  await checked(rows, 'email,plan,city\na@x.example,Pro,Pro\nb@x.example, Pro ,Cork\nc@x.example,free,Cork\n')
  const { changed } = await rows.repair({ row: 1, column: 1, text: 'pro', alike: true })
  expect(changed).toBe(2)
  expect((await shown(rows)).map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ['a@x.example', 'pro', 'Pro'],
    ['b@x.example', 'pro', 'Cork'],
    ['c@x.example', 'free', 'Cork'],
  ])
})

test('repairing very many alike cells is one check of all, with exact counts', async () => {
  const { rows } = openRows(profile([anna]).folder)
  const lines = Array.from({ length: 5000 }, (_, index) => `p${index}@x.example,Pro`)
  await checked(rows, ['email,plan', 'anna@example.com,Free', ...lines].join('\n'))
  const { changed, counts } = await rows.repair({ row: 2, column: 1, text: 'pro', alike: true })
  expect(changed).toBe(5000)
  expect(counts).toMatchObject({ byHand: 5000, rows: { new: 5000, changed: 1, repaired: 5000 } })
})

test('misspelt domains are counted, and corrected all at once', async () => {
  const { rows } = openRows(profile().folder)
  const counts = await checked(rows, 'email\na@gmial.com\nb@gmial.com\nc@gmail.com\n')
  expect(counts).toMatchObject({
    typos: [{ from: 'gmial.com', to: 'gmail.com', count: 2 }],
    typoCount: 2,
    rows: { invalid: 2, new: 1 },
  })
  expect((await shown(rows))[0]).toMatchObject({
    code: 'domain_misspelt',
    suggestion: { email: 'a@gmail.com', alike: 2 },
  })
  const corrected = await rows.correctTypos({ from: 'gmial.com' })
  expect(corrected.changed).toBe(2)
  expect(corrected.counts).toMatchObject({ typos: [], rows: { invalid: 0, new: 3, repaired: 2 } })
})

test('an address whose @ is a word has a suggestion of its own, and correcting all domains leaves it alone', async () => {
  const { rows } = openRows(profile().folder)
  const counts = await checked(rows, 'email\nann at firm.example\nb@gmial.com\n')
  expect(counts).toMatchObject({ typos: [{ from: 'gmial.com', count: 1 }], typoCount: 1 })
  const corrected = await rows.correctTypos({ from: null })
  expect(corrected.counts).toMatchObject({ typoCount: 0, rows: { invalid: 1, new: 1, repaired: 1 } })
  const left = (await shown(rows)).find(({ code }) => code === 'address_invalid')
  expect(left).toMatchObject({
    cells: [{ text: 'ann at firm.example' }],
    suggestion: { email: 'ann@firm.example' },
  })
})

test('a domain that a person writes again as it is is believed', async () => {
  const { rows } = openRows(profile().folder)
  await checked(rows, 'email\na@gmial.com\n')
  await rows.repair({ row: 1, column: 0, text: 'a@gmial.com', alike: false })
  expect(await classes(rows)).toEqual(['new'])
})

test('what was repaired, left out and corrected is there after the file was opened again', async () => {
  const { folder } = profile([anna])
  const first = openRows(folder)
  await checked(
    first.rows,
    'email,plan\nanna@example.com,pro\nb@gmial.com,pro\nc@x.example,pro\nc@x.example,pro\n',
  )
  await first.rows.correctTypos({ from: null })
  await first.rows.repair({ row: 3, column: 1, text: 'team', alike: false })
  await first.rows.leaveOut({ rows: [1], leftOut: true })
  const before = [await first.rows.counts(), await shown(first.rows)]
  first.close()
  const { rows } = openRows(folder)
  expect([await rows.counts(), await shown(rows)]).toEqual(before)
})

test('cells are found however they are accented, and as they were repaired', async () => {
  const { rows } = openRows(profile().folder)
  await checked(rows, 'email,city\na@x.example,Málaga\nb@x.example,Oslo\nc@x.example,MALAGA\n')
  await rows.repair({ row: 2, column: 1, text: 'málaga', alike: false })
  expect((await shown(rows, 'all', 'malaga')).map(({ row }) => row)).toEqual([1, 2, 3])
  expect((await shown(rows, 'all', 'malaga c@x')).map(({ row }) => row)).toEqual([3])
  expect((await shown(rows, 'repaired', 'malaga')).map(({ row }) => row)).toEqual([2])
})

test('where columns go said anew is to be checked again, and keeps what was left out', async () => {
  const { rows } = openRows(profile().folder)
  await checked(rows, 'email,plan\na@x.example,pro\nb@x.example,pro\n')
  await rows.leaveOut({ rows: [2], leftOut: true })
  await rows.map([{ index: 1, target: { kind: 'leaveOut' }, as: { type: 'text' }, rule: 'overwrite' }])
  expect((await rows.counts()).rows.new).toBe(0)
  expect(await rows.check({})).toMatchObject({ toWrite: 1, rows: { new: 2, leftOut: 1 } })
})
