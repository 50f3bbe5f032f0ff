import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const project = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')

const program = {
  builds: ['electron-vite/bin/electron-vite.js', 'build'],
  config: 'electron.vite.config.ts',
}

/**
 * What is built, by its folder in out/: the files that must be there, what they are made of, and the command in
 * node_modules that makes them. Files and sources are paths from out/ and from the project's folder.
 */
const outputs = {
  main: {
    ...program,
    files: () =>
      ['desktop', 'serve', 'launch', 'cache-worker', 'import-worker', 'keychain', 'parent-watch'].map(
        (name) => `main/${name}.js`,
      ),
    sources: ['src-main', 'src-shared', 'resources'],
  },
  preload: { ...program, files: () => ['preload/preload.js'], sources: ['src-preload', 'src-shared'] },
  renderer: { ...program, files: () => ['renderer/index.html'], sources: ['src-renderer', 'src-shared'] },
  service: {
    builds: ['vite/bin/vite.js', 'build', '--config', 'vite.service.config.ts'],
    config: 'vite.service.config.ts',
    files: () => ['service/service.js'],
    sources: ['src-service', 'src-shared', 'resources'],
  },
  // What tests start as processes of their own.
  tests: {
    builds: ['vite/bin/vite.js', 'build', '--config', 'vite.tests.config.ts'],
    config: 'vite.tests.config.ts',
    files: (root) =>
      readdirSync(path.join(root, 'tests', 'programs')).map(
        (file) => `tests/${path.basename(file, '.ts')}.js`,
      ),
    sources: ['tests/programs', 'tests/fixtures', 'src-main', 'src-service', 'src-shared', 'resources'],
  },
}

/** What Postroom consists of. */
export const programs = ['main', 'preload', 'renderer', 'service']

/** The same, and what tests start. */
export const everything = Object.keys(outputs)

/**
 * The commands in node_modules, with their arguments, that build what of these outputs is missing or older than its
 * sources; none where out/ is up to date.
 */
export function buildsNeeded(names, root = project) {
  const needed = names.filter((name) => staleness(name, root) !== null).map((name) => outputs[name].builds)
  return [...new Set(needed)]
}

/** What is wrong with the first of these outputs that is missing or older than its sources, or null. */
export function whyStale(names, root = project) {
  for (const name of names) {
    const why = staleness(name, root)
    if (why !== null) return why
  }
  return null
}

/** Throws a sentence that says what to run, where one of these outputs is missing or older than its sources. */
export function refuseStaleBuild(names = everything, root = project) {
  const why = whyStale(names, root)
  if (why !== null) throw new Error(`${why} Run npm run build.`)
}

function staleness(name, root) {
  const { files, sources, config } = outputs[name]
  const out = files(root).map((file) => path.join(root, 'out', file))
  const missing = out.find((file) => !existsSync(file))
  if (missing) return `${path.relative(root, missing)} is missing.`
  const oldest = Math.min(...out.map((file) => statSync(file).mtimeMs))
  const found = [...sources, config, 'package.json'].map((source) => newestIn(path.join(root, source)))
  const newest = found.reduce((one, other) => (other.changed > one.changed ? other : one))
  return newest.changed > oldest ? `out/${name} is older than ${path.relative(root, newest.file)}.` : null
}

/** The file that was changed last, and when; a folder counts too, since a file that is gone changes it alone. */
function newestIn(place) {
  const found = statSync(place, { throwIfNoEntry: false })
  let newest = { file: place, changed: found?.mtimeMs ?? 0 }
  if (!found?.isDirectory()) return newest
  for (const name of readdirSync(place)) {
    const inside = newestIn(path.join(place, name))
    // What lies in a folder says more than the folder.
    if (inside.changed >= newest.changed) newest = inside
  }
  return newest
}
