import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { buildsNeeded, everything, project, whyStale } from './build-state.mjs'

export { project }

/**
 * Builds what of these outputs is missing or older than its sources, all of them unless told, and says so. Ends the
 * program where the build fails.
 */
export function ensureBuilt(names = everything) {
  const why = whyStale(names)
  if (why === null) return
  process.stderr.write(`${why} Building; this takes a moment.\n`)
  for (const [program, ...args] of buildsNeeded(names)) {
    const done = spawnSync(process.execPath, [path.join(project, 'node_modules', program), ...args], {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (done.status === 0) continue
    process.stderr.write(`${done.stdout}${done.stderr}\nThe build failed.\n`)
    process.exit(1)
  }
}
