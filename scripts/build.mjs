import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const project = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')

/** A program of ours is built when these are there. */
const built = [
  'main/desktop.js',
  'main/serve.js',
  'preload/preload.js',
  'renderer/index.html',
  'service/service.js',
]
const sources = [
  'src-shared',
  'src-main',
  'src-preload',
  'src-renderer',
  'src-service',
  'resources',
  'package.json',
  'electron.vite.config.ts',
  'vite.service.config.ts',
]

/** Builds where out/ is missing or older than the sources, and says so. Ends the program where the build fails. */
export function ensureBuilt() {
  const why = whyBuild()
  if (!why) return
  process.stderr.write(`${why} Building; this takes a moment.\n`)
  const run = (program, ...args) =>
    spawnSync(process.execPath, [path.join(project, 'node_modules', program), ...args], {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    })
  for (const done of [
    run('electron-vite/bin/electron-vite.js', 'build'),
    run('vite/bin/vite.js', 'build', '--config', 'vite.service.config.ts'),
  ]) {
    if (done.status === 0) continue
    process.stderr.write(`${done.stdout}${done.stderr}\nThe build failed.\n`)
    process.exit(1)
  }
}

function whyBuild() {
  const missing = built.some((file) => !existsSync(path.join(project, 'out', file)))
  if (missing) return 'Postroom is not built yet.'
  const oldest = Math.min(...built.map((file) => statSync(path.join(project, 'out', file)).mtimeMs))
  const newest = Math.max(...sources.map((source) => newestIn(path.join(project, source))))
  return newest > oldest ? 'The sources changed since Postroom was built.' : null
}

function newestIn(place) {
  const found = statSync(place, { throwIfNoEntry: false })
  if (!found) return 0
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(found.mtimeMs, ...readdirSync(place).map((name) => newestIn(path.join(place, name))))
}
