import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { project } from '../build.mjs'

// What a part came to: `{ passed, failed, names, files }`. `names` are of what failed, with the first lines of its error;
// `files` are `{ file, seconds }`, how long each file of tests took.

/** A part that is one check: it passed, or it failed. `printed` is what it said, as far as that was heard. */
export function ofCheck(done, printed = '') {
  // What is wrong stands at the end of what a check prints.
  const said = linesOf(printed).slice(-30)
  const names = done || said.length === 0 ? [] : [['as a whole', ...said].join('\n')]
  return { passed: done ? 1 : 0, failed: done ? 0 : 1, names, files: [] }
}

/**
 * By vitest's JSON report, and by that of what no test caught (unhandled.mjs). A run that failed without a failed test, or left no
 * report, is a failure too, and so is a skipped test.
 */
export function ofVitest(done, file, unhandled = '') {
  const { testResults = [], ...report } = read(file)
  const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0)
  const names = testResults.flatMap(failedTests)
  if (skipped > 0) names.push(`${skipped} tests were skipped: no test may be.`)
  const { errors = [] } = read(unhandled)
  names.push(...errors.map((error) => `caught by no test\n${begin(error, 12).join('\n')}`))
  return {
    passed: report.numPassedTests ?? 0,
    failed: atLeastOne(done, (report.numFailedTests ?? 0) + skipped),
    names,
    files: testResults.map(({ name, startTime, endTime }) => ({
      file: path.relative(project, name),
      seconds: (endTime - startTime) / 1000,
    })),
  }
}

/** By Playwright's JSON report. A test that passed at a second try failed. */
export function ofPlaywright(done, file) {
  const { stats = {}, suites = [], errors = [] } = read(file)
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats
  return {
    passed: expected,
    failed: atLeastOne(done, unexpected + flaky + skipped),
    names: [...errors.map((error) => firstLine(error.message)), ...suites.flatMap(failedSpecs)],
    files: suites.map((suite) => ({
      file: path.join('tests', 'e2e', suite.file),
      seconds: resultsOf(suite).reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  }
}

function atLeastOne(done, failed) {
  return done ? failed : Math.max(1, failed)
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function failedTests({ name, message, status, assertionResults = [] }) {
  const file = path.relative(project, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [`${file}\n  ${firstLine(message)}`] : []
  return failed.map((test) => `${file} › ${test.fullName}\n  ${firstLine(test.failureMessages?.[0])}`)
}

function failedSpecs({ suites = [], specs = [] }) {
  // Of a spec that ran in two hosts the report says by itself only how the first went.
  const own = specs.flatMap(({ tests = [], ...spec }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map((test) => [named(spec, test), ...evidence(test)].join('\n')),
  )
  return [...own, ...suites.flatMap(failedSpecs)]
}

function named({ file, line, title }, { projectName }) {
  return `${file}:${line} › ${title} (${projectName})`
}

/** The beginnings of a test's errors and of what its page showed then: all that is left of a failure elsewhere. */
function evidence({ results = [] }) {
  const failed = results.filter(({ status }) => status !== 'passed')
  return failed.flatMap(({ errors = [], attachments = [] }) => {
    const shown = attachments.find(({ name }) => name === 'error-context')?.path
    const page = shown && existsSync(shown) ? readFileSync(shown, 'utf8').split('# Page snapshot').at(1) : ''
    return [...errors.flatMap(({ message = '' }) => begin(message, 8)), ...begin(page ?? '', 60)]
  })
}

function begin(text, lines) {
  return linesOf(text).slice(0, lines)
}

function linesOf(text) {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `  ${line}`)
}

function resultsOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results))
  return [...own, ...suites.flatMap(resultsOf)]
}

function firstLine(text = '') {
  return text.split('\n').find((line) => line.trim() !== '') ?? ''
}
