import { expect, it } from 'vitest'
import { checked, openRows, profile, shown } from './support'

const slice = { offset: 0, limit: 100 }

/** Rows enough for many chunks: every tenth is of Oslo. */
function people(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const city = at % 10 === 0 ? 'Oslo' : 'Bergen'
    return `person${at}@firm.example,${city},${'x'.repeat(40)}`
  })
  return `email,city,note\n${rows.join('\n')}\n`
}

it('a search that is asked for soon is answered with its first rows before all are found', async () => {
  const { folder } = profile()
  const { rows } = openRows(folder)
  await checked(rows, people(20_000))
  const first = await rows.rows({ filter: 'all', search: 'firm', slice, soon: true })
  expect(first.rows.map(({ row }) => row)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
  expect(first.counted).toBe(false)
  expect(first.count).toBeLessThan(20_000)

  const whole = await rows.rows({ filter: 'all', search: 'firm', slice })
  expect([whole.count, whole.counted]).toEqual([20_000, true])
  const again = await rows.rows({ filter: 'all', search: 'firm', slice, soon: true })
  expect([again.count, again.counted]).toEqual([20_000, true])
})

it('a search looks through another filter without beginning anew, and counts what that shows', async () => {
  const { folder } = profile()
  const { rows } = openRows(folder)
  await checked(rows, people(20_000))
  await rows.leaveOut({ rows: [11, 12, 21], leftOut: true })
  await rows.rows({ filter: 'all', search: 'oslo', slice, soon: true })
  const left = await rows.rows({ filter: 'leftOut', search: 'oslo', slice })
  expect(left.rows.map(({ row }) => row)).toEqual([11, 21])
  expect([left.count, left.counted]).toEqual([2, true])
})

it('a row that is repaired after a search was begun is found by what it holds now', async () => {
  const { folder } = profile()
  const { rows } = openRows(folder)
  await checked(rows, people(5000))
  const before = await rows.rows({ filter: 'all', search: 'trondheim', slice })
  await rows.repair({ row: 1, column: 1, text: 'Trondheim', alike: false })
  const after = await rows.rows({ filter: 'all', search: 'trondheim', slice })
  expect([before.count, after.count, after.rows[0]?.row]).toEqual([0, 1, 1])
})

it('two searches at once are both answered', async () => {
  const { folder } = profile()
  const { rows } = openRows(folder)
  await checked(rows, people(20_000))
  const [oslo, bergen] = await Promise.all([
    rows.rows({ filter: 'all', search: 'oslo', slice }),
    rows.rows({ filter: 'all', search: 'bergen', slice }),
  ])
  expect([oslo.count, bergen.count]).toEqual([2000, 18_000])
})

it('a search goes on while a run writes rows', async () => {
  const { folder } = profile()
  const { rows } = openRows(folder)
  await checked(rows, people(20_000))
  const searching = rows.rows({ filter: 'all', search: 'oslo', slice })
  for (let after = 0; after < 20; after += 1) {
    const row = await rows.next(after)
    if (row === null) break
    await rows.begin(row)
    await rows.settle(row.row, { outcome: 'written', contactId: `cnt_${row.row}`, isNew: true })
  }
  const found = await searching
  expect([found.count, found.counted]).toEqual([2000, true])
})

it('a list answers the cells of the columns that are asked for, in the order of the file', async () => {
  const { folder } = profile()
  const { rows } = openRows(folder)
  await checked(rows, 'email,a,b,c\nann@firm.example,1,2,3\n')
  const { rows: found } = await rows.rows({ filter: 'all', search: '', slice, columns: [3, 0] })
  expect(found[0]?.cells.map(({ column, text }) => [column, text])).toEqual([
    [0, 'ann@firm.example'],
    [3, '3'],
  ])
})

it('the first cell at fault comes with the columns that are asked for', async () => {
  const { folder } = profile()
  const { rows } = openRows(folder)
  const number = { as: { type: 'number', decimal: '.' } } as const
  await checked(rows, 'email,a,b,c\nann@firm.example,1,many,none at all\n', { b: number, c: number })
  const { rows: found } = await rows.rows({ filter: 'all', search: '', slice, columns: [0] })
  expect(found[0]?.cells.map(({ column, fault }) => [column, fault])).toEqual([
    [0, null],
    [2, '"many" is not a number.'],
  ])
})

it('a column that the file does not have is not answered', async () => {
  const { folder } = profile()
  const { rows } = openRows(folder)
  await checked(rows, 'email\nann@firm.example\n')
  const { rows: found } = await rows.rows({ filter: 'all', search: '', slice, columns: [0, 7] })
  expect(found[0]?.cells).toHaveLength(1)
})

it('a row of very many cells at fault names the first of them, and how many more there are', async () => {
  const { folder } = profile()
  const { rows } = openRows(folder)
  const names = Array.from({ length: 40 }, (_, at) => `n${at}`)
  const number = { as: { type: 'number', decimal: '.' } } as const
  await checked(
    rows,
    `email,${names.join(',')}\nann@firm.example,${names.map(() => 'x').join(',')}\n`,
    Object.fromEntries(names.map((name) => [name, number])),
  )
  const [row] = await shown(rows, 'invalid')
  expect(row?.reason).toBe(`${'"x" is not a number. '.repeat(5)}35 more cells cannot be read.`)
})

it('of a file of very many columns fewer rows are looked at to say where they go', async () => {
  const { folder } = profile()
  const { rows } = openRows(folder)
  const names = Array.from({ length: 2000 }, (_, at) => `n${at}`).join(',')
  const one = Array.from({ length: 2000 }, () => '7').join(',')
  const text = `${names}\n${`${one}\n`.repeat(150)}`
  const reading = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true } as const
  const { columns } = await rows.read({ source: { kind: 'text', text }, reading })
  expect(new Set(columns.map(({ looked }) => looked))).toEqual(new Set([100]))
})
