import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { project } from '../build.mjs'
import { onPath } from './programs.mjs'

// A keyring of the tests' own: a D-Bus session with an unlocked gnome-keyring in folders that are removed afterwards. Whoever
// runs the tests keeps theirs untouched, and is asked for no password.

/** Set for the programs that run inside such a keyring. */
const inside = 'POSTROOM_TEST_KEYRING'
/** Set to the sentence that says why there is none. */
const missing = 'POSTROOM_TEST_NO_KEYRING'

/** Why there is no keyring of the tests' own; null inside one. */
export function whyNoKeyring() {
  if (process.env[inside]) return null
  return process.env[missing] ?? whyNotHere()
}

/**
 * Runs this program again inside a keyring of its own, and ends with its exit code. Returns where that cannot be had, on other
 * systems than Linux, and inside such a keyring.
 */
export function enterKeyring() {
  if (process.platform !== 'linux' || process.env[inside] || process.env[missing]) return
  const why = whyNotHere()
  if (why) {
    // Told to what this program starts too, which would try it again.
    process.env[missing] = why
    return
  }
  const { status } = withKeyring([process.execPath, ...process.argv.slice(1)], { stdio: 'inherit' })
  process.exit(status ?? 1)
}

function whyNotHere() {
  const tools = ['dbus-run-session', 'gnome-keyring-daemon']
  const absent = tools.filter((tool) => !onPath(tool))
  if (absent.length > 0)
    return `A keyring of the tests' own is made with ${absent.join(' and ')}, which this machine does not have.`
  const kept = `require('keytar').setPassword('Postroom tests', 'probe', 'kept')`
  const done = withKeyring([process.execPath, '-e', kept], { timeout: 60_000, encoding: 'utf8' })
  if (done.status === 0) return null
  const said = `${done.stderr ?? ''}`.trim().split('\n').at(-1)
  return `A keyring of the tests' own did not start here: ${said || 'it gave no answer'}.`
}

function withKeyring(command, options) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'postroom-keyring-'))
  const runtime = path.join(home, 'run')
  mkdirSync(runtime, { mode: 0o700 })
  const unlocked = 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$@"'
  try {
    return spawnSync('dbus-run-session', ['--', 'sh', '-c', unlocked, 'sh', ...command], {
      cwd: project,
      env: {
        ...process.env,
        [inside]: '1',
        XDG_DATA_HOME: path.join(home, 'share'),
        XDG_CONFIG_HOME: path.join(home, 'config'),
        XDG_RUNTIME_DIR: runtime,
        // Its socket is looked for in the folder that was just replaced, unless it is named whole.
        ...wholeNameOfDisplay(),
      },
      ...options,
    })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function wholeNameOfDisplay() {
  const { WAYLAND_DISPLAY: name, XDG_RUNTIME_DIR: folder } = process.env
  return name && folder ? { WAYLAND_DISPLAY: path.resolve(folder, name) } : {}
}
