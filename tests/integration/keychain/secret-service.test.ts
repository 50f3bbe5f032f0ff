import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { node, program } from '../../fixtures/built'

/** What the driver program prints. */
interface Outcome {
  started: { kind: string; name?: string; reason?: string }
  value: string | null
  code: string | null
  state: { kind: string }
}

let home: string
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'postroom-keyring-'))
  mkdirSync(path.join(home, 'run'), { mode: 0o700 })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** The environment of a desktop of its own: no D-Bus and no keyring but those the test starts. */
function environment(): NodeJS.ProcessEnv {
  const { PATH } = process.env
  return {
    PATH,
    HOME: home,
    XDG_DATA_HOME: path.join(home, 'share'),
    XDG_CONFIG_HOME: path.join(home, 'config'),
    XDG_RUNTIME_DIR: path.join(home, 'run'),
    POSTROOM_KEYCHAIN_SERVICE: 'Postroom tests',
  }
}

function outcome(program: string, args: string[]): Outcome {
  const printed = execFileSync(program, args, {
    env: environment(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const lines = printed.trim().split('\n')
  return JSON.parse(lines.at(-1) ?? '') as Outcome
}

const call = (...order: string[]) => [node, program('keychain-call'), ...order]

/** One login: a D-Bus session with GNOME Keyring, unlocked by its password or left locked. */
function login(keyring: 'unlocked' | 'locked', ...order: string[]): Outcome {
  const start = {
    unlocked: 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null',
    locked: 'gnome-keyring-daemon --start --components=secrets >/dev/null',
  }[keyring]
  return outcome('dbus-run-session', ['--', 'bash', '-c', `${start}; exec "$@"`, 'call', ...call(...order)])
}

describe('GNOME Keyring', () => {
  it('keeps a key from one login to the next', () => {
    expect(login('unlocked', 'set', 'a', 'sk_kept')).toMatchObject({
      code: null,
      state: { kind: 'keychain' },
    })
    expect(login('unlocked', 'get', 'a')).toMatchObject({ code: null, value: 'sk_kept' })
  })

  it('keeps no key readable on disk', () => {
    login('unlocked', 'set', 'a', 'sk_canary_on_disk')
    const folder = path.join(home, 'share', 'keyrings')
    const written = readdirSync(folder).map((name) => readFileSync(path.join(folder, name)))
    expect(written.length).toBeGreaterThan(0)
    expect(written.some((bytes) => bytes.includes('sk_canary_on_disk'))).toBe(false)
  })

  it('deletes a key', () => {
    login('unlocked', 'set', 'a', 'sk_kept')
    login('unlocked', 'delete', 'a')
    expect(login('unlocked', 'get', 'a').value).toBeNull()
  })

  it('answers null while it is locked, and has the key again when unlocked (C10)', () => {
    login('unlocked', 'set', 'a', 'sk_kept')
    expect(login('locked', 'get', 'a')).toMatchObject({
      code: null,
      value: null,
      state: { kind: 'keychain' },
    })
    expect(login('unlocked', 'get', 'a').value).toBe('sk_kept')
  })

  it('fails with a typed error when it is to store something while nobody unlocks it', () => {
    login('unlocked', 'set', 'a', 'sk_kept')
    expect(login('locked', 'set', 'a', 'sk_other')).toMatchObject({
      code: 'keychain_unavailable',
      state: { kind: 'session' },
    })
    expect(login('unlocked', 'get', 'a').value).toBe('sk_kept')
  })
})

describe('a computer without D-Bus', () => {
  it('has no keychain, and says so (C9)', () => {
    const [program = '', ...args] = call('get', 'a')
    expect(outcome(program, args).started).toEqual({
      kind: 'session',
      reason: 'No D-Bus session runs here, so there is no keychain.',
    })
  })
})

describe('a D-Bus session without a keychain', () => {
  it('has no keychain, and still takes keys for the session', () => {
    const found = outcome('dbus-run-session', [
      // A configuration without services: nothing can be activated.
      '--config-file',
      path.join(__dirname, 'bare-session.conf'),
      '--',
      ...call('set', 'a', 'sk_one'),
    ])
    expect(found.started).toEqual({
      kind: 'session',
      reason: 'No program answered for “Secret Service”.',
    })
    expect(found.code).toBeNull()
  })
})
