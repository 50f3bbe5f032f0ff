import { spawn } from 'node:child_process'
import path from 'node:path'
import { programs } from './build-state.mjs'
import { ensureBuilt, project } from './build.mjs'

/** Runs a built program with this program's arguments, terminal and signals, and ends with its exit code. */
export function runBuilt(file) {
  ensureBuilt(programs)
  const child = spawn(process.execPath, [path.join(project, 'out', file), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  // A terminal's Ctrl+C reaches the child by itself; ending it is left to the child.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.once('exit', (code) => process.exit(code ?? 1))
}
