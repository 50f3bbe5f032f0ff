import { spawn, spawnSync } from 'node:child_process'
import { project } from '../build.mjs'

/** Whether a program is on the PATH. */
export const onPath = (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0

/**
 * Runs a program to its end. `hear` gets what it prints, piece by piece; without one it prints to this terminal.
 * Resolves to whether it ended well.
 */
export function run(program, args, { env = {}, hear } = {}) {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: project,
      stdio: hear ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    })
    if (hear) for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear)
    child.once('error', (error) => {
      hear?.(`${error.message}\n`)
      done(false)
    })
    child.once('close', (code) => done(code === 0))
  })
}
