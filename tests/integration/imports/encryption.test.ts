import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openImportFile } from '../../../src-main/features/imports/check/file'
import { importFile } from '../../../src-main/features/imports/check/import-file'

const key = 'c0ffee'.padEnd(64, '7')
const folder = mkdtempSync(join(tmpdir(), 'postroom-rows-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('encrypts rows that were read without a keychain as soon as there is one', () => {
  const plain = openImportFile(folder, 1, null)
  plain.prepare('INSERT INTO pasted VALUES (1, ?)').run('canary@example.com')
  plain.close()
  expect(readFileSync(importFile(folder, 1)).includes('canary@example.com')).toBe(true)
  const sealed = openImportFile(folder, 1, key)
  expect(sealed.prepare('SELECT text FROM pasted').pluck().get()).toBe('canary@example.com')
  sealed.close()
  expect(readFileSync(importFile(folder, 1)).includes('canary@example.com')).toBe(false)
  expect(existsSync(`${importFile(folder, 1)}-sealed`)).toBe(false)
})
