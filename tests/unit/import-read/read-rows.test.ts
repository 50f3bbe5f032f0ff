import { spokenIn } from '../../../src-shared/messages/languages'
import { speak } from '../../../src-shared/messages/message'
import { toKeep } from '../../../src-shared/messages/told'
import { describe, expect, it } from 'vitest'
import type { RowBatch } from '../../../src-main/features/imports/read/api'
import { shownNote } from '../../../src-main/features/imports/shown'
import { readRows } from '../../../src-main/features/imports/read/read-rows'
import { inPieces, readAll, reading } from '../../fixtures/read-all'

const file = (rows: number) =>
  Buffer.from(`email,name\n${Array.from({ length: rows }, (_, row) => `p${row}@x.example,P\n`).join('')}`)

async function batchesOf(bytes: Uint8Array, options = {}): Promise<RowBatch[]> {
  const batches: RowBatch[] = []
  await readRows(inPieces(bytes, 64 * 1024), reading(), (batch) => void batches.push(batch), options)
  return batches
}

describe('batches', () => {
  it('have 1,000 rows at most, or as many as are asked for', async () => {
    expect((await batchesOf(file(2500))).map(({ rows }) => rows.length)).toEqual([1000, 1000, 500])
    expect((await batchesOf(file(25), { batch: 10 })).map(({ rows }) => rows.length)).toEqual([10, 10, 5])
  })

  it('are smaller where rows are long', async () => {
    const long = Buffer.from(`email,note\n${`a@x.example,${'x'.repeat(500_000)}\n`.repeat(30)}`)
    const batches = await batchesOf(long)
    expect(batches.length).toBeGreaterThan(2)
    expect(batches.reduce((sum, { rows }) => sum + rows.length, 0)).toBe(30)
  })

  it('wait until the one before is taken', async () => {
    let open = 0
    let most = 0
    await readRows(inPieces(file(5000), 1000), reading(), async () => {
      open += 1
      most = Math.max(most, open)
      await new Promise((resolve) => setImmediate(resolve))
      open -= 1
    })
    expect(most).toBe(1)
  })

  it('tell how many bytes were taken in', async () => {
    const bytes = file(20_000)
    const told = (await batchesOf(bytes)).map((batch) => batch.bytes)
    expect(told).toEqual([...told].sort((one, other) => one - other))
    expect(told.at(-1)).toBe(bytes.length)
  })
})

it('ends with what the taker of a batch throws', async () => {
  const failing = readRows(inPieces(file(10), 100), reading(), () => {
    throw new Error('the disk is full')
  })
  await expect(failing).rejects.toThrow('the disk is full')
})

it('ends in between when it is told to', async () => {
  const control = new AbortController()
  let rows = 0
  const stopped = readRows(
    inPieces(file(10_000), 1000),
    reading(),
    (batch) => {
      rows += batch.rows.length
      control.abort()
    },
    { signal: control.signal },
  )
  await expect(stopped).rejects.toMatchObject({ problem: { code: 'cancelled' } })
  expect(rows).toBe(1000)
})

it('reads no more than a preview asks for', async () => {
  let asked = 0
  async function* counted() {
    for await (const piece of inPieces(file(10_000), 1000)) {
      asked += 1
      yield piece
    }
  }
  const rows: string[][] = []
  const end = await readRows(counted(), reading(), (batch) => void rows.push(...batch.rows), { limit: 20 })
  expect(end.rows).toBe(20)
  expect(rows).toHaveLength(20)
  expect(asked).toBeLessThan(3)
})

