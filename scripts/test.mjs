import { parseArgs } from 'node:util'
import { ensureBuilt } from './build.mjs'
import { enterKeyring } from './test/keyring.mjs'
import { loadMachine } from './test/load.mjs'
import { everything } from './test/parts.mjs'
import { repeated } from './test/repeat.mjs'
import { runParts, sumUp } from './test/schedule.mjs'

// `npm test`: everything that can be tested on this machine. What cannot is named, with the reason; with CI set that is a failure,
// since there everything must run. docs/testing.md says how to run less.

const usage = `npm test                                          everything
npm test -- unit Chromium                         the parts whose names hold one of these words
npm test -- FILE ...                              files of tests
npm test -- --repeat N [--host HOST] FILE ...     files of tests N times; HOST is browser (as without a word), desktop, both, or postgres
          --load N                                beside N processes that do nothing but compute`

const { values, positionals } = optionsOrExit()
enterKeyring()
loadMachine(Number(values.load))
const parts = chosen()
process.exit(sumUp(await runParts(parts), { everythingMustRun: Boolean(process.env.CI) }))

function chosen() {
  const files = positionals.filter((word) => word.endsWith('.ts'))
  if (files.length > 0) {
    ensureBuilt()
    const hosts = values.host === 'both' ? ['browser', 'desktop'] : [values.host]
    return repeated(files, Number(values.repeat), hosts)
  }
  const all = everything({ byHost: positionals.length > 0 })
  const isChosen = ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word))
  // What is tested is what was built.
  const found = all.some(isChosen) ? all.filter((part) => part.name === 'build' || isChosen(part)) : []
  if (found.length > 0) return found
  console.error(`No part is named so. There are: ${all.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

function optionsOrExit() {
  try {
    const options = {
      repeat: { type: 'string', default: '1' },
      load: { type: 'string', default: '0' },
      host: { type: 'string', default: 'browser' },
      help: { type: 'boolean', default: false },
    }
    const parsed = parseArgs({ options, allowPositionals: true })
    const { repeat, load, host, help } = parsed.values
    if (help) throw new Error('What npm test takes:')
    if (!/^[1-9]\d*$/.test(repeat)) throw new Error(`--repeat takes a whole number from 1, not ${repeat}.`)
    if (!/^\d+$/.test(load)) throw new Error(`--load takes a whole number, not ${load}.`)
    if (!['browser', 'desktop', 'both', 'postgres'].includes(host))
      throw new Error(`--host takes browser, desktop, both or postgres, not ${host}.`)
    return parsed
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`)
    process.exit(2)
  }
}
