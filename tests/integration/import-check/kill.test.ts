import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { connect } from '../../../src-main/cache/database'
import { importFile } from '../../../src-main/jobs/import/check/file'
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

test('killed at any moment, an import keeps all that was answered (C14)', async () => {
  const { folder } = profile([])
  const moments = killMoments(21)
  const repaired = new Map<number, string>()
  const leftOut = new Set<number>()
  const begun: number[] = []
  const settled = new Set<number>()
  let wasRead = false
  for (let round = 0; round < 12; round += 1) {
    for (const line of await runAndKill(folder, moments, 260)) {
      const row = line.row ?? 0
      if (line.did === 'read') wasRead = true
      if (line.did === 'repair') repaired.set(row, line.text ?? '')
      if (line.did === 'leaveOut') leftOut.add(row)
      if (line.did === 'begin') begun.push(row)
      if (line.did === 'settle') settled.add(row)
    }
    const db = connect(importFile(folder, 1), key)
    expect(db.pragma('quick_check', { simple: true })).toBe('ok')
    db.close()
    const { rows, close } = openRows(folder)
    const counts = await rows.counts()
    expect(counts.rows.all).toBe(wasRead ? people : counts.rows.all)
    if (counts.rows.new > 0) {
      const progress = await rows.progress()
      expect(progress.created).toBeGreaterThanOrEqual(settled.size)
      const inFlight = progress.inFlight === null ? [] : [progress.inFlight.row]
      // A kill between the commit and the line that tells of it: what was done is one more than what was said.
      expect(progress.created + inFlight.length - new Set(begun).size).toBeLessThanOrEqual(1)
      expect(progress.created + inFlight.length).toBeGreaterThanOrEqual(new Set(begun).size)
      const found = await rows.rows({ filter: 'repaired', search: '', slice: { offset: 0, limit: 500 } })
      const texts = new Map(found.rows.map((row) => [row.row, row.cells[1]?.text]))
      const last = [...repaired.keys()].at(-1)
      for (const [row, text] of repaired)
        if (row !== last && found.count <= 500) expect(texts.get(row)).toBe(text)
      expect(counts.rows.leftOut).toBeGreaterThanOrEqual(leftOut.size)
      // What is told about each row is what a check from the beginning tells.
      expect(await rows.check({})).toEqual(counts)
    }
    close()
  }
  expect(settled.size).toBeGreaterThan(0)
}, 120_000)

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
