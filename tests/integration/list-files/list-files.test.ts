import { toKeep } from '../../../src-shared/messages/told'
import { existsSync, readdirSync } from 'node:fs'
import { appendFile, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ListFiles } from '../../../src-main/features/verification/list-files/open-files'
import { createLogger } from '../../../src-main/core/log'
import { textRow, xlsx } from '../../fixtures/workbook'
import { nastyFiles, refusedFiles } from '../../fixtures/nasty-files'

const fixtures = resolve('tests/fixtures/csv')
const log = createLogger(new PassThrough().resume())

let folder: string
let files: ListFiles
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postroom-lists-'))
  files = await ListFiles.open(folder, log)
})
afterEach(async () => {
  await files.close()
  await rm(folder, { recursive: true, force: true })
})

async function written(text: string, name = 'list.csv') {
  const path = join(folder, name)
  await writeFile(path, text)
  return { path, name, uploaded: false }
}

async function column(fileId: string, index: number): Promise<string[]> {
  const cells: string[] = []
  for await (const some of files.rowsOf(fileId, index)) cells.push(...some)
  return cells
}

const failure = (code: string, more = {}) => ({ problem: expect.objectContaining({ code, ...more }) })

describe.each(Object.entries(nastyFiles))('%s', (name, { reading, names, rows, notes }) => {
  it('is read as in an import', async () => {
    const file = await files.addFile({ path: join(fixtures, name), name, uploaded: false })
    expect(file).toMatchObject({ name, reading, detected: reading })
    expect(file.columns.map((one) => one.name)).toEqual(names)
    const told = file.notes.filter(({ code }) => code !== 'doubtful_reading')
    expect(told.map(({ code, count, line }) => [code, count, line])).toEqual(notes)
    for (const { index } of file.columns) {
      expect(await column(file.fileId, index)).toEqual(rows.map((row) => row[index + 1] ?? ''))
    }
  })
})

const refused = {
  ...refusedFiles,
  // Read as a workbook, which it is half of.
  'workbook.csv':
    'It is packed, as workbooks are, and cannot be unpacked: it was cut short, or is no whole file.',
}
it.each(Object.entries(refused))('refuses %s in words', async (name, why) => {
  const given = { path: join(fixtures, name), name, uploaded: false }
  await expect(files.addFile(given)).rejects.toMatchObject(failure('file_unreadable', { why }))
})

it('reads the sheet of a workbook that has addresses, and another one when it is asked for', async () => {
  const path = join(folder, 'list.xlsx')
  const rowsOf = (...lines: string[][]) => lines.map((cells, at) => textRow(at + 1, cells)).join('')
  const book = xlsx([
    { name: 'Notes', rows: rowsOf(['note'], ['nothing here']) },
    { name: 'Signups', rows: rowsOf(['name', 'e-mail'], ['Ann', 'ann@x.example'], ['Kim', 'kim@x.example']) },
    { name: 'Old', rows: rowsOf(['mail'], ['old@x.example']) },
  ])
  await writeFile(path, book)
  const file = await files.addFile({ path, name: 'list.xlsx', uploaded: false })
  expect(file.workbook?.sheets.map(({ name, addresses }) => [name, addresses])).toEqual([
    ['Notes', null],
    ['Signups', 'B'],
    ['Old', 'A'],
  ])
  expect({ sheet: file.reading.sheet, likely: file.likely }).toEqual({ sheet: 'Signups', likely: 1 })
  expect(await column(file.fileId, 1)).toEqual(['ann@x.example', 'kim@x.example'])
  const old = file.workbook?.sheets[2]?.reading ?? file.reading
  await files.read(file.fileId, old)
  expect(await column(file.fileId, 0)).toEqual(['old@x.example'])
})

it('stops reading a workbook where nobody asks for more', async () => {
  const path = join(folder, 'long.xlsx')
  const rows = Array.from({ length: 5000 }, (_, at) =>
    textRow(at + 1, [at === 0 ? 'email' : `p${at}@x.example`]),
  )
  await writeFile(path, xlsx([{ name: 'All', rows: rows.join('') }]))
  const { fileId } = await files.addFile({ path, name: 'long.xlsx', uploaded: false })
  for await (const batch of files.rowsOf(fileId, 0)) {
    expect(batch[0]).toBe('p1@x.example')
    break
  }
  expect(await column(fileId, 0)).toHaveLength(4999)
})

it('finds the column of addresses by its name and by its cells', async () => {
  const text = 'id,contact,e-mail\n1,Ann,ann@x.example\n2,bob@x.example,no address\n'
  const file = await files.addText(text)
  expect(file.columns.map(({ addresses }) => addresses)).toEqual([0, 0.5, 0.5])
  expect(file.likely).toBe(2)
  const nameless = await files.addText('a;ann@x.example\nb;bob@x.example\n')
  expect(nameless).toMatchObject({ likely: 1, bytes: 32, name: 'Pasted rows' })
  expect((await files.addText('name,age\nAnn,7\n')).likely).toBeNull()
})

