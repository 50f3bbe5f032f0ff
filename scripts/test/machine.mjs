import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { project } from '../build.mjs'
import { whyNoKeyring } from './keyring.mjs'
import { onPath } from './programs.mjs'

// What this machine has for the tests. Each answer is null where it is there, else the sentence that says what is missing.

/** A path in the project's node_modules. */
export const inModules = (...parts) => path.join(project, 'node_modules', ...parts)

/** Whether a window can be shown. Other systems than Linux have no variable that says so. */
export const display =
  Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY) || process.platform !== 'linux'

/** Why what needs a keychain is left out. */
export function whyNoKeychain() {
  return process.platform === 'linux' ? whyNoKeyring() : null
}

/** Why the tests of the service over PostgreSQL are left out. */
export function whyNoPostgres() {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root) : []
  const isThere = versions.some((version) => existsSync(path.join(root, version, 'bin', 'initdb')))
  return isThere ? null : 'PostgreSQL is not on this machine (Debian’s package postgresql).'
}

/** Why the end-to-end tests in Chromium are left out. */
export function whyNoChromium() {
  const asked = 'process.stdout.write(require("playwright").chromium.executablePath())'
  const playwrights = spawnSync(process.execPath, ['-e', asked], { cwd: project, encoding: 'utf8' }).stdout
  const ofSystem = ['chromium-headless-shell', 'chromium', 'chromium-browser'].map(
    (name) => `/usr/bin/${name}`,
  )
  const known = [process.env.CHROMIUM_PATH, ...ofSystem, playwrights]
  if (known.some((file) => file && existsSync(file))) return null
  return 'No Chromium was found: install it, or set CHROMIUM_PATH.'
}

/** Why the end-to-end tests in Electron are left out. */
export function whyNoElectron() {
  const name = inModules('electron', 'path.txt')
  const own = existsSync(name) ? inModules('electron', 'dist', readFileSync(name, 'utf8').trim()) : null
  const program = process.env.ELECTRON_EXECUTABLE ?? own
  if (!program || !existsSync(program))
    return 'The Electron program is not on this machine (ELECTRON_EXECUTABLE names it).'
  if (!display && !onPath('xvfb-run')) return 'This machine has neither a display nor xvfb-run.'
  return null
}