describe('columns', () => {
  const wide = (columns: number) => {
    const cells = Array.from({ length: columns }, (_, index) => `c${index}`).join(',')
    return Buffer.from(`${cells}\n${cells}\n`)
  }

  it('may be 10,000', async () => {
    const { names, cells, faults } = await readAll(wide(10_000), reading(), { size: 64 * 1024 })
    expect(names).toHaveLength(10_000)
    expect(cells[0]).toHaveLength(10_000)
    expect(faults).toEqual([])
  })

  it('may not be more, and that is said', async () => {
    await expect(readAll(wide(10_001), reading())).rejects.toMatchObject({
      problem: { code: 'file_unreadable', why: 'The first row has more than 10,000 columns.' },
    })
  })

  it('are not made of a row that has too many cells', async () => {
    const bytes = Buffer.from(`a,b\n${'x,'.repeat(12_000)}\nc,d\n`)
    const { names, cells, faults, notes } = await readAll(bytes, reading())
    expect(names).toEqual(['a', 'b'])
    expect(cells).toEqual([
      ['x', 'x'],
      ['c', 'd'],
    ])
    expect(faults).toEqual([
      {
        row: 0,
        index: 0,
        code: 'many_cells',
        sentence: toKeep('told.fault.manyCells'),
      },
    ])
    expect(notes.map(shownNote)).toEqual([
      {
        code: 'many_columns',
        sentence: 'One row has more than 10,000 cells. It cannot be imported.',
        count: 1,
        line: 2,
      },
    ])
  })

  it('have a name each, as many as the widest row has', async () => {
    const { names } = await readAll(Buffer.from('email, ,name\n1,2,3,4,5\n'), reading())
    expect(names).toEqual(['email', 'Column 2', 'name', 'Column 4', 'Column 5'])
  })

  it('are numbered where there is no header', async () => {
    const { names, cells } = await readAll(Buffer.from('1,2\n3,4\n'), reading({ header: false }))
    expect(names).toEqual(['Column 1', 'Column 2'])
    expect(cells).toHaveLength(2)
  })
})

it('says of a cell over 1 MB that it is too long, and keeps all of it', async () => {
  const bytes = Buffer.from(`a,b\n1,${'x'.repeat(2_000_000)}\n2,"${'y'.repeat(2_000_000)}"\n3,z\n`)
  const { cells, faults, lines } = await readAll(bytes, reading(), { size: 64 * 1024 })
  expect(cells.map((row) => [row[0], row[1]?.length])).toEqual([
    ['1', 2_000_000],
    ['2', 2_000_000],
    ['3', 1],
  ])
  expect(faults.map(({ row, code }) => [row, code])).toEqual([
    [0, 'long_cell'],
    [1, 'long_cell'],
  ])
  expect(lines).toEqual([2, 3, 4])
})

it('tells the line where letters were lost, though pieces end elsewhere', async () => {
  const bytes = Buffer.concat([Buffer.from('a,b\n1,"x\ny"\n2,'), Buffer.from([0xff]), Buffer.from('\n3,c\n')])
  for (const size of [1, 5, 1000]) {
    const { notes } = await readAll(bytes, reading(), { size })
    expect(notes).toMatchObject([{ code: 'undecodable_bytes', count: 1, line: 4 }])
  }
})

it('says in words what it counted', async () => {
  const { notes } = await readAll(Buffer.from('a,b,a\n1\n2\n3,4,5,6,7\n\n'), reading())
  expect(notes.map((note) => shownNote(note).sentence)).toEqual([
    '2 rows have fewer cells than the first. What is missing is empty.',
    'One row has more cells than the first. They are in Column 4 and Column 5.',
    'One empty row was skipped.',
    'Several columns have the name "a".',
  ])
})

it.each([
  ['\n', 'A line end ends a row, so it cannot be a delimiter.'],
  ['\r', 'A line end ends a row, so it cannot be a delimiter.'],
  ['"', 'The same character cannot be delimiter and quote.'],
  ['\ud83d', 'This character cannot be a delimiter.'],
])('refuses the delimiter %j', async (delimiter, why) => {
  await expect(readAll(file(1), reading({ delimiter }))).rejects.toMatchObject({
    problem: { code: 'input_invalid', why },
  })
})

it.each(['a', ' ', '@', 'é', '\u00a0', '.'])(
  'reads with %j between cells, if a person says so',
  async (delimiter) => {
    const { cells } = await readAll(Buffer.from(`x${delimiter}y\n1${delimiter}2\n`), reading({ delimiter }))
    expect(cells).toEqual([['1', '2']])
  },
)

it('says what it counted in the language that is spoken when it is shown', async () => {
  const { notes } = await readAll(Buffer.from('a,b\n1\n3,4,5,6\n'), reading())
  speak(await spokenIn('de'))
  try {
    expect(notes.map((note) => shownNote(note).sentence)).toEqual([
      'Eine Zeile hat weniger Zellen als die erste. Fehlendes ist leer.',
      'Eine Zeile hat mehr Zellen als die erste. Sie stehen in Column 3 und Column 4.',
    ])
  } finally {
    speak(await spokenIn('en'))
  }
})
