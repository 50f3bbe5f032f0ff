import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureBuilt, project } from './build.mjs'

// `npm test`: everything that can be tested on this machine. What cannot is named, with the reason; with CI set
// that is a failure, since there everything must run.

const reports = mkdtempSync(path.join(os.tmpdir(), 'postroom-reports-'))
const inModules = (...parts) => path.join(project, 'node_modules', ...parts)
const onPath = (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
const run = (program, args, env = {}) =>
  spawnSync(program, args, { cwd: project, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0

const display = Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY) || process.platform !== 'linux'
const keyringTools = ['dbus-run-session', 'gnome-keyring-daemon']
const keyringTests = 'tests/integration/keychain/secret-service.test.ts'
const whyNoKeyring = whyNoKeyringTests()

const parts = [
  { name: 'lint', run: () => checked(run('npm', ['run', '--silent', 'lint'])) },
  { name: 'types', run: () => checked(run('npm', ['run', '--silent', 'types'])) },
  { name: 'unit tests', run: () => vitest('unit') },
  {
    name: 'integration tests',
    run: () => (ensureBuilt(), vitest('integration', whyNoKeyring ? ['--exclude', keyringTests] : [])),
  },
  { name: 'keychain tests', why: whyNoKeyring },
  { name: 'build', run: () => (ensureBuilt(), checked(true)) },
  { name: 'end-to-end in Chromium', why: whyNoChromium(), run: () => playwright('browser') },
  { name: 'end-to-end in Electron', why: whyNoElectron(), run: () => playwright('desktop') },
]

const total = { passed: 0, failed: 0 }
const failures = []
const chosen = process.argv.slice(2)
for (const part of parts) {
  if (chosen.length > 0 && !chosen.some((word) => part.name.includes(word))) continue
  if (part.why) {
    console.log(`\nLeft out: ${part.name}. ${part.why}`)
    if (process.env.CI) total.failed += 1
    continue
  }
  if (!part.run) continue
  console.log(`\n== ${part.name}`)
  const { passed, failed, names = [] } = part.run()
  total.passed += passed
  total.failed += failed
  if (failed > 0)
    failures.push(...(names.length > 0 ? names : ['the part as a whole']).map((of) => `${part.name}: ${of}`))
}
rmSync(reports, { recursive: true, force: true })
// Once more at the end: what failed an hour ago is far above by now, and cut off where only the end is kept.
for (const failure of failures) console.log(`\nFailed in ${failure}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

function checked(done) {
  return { passed: done ? 1 : 0, failed: done ? 0 : 1 }
}

/** Counts from a report; a run that failed without a failed test, or left no report, is a failure too. */
function counted(done, passed, failed, names) {
  return { passed, failed: done ? failed : Math.max(1, failed), names }
}

function vitest(name, more = []) {
  const file = path.join(reports, `${name}.json`)
  const args = [inModules('vitest/vitest.mjs'), 'run', '--project', name, ...more]
  const done = run(process.execPath, [
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0)
  if (skipped > 0) console.log(`${skipped} tests were skipped, which counts as failed: no test may be.`)
  return counted(
    done,
    report.numPassedTests ?? 0,
    (report.numFailedTests ?? 0) + skipped,
    failedTests(report),
  )
}

/** What failed by vitest's report: a test with its first line of error, or a file that could not be run. */
function failedTests({ testResults = [] }) {
  return testResults.flatMap(({ name, message, status, assertionResults = [] }) => {
    const file = path.relative(project, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${file}\n  ${firstLine(message)}`] : []
    return failed.map((test) => `${file} › ${test.fullName}\n  ${firstLine(test.failureMessages?.[0])}`)
  })
}

/** What failed by Playwright's report, which nests files, groups and specs. */
function failedSpecs({ suites = [], specs = [], errors = [] }) {
  const own = specs.filter((spec) => !spec.ok).map((spec) => `${spec.file}:${spec.line} › ${spec.title}`)
  return [...errors.map((error) => firstLine(error.message)), ...own, ...suites.flatMap(failedSpecs)]
}

function firstLine(text = '') {
  return text.split('\n').find((line) => line.trim() !== '') ?? ''
}

function playwright(host) {
  const file = path.join(reports, `${host}.json`)
  const args = [inModules('@playwright/test/cli.js'), 'test', `--project=${host}`, '--reporter=list,json']
  const needsDisplay = host === 'desktop' && !display
  const [program, before] = needsDisplay ? ['xvfb-run', ['-a', process.execPath]] : [process.execPath, []]
  const done = run(program, [...before, ...args], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const { expected = 0, unexpected = 0, flaky = 0 } = report.stats ?? {}
  return counted(done, expected, unexpected + flaky, failedSpecs(report))
}

function whyNoKeyringTests() {
  const missing = keyringTools.filter((tool) => !onPath(tool))
  if (missing.length === 0) return null
  return `A real Secret Service is tested with ${missing.join(' and ')}, which this machine does not have.`
}

function whyNoChromium() {
  const known = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    playwrightsOwn(),
  ]
  if (known.some((file) => file && existsSync(file))) return null
  return 'No Chromium was found: install it, or set CHROMIUM_PATH.'
}

function playwrightsOwn() {
  const asked = 'process.stdout.write(require("playwright").chromium.executablePath())'
  return spawnSync(process.execPath, ['-e', asked], { cwd: project, encoding: 'utf8' }).stdout
}

function whyNoElectron() {
  const name = inModules('electron', 'path.txt')
  const own = existsSync(name) ? inModules('electron', 'dist', readFileSync(name, 'utf8').trim()) : null
  const program = process.env.ELECTRON_EXECUTABLE ?? own
  if (!program || !existsSync(program))
    return 'The Electron program is not on this machine (ELECTRON_EXECUTABLE names it).'
  if (!display && !onPath('xvfb-run')) return 'This machine has neither a display nor xvfb-run.'
  return null
}
