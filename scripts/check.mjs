import { parseArgs } from 'node:util'
import { ensureBuilt } from './build.mjs'
import { chooseTests, kinds, secondsOf } from './test/choose.mjs'
import { knownSeconds } from './test/durations.mjs'
import { enterKeyring } from './test/keyring.mjs'
import { whyNoChromium, whyNoPostgres } from './test/machine.mjs'
import { playwright, script, unitTests, vitest } from './test/parts.mjs'
import { lasted, runParts, sumUp } from './test/schedule.mjs'
import { changedFiles, touchedBy } from './test/touched.mjs'

// `npm run check [-- BASE] [-- --all]`: lint, types, the unit tests, and of the others what is nearest to the change since BASE
// (HEAD without a word, so what is not committed), as much as fits into three minutes; with --all, all that it touches. For while
// one works; `npm test` is what counts.

/** Seconds after which it is to be over: three minutes, less what its start and end take. */
const limit = 172

const began = Date.now()
enterKeyring()
const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const always = await runParts([
  { name: 'types', beside: true, run: script('types') },
  { name: 'lint', beside: true, run: script('lint') },
  { name: 'unit tests', run: () => (ensureBuilt(), unitTests()) },
])
process.exit(sumUp([...always, ...(await runParts(touchedParts()))], { everythingMustRun: false }))

function touchedParts() {
  const left = values.all ? Infinity : limit - (Date.now() - began) / 1000
  const known = knownSeconds()
  const { chosen, leftOut } = chooseTests(touchedBy(changedFiles(positionals[0] ?? 'HEAD')), known, left)
  const [integration, postgres, specs] = kinds.map(({ holds }) => chosen.filter(holds))
  if (leftOut.length > 0)
    console.log(
      `\nOf ${chosen.length + leftOut.length} files of tests that the change touches the ${chosen.length} nearest run. ` +
        `Left out: ${leftOut.length}, about ${lasted(secondsOf(leftOut, known) * 1000)}. ` +
        'All of them: npm run check -- --all; npm test runs them too.',
    )
  return [
    {
      name: `${integration.length} files of integration tests`,
      tests: integration,
      run: () => vitest(['--project', 'integration', ...integration]),
    },
    {
      name: `${postgres.length} files of tests over PostgreSQL`,
      tests: postgres,
      why: whyNoPostgres,
      run: () => vitest(['--project', 'postgres', ...postgres]),
    },
    {
      name: `${specs.length} specs in Chromium`,
      tests: specs,
      why: whyNoChromium,
      run: () => playwright(['browser'], specs),
    },
  ].filter(({ tests }) => tests.length > 0)
}