it('shows a few cells of each column', async () => {
  const { columns } = await files.addText(
    'email\na@x.example\na@x.example\n\nb@x.example\nc@x.example\nd@x.example\n',
  )
  expect(columns[0]?.samples).toEqual(['a@x.example', 'b@x.example', 'c@x.example'])
})

it('reads in another way when a person says so', async () => {
  const { fileId, reading } = await files.addText('ann@x.example\nbob@x.example\n')
  expect(reading.header).toBe(false)
  const read = await files.read(fileId, { ...reading, header: true })
  expect(read).toMatchObject({ reading: { header: true }, detected: { header: false } })
  expect(await column(fileId, 0)).toEqual(['bob@x.example'])
  expect(await files.nameOf(fileId, 0)).toEqual({
    file: toKeep('told.pastedRows'),
    column: 'ann@x.example',
  })
})

it('reads a long file in pieces, and no further than it is asked to', async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => `p${index}@x.example`)
  const { fileId } = await files.addFile(await written(`email\n${rows.join('\n')}\n`))
  expect(await column(fileId, 0)).toEqual(rows)
  for await (const some of files.rowsOf(fileId, 0)) {
    expect(some.length).toBeLessThanOrEqual(1000)
    break
  }
  await files.letGo(fileId)
})

it('stops when it is told to', async () => {
  const { fileId } = await files.addFile(await written(`email\n${'ann@x.example\n'.repeat(20_000)}`))
  const stop = new AbortController()
  const reading = (async () => {
    for await (const some of files.rowsOf(fileId, 0, stop.signal)) if (some.length > 0) stop.abort()
  })()
  await expect(reading).rejects.toMatchObject(failure('cancelled'))
})

it('takes the guards off a rejects file of ours', async () => {
  const text = "email,postroom.line,postroom.reason,postroom.code\n'+ann@x.example,2,Why,bad_email\n"
  const { fileId, columns } = await files.addText(text)
  expect(columns[0]?.samples).toEqual(['+ann@x.example'])
  expect(await column(fileId, 0)).toEqual(['+ann@x.example'])
})

describe('a copy of an upload', () => {
  const lists = () => (existsSync(join(folder, 'lists')) ? readdirSync(join(folder, 'lists')) : [])
  const uploaded = async () => {
    const path = join(folder, 'uploaded')
    await copyFile(join(fixtures, 'plain.csv'), path)
    return files.addFile({ path, name: 'plain.csv', uploaded: true })
  }

  it('is taken over, and goes when it is let go', async () => {
    const { fileId } = await uploaded()
    expect(existsSync(join(folder, 'uploaded'))).toBe(false)
    expect(lists()).toHaveLength(1)
    await files.letGo(fileId)
    expect(lists()).toEqual([])
    await expect(column(fileId, 0)).rejects.toMatchObject(failure('not_found'))
  })

  it('goes when the profile is closed', async () => {
    await uploaded()
    await files.close()
    expect(lists()).toEqual([])
  })

  it('goes at the next start after a kill', async () => {
    await uploaded()
    await ListFiles.open(folder, log)
    expect(lists()).toEqual([])
  })

  it('goes when it cannot be read', async () => {
    const path = join(folder, 'uploaded')
    await copyFile(join(fixtures, 'workbook.csv'), path)
    await expect(files.addFile({ path, name: 'list.csv', uploaded: true })).rejects.toThrow()
    expect(lists()).toEqual([])
  })
})

it('leaves a file of the person where it is', async () => {
  const given = await written('email\nann@x.example\n')
  const { fileId } = await files.addFile(given)
  await files.letGo(fileId)
  expect(existsSync(given.path)).toBe(true)
})

it('reads nothing of a file that was changed or moved since', async () => {
  const given = await written('email\nann@x.example\n')
  const { fileId } = await files.addFile(given)
  await appendFile(given.path, 'bob@x.example\n')
  const changed = failure('file_unreadable', { title: 'The file was changed' })
  await expect(column(fileId, 0)).rejects.toMatchObject(changed)
  await rm(given.path)
  await expect(column(fileId, 0)).rejects.toMatchObject(failure('file_unreadable'))
})

it('refuses a column that the file does not have', async () => {
  const { fileId } = await files.addText('email\nann@x.example\n')
  await expect(column(fileId, 1)).rejects.toMatchObject(failure('input_invalid'))
  await expect(files.nameOf(fileId, 1)).rejects.toMatchObject(failure('input_invalid'))
})

it('keeps twenty files open, and lets the first go for one more', async () => {
  const ids: string[] = []
  for (let count = 0; count < 21; count += 1) ids.push((await files.addText('email\na@x.example\n')).fileId)
  await expect(column(ids[0] ?? '', 0)).rejects.toMatchObject(failure('not_found'))
  expect(await column(ids[1] ?? '', 0)).toEqual(['a@x.example'])
})
