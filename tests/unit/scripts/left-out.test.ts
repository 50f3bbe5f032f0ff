import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../../..')
const keychainTests = 'tests/integration/keychain/secret-service.test.ts'

/** The files of integration tests of the keychain that run where these are left out. */
function listed(leftOut: string): string {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const args = ['list', '--filesOnly', '--project', 'integration', 'tests/integration/keychain']
  const env = { ...process.env, POSTROOM_LEFT_OUT: leftOut }
  return spawnSync(process.execPath, [vitest, ...args], { cwd: root, env, encoding: 'utf8' }).stdout
}

it('what this machine cannot run is not among the integration tests', () => {
  expect(listed('')).toContain(keychainTests)
  const others = listed(keychainTests)
  expect(others).not.toContain(keychainTests)
  expect(others).toContain('tests/integration/keychain/sealed.test.ts')
})
