import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { project } from '../build.mjs'

// Which tests a change touches, by the names of files and folders. The imports would tell less: most tests speak to workers
// and programs that are built, and nearly every test of the core imports all of it.

/** The project's files that differ from `base`, those that git does not know yet among them. */
export function changedFiles(base) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: project, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [
    ...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]),
  ]
}

/**
 * The integration tests and end-to-end specs that these files touch: themselves, what imports a fixture among them, and the
 * folders of tests/integration that are named like what a file of the core lies in (`features/imports` touches import-check
 * and imports); of the service, its own tests. The page is held by its unit tests.
 */
export function touchedTests(files) {
  const tests = [...testsIn('tests/integration', '.test.ts'), ...testsIn('tests/e2e', '.spec.ts')]
  const topics = new Set(files.flatMap(topicsOf))
  const fixtures = files.filter((file) => file.startsWith('tests/fixtures/')).map(nameOf)
  return tests.filter(
    (test) =>
      files.includes(test) ||
      (test.startsWith('tests/integration/') && topics.has(topic(test.split('/')[2]))) ||
      fixtures.some((fixture) => importsFixture(test, fixture)),
  )
}

function testsIn(folder, ending) {
  return readdirSync(path.join(project, folder), { recursive: true })
    .filter((file) => file.endsWith(ending))
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
}

/** The engine that copies lists is held by what copies them. */
const copied = { copying: ['sync', 'record'] }

function topicsOf(file) {
  const [program, ...within] = file.split('/')
  if (program === 'src-service') return ['service', 'conformance']
  if (program !== 'src-main' && program !== 'src-shared') return []
  return [...within.slice(0, -1), nameOf(file)].flatMap((name) => copied[name] ?? [topic(name)])
}

/** `imports`, `import-check` and `import` are of one topic. */
function topic(name) {
  return name.split('-')[0].replace(/(?<=ch)es$|s$/, '')
}

function nameOf(file) {
  return path.posix.basename(file).replace(/\.\w+$/, '')
}

function importsFixture(test, fixture) {
  const file = path.join(project, test)
  return existsSync(file) && readFileSync(file, 'utf8').includes(`fixtures/${fixture}'`)
}
