import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSecret } from '../../../src-service/secrets'

let folder: string
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'postroom-secrets-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(text: string): string {
  const path = join(folder, 'secret')
  writeFileSync(path, text)
  return path
}

describe('a secret', () => {
  it('is not there unless it is given', () => {
    expect(readSecret('metrics-token', undefined, {})).toBeNull()
  })

  it.each(['token_123_0123456789ab\n', 'token_123_0123456789ab\r\n', 'token_123_0123456789ab'])(
    'is the line of a file: %j',
    (text) => {
      expect(readSecret('metrics-token', file(text), {})).toBe('token_123_0123456789ab')
    },
  )

  it('is in the environment, itself or its file', () => {
    expect(readSecret('metrics-token', undefined, { POSTROOM_METRICS_TOKEN: 'token_123_0123456789ab' })).toBe(
      'token_123_0123456789ab',
    )
    const environment = {
      POSTROOM_METRICS_TOKEN_FILE: file('token_456_0123456789ab'),
      POSTROOM_METRICS_TOKEN: 'token_123_0123456789ab',
    }
    expect(readSecret('metrics-token', undefined, environment)).toBe('token_456_0123456789ab')
  })

  it('of the file that an option names goes before', () => {
    const environment = { POSTROOM_METRICS_TOKEN: 'token_123_0123456789ab' }
    expect(readSecret('metrics-token', file('token_789_0123456789ab'), environment)).toBe(
      'token_789_0123456789ab',
    )
  })

  it.each(['short', 'two words here', '', 'two\nlines_here'])(
    'is refused without being repeated: %j',
    (text) => {
      const refused = () => readSecret('metrics-token', file(text), {})
      expect(refused).toThrow('The file of --metrics-token-file must hold at least 20')
      if (text) expect(refused).not.toThrow(text)
    },
  )

  it('of a file that is not there is refused, with the option or variable that named it', () => {
    const gone = join(folder, 'gone')
    expect(() => readSecret('metrics-token', gone, {})).toThrow(
      'The file of --metrics-token-file cannot be read',
    )
    expect(() => readSecret('metrics-token', undefined, { POSTROOM_METRICS_TOKEN_FILE: gone })).toThrow(
      'The file of POSTROOM_METRICS_TOKEN_FILE cannot be read (ENOENT)',
    )
  })
})
