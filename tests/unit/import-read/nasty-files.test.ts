import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { detectReading } from '../../../src-main/features/imports/read/detect'
import { nastyFiles, refusedFiles } from '../../fixtures/nasty-files'
import { readAll } from '../../fixtures/read-all'

const folder = path.resolve('tests/fixtures/csv')
const bytesOf = (name: string) => readFileSync(path.join(folder, name))

it('says of every file in the folder what is expected of it', () => {
  const files = readdirSync(folder).filter((name) => !name.startsWith('.'))
  expect(files.length).toBeGreaterThan(40)
  expect(files.sort()).toEqual([...Object.keys(nastyFiles), ...Object.keys(refusedFiles)].sort())
})

describe.each(Object.entries(nastyFiles))('%s', (name, { reading, names, rows, notes }) => {
  it('is read as it should be', () => {
    expect(detectReading(bytesOf(name), name).reading).toEqual(reading)
  })

  it.each(['whole', 64 * 1024, 7, 1])('gives the same rows in pieces of %s', async (size) => {
    const bytes = bytesOf(name)
    const read = await readAll(bytes, reading, typeof size === 'number' ? { size } : {})
    expect(read.names).toEqual(names)
    expect(read.cells.map((cells, row) => [read.lines[row], ...cells])).toEqual(rows)
    expect(read.notes.map(({ code, count, line }) => [code, count, line])).toEqual(notes)
    expect(read).toMatchObject({ rows: rows.length, bytes: bytes.length })
    // Each quote that was never closed is a fault of the row it was opened in.
    const unclosed = notes.find(([code]) => code === 'unclosed_quote')
    expect([...new Set(read.faults.map(({ code }) => code))]).toEqual(unclosed ? ['unclosed_quote'] : [])
    expect(read.lines[read.faults[0]?.row ?? -1] ?? null).toBe(unclosed?.[2] ?? null)
  })
})

it.each(Object.entries(refusedFiles))('refuses %s in words', (name, why) => {
  expect(() => detectReading(bytesOf(name), name)).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ code: 'file_unreadable', why }) }),
  )
})
