import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { knownSeconds, noteSeconds } from '../../../scripts/test/durations.mjs'

const folder = mkdtempSync(path.join(os.tmpdir(), 'postroom-seconds-'))
const kept = path.join(folder, 'tests', 'seconds.json')
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('what files of tests took is kept, halfway between what was known and now', () => {
  expect(knownSeconds(kept)).toEqual({})
  noteSeconds([{ file: 'one.test.ts', seconds: 4 }], kept)
  noteSeconds(
    [
      { file: 'one.test.ts', seconds: 8 },
      { file: 'two.test.ts', seconds: 1 },
    ],
    kept,
  )
  expect(knownSeconds(kept)).toEqual({ 'one.test.ts': 6, 'two.test.ts': 1 })
})
