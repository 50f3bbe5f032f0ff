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

  it.each(['token_123\n', 'token_123\r\n', 'token_123'])('is the line of a file: %j', (text) => {
    expect(readSecret('metrics-token', file(text), {})).toBe('token_123')
  })

  it('is in the environment, itself or its file', () => {
    expect(readSecret('metrics-token', undefined, { POSTROOM_METRICS_TOKEN: 'token_123' })).toBe('token_123')
    const environment = {
      POSTROOM_METRICS_TOKEN_FILE: file('token_456'),
      POSTROOM_METRICS_TOKEN: 'token_123',
    }
    expect(readSecret('metrics-token', undefined, environment)).toBe('token_456')
  })

  it('of the file that an option names goes before', () => {
    const environment = { POSTROOM_METRICS_TOKEN: 'token_123' }
    expect(readSecret('metrics-token', file('token_789'), environment)).toBe('token_789')
  })

  it.each(['short', 'two words here', '', 'two\nlines_here'])(
    'is refused without being repeated: %j',
    (text) => {
      const refused = () => readSecret('metrics-token', file(text), {})
      expect(refused).toThrow('The file of --metrics-token-file must hold one line')
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
