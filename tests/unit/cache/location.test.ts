import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { fingerprint, lookAt, readMarker, writeMarker } from '../../../src-main/core/database/location'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'postroom-marker-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

it('remembers which key a cache was encrypted with, without the key', () => {
  const key = 'ab'.repeat(32)
  const at = folder()
  writeMarker(at, key)
  expect(readMarker(at)).toEqual({ version: 1, encrypted: true, keyFingerprint: fingerprint(key) })
  expect(JSON.stringify(readMarker(at))).not.toContain('abab')
  expect(statSync(join(at, 'cache.json')).mode & 0o777).toBe(0o600)
})

it('takes a marker that it cannot understand for none', () => {
  const at = folder()
  writeFileSync(join(at, 'cache.json'), '{"version": 2')
  expect(readMarker(at)).toBeNull()
})

it('tells a plain database from anything else by its first bytes', () => {
  const at = folder()
  writeFileSync(join(at, 'plain'), 'SQLite format 3\0 and so on')
  writeFileSync(join(at, 'sealed'), 'something else entirely')
  writeFileSync(join(at, 'empty'), '')
  expect(['plain', 'sealed', 'empty', 'missing'].map((name) => lookAt(join(at, name)))).toEqual([
    'plain',
    'sealed',
    'absent',
    'absent',
  ])
})
