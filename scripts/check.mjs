import { ensureBuilt } from './build.mjs'
import { enterKeyring } from './test/keyring.mjs'
import { whyNoChromium } from './test/machine.mjs'
import { playwright, script, unitTests, vitest } from './test/parts.mjs'
import { runParts, sumUp } from './test/schedule.mjs'
import { changedFiles, touchedTests } from './test/touched.mjs'

// `npm run check [-- BASE]`: lint, types, the unit tests, and of the others what the change since BASE (HEAD without a word, so
// what is not committed) touches. For while one works; `npm test` is what counts.

enterKeyring()
const touched = touchedTests(changedFiles(process.argv[2] ?? 'HEAD'))
const specs = touched.filter((file) => file.endsWith('.spec.ts'))
const integration = touched.filter((file) => !specs.includes(file))
const parts = [
  { name: 'types', beside: true, run: script('types') },
  { name: 'lint', beside: true, run: script('lint') },
  { name: 'unit tests', run: () => (ensureBuilt(), unitTests()) },
  ...(integration.length > 0
    ? [{ name: `${integration.length} files of integration tests`, run: () => vitest(integration) }]
    : []),
  ...(specs.length > 0
    ? [
        {
          name: `${specs.length} specs in Chromium`,
          why: whyNoChromium,
          run: () => playwright(['browser'], specs),
        },
      ]
    : []),
]
process.exit(sumUp(await runParts(parts), { everythingMustRun: false }))
