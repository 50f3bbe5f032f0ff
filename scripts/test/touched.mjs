import { execFileSync } from 'node:child_process'
import { project } from '../build.mjs'
import { codeIn, importersOf, importsOf } from './imports.mjs'

// Which integration tests and end-to-end specs a change touches, and how near they are to it. Many speak to workers and programs
// that are built, and import nothing of them: those are known by the words of their names.

/** The project's files that differ from `base`, those that git does not know yet among them. */
export function changedFiles(base) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: project, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [
    ...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]),
  ]
}

/**
 * Of each of these files `{ file, near, isInUnits }`. `near` are the tests that it touches: `{ test, words, imports }`, how many
 * words of its path stand in the test's, and how many imports lie between (Infinity where none leads there). Those of its own
 * feature have most words in common. `isInUnits`: a unit test is at most three imports away.
 */
export function touchedBy(files) {
  const code = codeIn('src-*', 'tests', 'scripts')
  const imports = importsOf(code, { types: false })
  // What runs in Electron alone is left to `npm test`.
  const tests = code.filter((file) =>
    /^tests\/(integration\/.*\.test|e2e\/.*(?<!-desktop)\.spec)\.ts$/.test(file),
  )
  return files.map((file) => {
    const between = importersOf(file, imports)
    const own = wordsOf(file)
    const near = tests
      .map((test) => ({
        test,
        words: test === file ? Infinity : speaksOf(test, file) ? inCommon(own, wordsOf(test)) : 0,
        imports: between.get(test) ?? Infinity,
      }))
      .filter(({ words, imports }) => words > 0 || imports < Infinity)
    const isInUnits = [...between].some(([test, count]) => test.startsWith('tests/unit/') && count <= 3)
    return { file, near, isInUnits }
  })
}

/** Below zero where the one is nearer: by its words, then by the imports between. */
export function byNearness(one, other) {
  return other.words - one.words || (one.imports === other.imports ? 0 : one.imports - other.imports)
}

/** Whether words that a test shares with a file of the programs tell something: not of programs that it does not start. */
function speaksOf(test, file) {
  const isOfService = /^tests\/integration\/(service|conformance|postgres)\//.test(test)
  if (file.startsWith('src-service/')) return isOfService
  if (file.startsWith('src-renderer/')) return test.startsWith('tests/e2e/')
  return /^src-(main|shared|preload)\//.test(file) && !isOfService
}

/** What every second path holds. */
const general = new Set(['core', 'feature', 'index', 'integration', 'kit', 'shared', 'store', 'test'])
/** The engine that copies lists is held by what copies them. */
const copied = ['sync', 'record']

/** The words of a path below its program's folder, in the singular: `imports`, `import-check` and `ImportPage` share one. */
function wordsOf(file) {
  const [, ...within] = file.replace(/(\.\w+)+$/, '').split('/')
  const words = within.flatMap((part) => part.split(/-|(?<=[a-z])(?=[A-Z])/)).map(singular)
  if (words.includes('copying')) words.push(...copied)
  return new Set(words.filter((word) => !general.has(word)))
}

function singular(word) {
  return word.toLowerCase().replace(/(?<=ch)es$|s$/, '')
}

function inCommon(words, others) {
  return [...words].filter((word) => others.has(word)).length
}
