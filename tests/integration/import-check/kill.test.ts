import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { connect } from '../../../src-main/core/database/database'
import { importFile } from '../../../src-main/features/imports/check/import-file'
import { node, program } from '../../fixtures/built'
import { people } from '../../fixtures/import-people'
import { killMoments, type KillMoments } from '../../fixtures/kills'
import { key, openRows, profile } from './support'

const lineSchema = z.object({
  did: z.enum(['open', 'read', 'check', 'repair', 'leaveOut', 'begin', 'settle']),
  row: z.number().optional(),
  text: z.string().optional(),
})
type Line = z.infer<typeof lineSchema>

/** Starts the program, kills it within so many milliseconds from its first line, and answers what it was told. */
async function runAndKill(folder: string, { within }: KillMoments, ms: number): Promise<Line[]> {
  const child = spawn(node, [program('import-rows-process'), folder, key], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (bytes: Buffer) => {
    if (text === '') void within(ms).then(() => child.kill('SIGKILL'))
    text += bytes.toString('utf8')
  })
  await once(child, 'close')
  const lines = text.split('\n').slice(0, -1)
  return lines.map((line) => lineSchema.parse(JSON.parse(line)))
}

/** What the program was told in all its lives. */
interface Told {
  wasRead: boolean
  repaired: Map<number, string>
  leftOut: Set<number>
  begun: Set<number>
  settled: Set<number>
}

function hear(told: Told, lines: readonly Line[]): void {
  for (const { did, row = 0, text = '' } of lines) {
    if (did === 'read') told.wasRead = true
    if (did === 'repair') told.repaired.set(row, text)
    if (did === 'leaveOut') told.leftOut.add(row)
    if (did === 'begin') told.begun.add(row)
    if (did === 'settle') told.settled.add(row)
  }
}

function expectSound(folder: string): void {
  const db = connect(importFile(folder, 1), key)
  expect(db.pragma('quick_check', { simple: true })).toBe('ok')
  db.close()
}

/** All that was ever told is there. */
async function expectKept(folder: string, told: Told): Promise<void> {
  const { rows, close } = openRows(folder)
  const counts = await rows.counts()
  expect(counts.rows.all).toBe(told.wasRead ? people : counts.rows.all)
  if (counts.rows.new > 0) {
    const progress = await rows.progress()
    expect(progress.created).toBeGreaterThanOrEqual(told.settled.size)
    const inFlight = progress.inFlight === null ? [] : [progress.inFlight.row]
    // A kill between the commit and the line that tells of it: what was done is one more than what was said.
    expect(progress.created + inFlight.length - told.begun.size).toBeLessThanOrEqual(1)
    expect(progress.created + inFlight.length).toBeGreaterThanOrEqual(told.begun.size)
    const found = await rows.rows({ filter: 'repaired', search: '', slice: { offset: 0, limit: 500 } })
    const texts = new Map(found.rows.map((row) => [row.row, row.cells[1]?.text]))
    const last = [...told.repaired.keys()].at(-1)
    for (const [row, text] of told.repaired)
      if (row !== last && found.count <= 500) expect(texts.get(row)).toBe(text)
    expect(counts.rows.leftOut).toBeGreaterThanOrEqual(told.leftOut.size)
    // What is told about each row is what a check from the beginning tells.
    await rows.map([])
    expect(await rows.check({})).toEqual(counts)
  }
  close()
}

test('killed a hundred times at any moment, an import keeps all that was answered (C14)', async () => {
  const { folder } = profile([])
  const moments = killMoments(21)
  const told: Told = {
    wasRead: false,
    repaired: new Map(),
    leftOut: new Set(),
    begun: new Set(),
    settled: new Set(),
  }
  for (let kill = 1; kill <= 100; kill += 1) {
    hear(told, await runAndKill(folder, moments, 260))
    if (existsSync(importFile(folder, 1))) expectSound(folder)
    // A look at all rows costs more than a kill: what a kill lost is missing at a later look, too.
    if (kill % 10 === 0) await expectKept(folder, told)
  }
  expect(told.settled.size).toBeGreaterThan(100)
}, 300_000)

test('a pasted text is there after a kill while it was read, and can be read again', async () => {
  const { folder } = profile([])
  await runAndKill(folder, killMoments(3), 24)
  const { rows } = openRows(folder)
  const reading = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true } as const
  const result = await rows.readAgain({ reading }).catch((error: unknown) => error)
  // Killed before the text was stored, there is nothing to read: the page still has it then.
  if (result instanceof Error) expect(result).toMatchObject({ problem: { code: 'input_invalid' } })
  else expect(result).toMatchObject({ rows: people })
})
