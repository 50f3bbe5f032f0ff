import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureBuilt, project } from '../build.mjs'
import { noteSeconds } from './durations.mjs'
import { display, inModules, whyNoChromium, whyNoElectron, whyNoKeychain, whyNoPostgres } from './machine.mjs'
import { run } from './programs.mjs'
import { ofCheck, ofPlaywright, ofVitest } from './reports.mjs'
import { stageElectron } from './stage.mjs'

/** The tests of a real Secret Service; end-to-end tests that need one carry the tag. */
const keychainTests = 'tests/integration/keychain/secret-service.test.ts'
const keychainTag = '@keychain'

/** Where runners leave their reports. */
const reports = mkdtempSync(path.join(os.tmpdir(), 'postroom-reports-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))
// Some hundred programs are started from the same files: each compiles what no other has. Coverage would be less exact with it.
if (!process.env.POSTROOM_COVERAGE) process.env.NODE_COMPILE_CACHE ??= path.join(reports, 'compiled')
let written = 0
const report = () => path.join(reports, `${(written += 1)}.json`)

/** Runs a script of package.json, as a part that passes or fails as a whole. */
export function script(name, ...args) {
  return async (hear) => {
    const printed = []
    const keep = (text) => {
      printed.push(text)
      hear(text)
    }
    const done = await run('npm', ['run', '--silent', name, '--', ...args], { hear: hear && keep })
    return ofCheck(done, printed.join(''))
  }
}

/** Runs vitest with these arguments, without what needs a keychain where there is none. */
export async function vitest(args, hear) {
  const file = report()
  const unhandled = report()
  const reporters = ['default', 'json', path.join(import.meta.dirname, 'unhandled.mjs')]
  const options = [...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${file}`]
  const env = { POSTROOM_UNHANDLED: unhandled, POSTROOM_LEFT_OUT: whyNoKeychain() ? keychainTests : '' }
  const done = await run(process.execPath, [inModules('vitest/vitest.mjs'), 'run', ...args, ...options], {
    hear,
    env,
  })
  return noted(ofVitest(done, file, unhandled))
}

/** Runs the unit tests, those of the page among them. */
export function unitTests() {
  return vitest(['--project', 'unit', '--project', 'page'])
}

/**
 * Without `-noreset` Xvfb starts itself anew whenever its last window has gone, which is between any two tests, and refuses
 * whatever connects meanwhile: an Electron that starts just then says that there is no display.
 */
const screenArguments = ['-a', '--server-args=-screen 0 1280x1024x24 -noreset']

/** Runs the end-to-end tests of these hosts with these arguments, on a screen of their own where the machine shows no windows. */
export async function playwright(hosts, args, hear) {
  const file = report()
  const command = [
    inModules('@playwright/test/cli.js'),
    'test',
    ...hosts.map((host) => `--project=${host}`),
    '--reporter=list,json',
    ...args,
  ]
  if (whyNoKeychain()) command.push(`--grep-invert=${keychainTag}`)
  const ownScreen = hosts.includes('desktop') && !display
  const [program, before] = ownScreen
    ? ['xvfb-run', [...screenArguments, process.execPath]]
    : [process.execPath, []]
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  if (hosts.includes('postgres')) env.POSTROOM_STORIES_DATABASE = 'yes'
  // Where coverage is measured, every process that the specs start writes what of it ran.
  if (process.env.POSTROOM_COVERAGE) env.NODE_V8_COVERAGE = `${process.env.POSTROOM_COVERAGE}/raw`
  const done = await run(program, [...before, ...command], { hear, env })
  return noted(ofPlaywright(done, file))
}

/** Has `npm run check` know what files took. */
function noted(outcome) {
  noteSeconds(outcome.files)
  return outcome
}

/**
 * Everything that `npm test` runs, in its order. `byHost`: the end-to-end tests of each host are a part of their own. In one run of
 * both they prepare once, and wait for the last test once.
 */
export function everything({ byHost }) {
  const staged = process.env.ELECTRON_STAGE
    ? [{ name: 'Electron made ready', beside: true, after: 'build', run: stageElectron }]
    : []
  return [
    { name: 'build', run: async () => (ensureBuilt(), ofCheck(true)) },
    ...staged,
    { name: 'types', beside: true, run: script('types') },
    { name: 'lint', beside: true, run: script('lint') },
    // It waits for processes much of its time, as browsers do.
    { name: 'storm', beside: true, after: 'integration tests', run: script('storm', '--kills', '40') },
    { name: 'unit tests', run: unitTests },
    { name: 'integration tests', run: () => vitest(['--project', 'integration']) },
    {
      name: 'service over PostgreSQL',
      why: whyNoPostgres,
      run: () => vitest(['--project', 'postgres']),
    },
    ...keychainPart(),
    ...endToEnd(byHost),
  ]
}

function endToEnd(byHost) {
  const after = 'Electron made ready'
  // One that is to be made ready is there when its tests begin.
  const both = !byHost && !whyNoChromium() && (process.env.ELECTRON_STAGE || !whyNoElectron())
  const postgres = whyNoPostgres() ? [] : ['postgres']
  if (both)
    return [
      {
        name: 'end-to-end tests in Chromium and Electron',
        after,
        run: () => playwright(['browser', 'desktop', ...postgres], []),
      },
    ]
  const desktop = () => playwright(['desktop'], [])
  return [
    {
      name: 'end-to-end tests in Chromium',
      why: whyNoChromium,
      run: () => playwright(['browser', ...postgres], []),
    },
    { name: 'end-to-end tests in Electron', after, why: whyNoElectron, run: desktop },
  ]
}

/** What needs a keychain runs among the others; where there is none it is named, test by test. */
function keychainPart() {
  const why = whyNoKeychain()
  return why
    ? [{ name: 'what needs a keychain', why: () => [why, keychainTests, ...keychainSpecs()].join('\n  ') }]
    : []
}

/** The end-to-end tests that need one. Playwright lists them once there is a build. */
function keychainSpecs() {
  const listed = spawnSync(
    process.execPath,
    [inModules('@playwright/test/cli.js'), 'test', '--list', '--project=browser', `--grep=${keychainTag}`],
    { cwd: project, encoding: 'utf8' },
  ).stdout
  return [...listed.matchAll(/› (.*\.spec\.ts):\d+:\d+ › (.*)/g)].map(
    ([, file, title]) => `${file} › ${title}`,
  )
}
