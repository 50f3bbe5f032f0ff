import { fork } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HugeRead } from '../../programs/read-huge-process'
import { node, program } from '../../fixtures/built'

const gigabyte = 2 ** 30
let folder = ''
const found = new Map<string, HugeRead>()

// All of them in one process whose heap may have 64 MB: one that kept what it read would not live to the end.
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'postroom-huge-'))
  const sparse = path.join(folder, 'sparse.csv')
  const file = await open(sparse, 'w')
  await file.write('email,name\nann@x.example,Ann\n')
  await file.truncate(2 * gigabyte)
  await file.close()
  const reader = fork(program('read-huge-process'), [sparse], {
    execPath: node,
    execArgv: ['--max-old-space-size=64'],
  })
  reader.on('message', (message: HugeRead) => found.set(message.name, message))
  const code = await new Promise((resolve) => reader.once('exit', resolve))
  expect(code).toBe(0)
}, 180_000)
afterAll(() => rm(folder, { recursive: true }))

const notesOf = (name: string) => found.get(name)?.notes.map(({ code, count, line }) => [code, count, line])

it('reads a file of 2 GB that is nearly all hole (C34)', () => {
  expect(found.get('a hole')).toMatchObject({ rows: 1, bytes: 2 * gigabyte })
  expect(notesOf('a hole')).toEqual([['nul_bytes', 2 * gigabyte - 29, 3]])
})

it('reads a line of 256 MB as one row that is too long (C34)', () => {
  expect(found.get('one line')?.rows).toBe(1)
  expect(notesOf('one line')).toEqual([['long_cells', 1, 2]])
})

it('reads the rows after a quote that is never closed (C34)', () => {
  const beginning = 'email,name\nann@x.example,"open\n'
  const read = found.get('an open quote')
  expect(notesOf('an open quote')).toEqual([['unclosed_quote', 1, 2]])
  expect(read?.rows).toBe(((read?.bytes ?? 0) - beginning.length) / 'b@x.example,Bo\n'.length + 1)
})

it('does not wait for the end of a cell that is nothing but quotes', () => {
  expect(notesOf('quotes')).toEqual([
    ['unclosed_quote', 1, 2],
    ['long_cells', 1, 2],
  ])
})

it('counts millions of empty rows', () => {
  const read = found.get('empty rows')
  expect(notesOf('empty rows')?.[1]).toEqual(['empty_rows', ((read?.bytes ?? 0) - 11) / 2, 2])
})

it('keeps little outside its heap', () => {
  expect(found.size).toBe(5)
  for (const { name, outside } of found.values()) expect(outside, name).toBeLessThan(32 * 2 ** 20)
})
