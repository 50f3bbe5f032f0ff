import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { built, node } from '../../fixtures/built'

/** Loads a built program with arguments, and prints how many schemas its modules made. */
const counting = `
  let made = 0
  globalThis.__zod_globalConfig = { postProcessor: () => void (made += 1) }
  const [file, ...args] = process.argv.slice(1)
  process.argv = [process.argv[0], file, ...args]
  process.on('exit', () => process.stderr.write('made ' + made))
  require(file)
`

function schemasOf(file: string, ...args: string[]): number {
  const { stderr } = spawnSync(node, ['-e', counting, file, ...args], { encoding: 'utf8' })
  return Number(/made (\d+)$/.exec(stderr)?.[1])
}

/** The core of the browser host: the chunk that opens it and needs no Electron. */
function coreOfBrowserHost(): string {
  const chunks = built('main', 'chunks')
  const files = readdirSync(chunks).filter((file) => /^core-.*\.js$/.test(file))
  const found = files.find(
    (file) => !/require\(["'`]electron["'`]\)/.test(readFileSync(join(chunks, file), 'utf8')),
  )
  if (!found) throw new Error('There is no core in out/main/chunks.')
  return join(chunks, found)
}

// Thousands are declared, of which a start reads with a few dozen: a module makes the others when they are needed.
it.each([
  ['the core', () => coreOfBrowserHost(), [], 1000],
  ['the worker of the copy', () => built('main', 'cache-worker.js'), [], 750],
  ['the worker of imports', () => built('main', 'import-worker.js'), [], 300],
  ['the service', () => built('service', 'service.js'), ['--help'], 550],
])('makes few schemas when %s is loaded', (_name, file, args, most) => {
  const made = schemasOf(file(), ...args)
  expect(made).toBeGreaterThan(0)
  expect(made).toBeLessThan(most)
})

it('loads the core without SQLite, which its workers load', () => {
  const loaded = `require(process.argv[1]); process.stdout.write(Object.keys(require.cache).join('\\n')); process.exit(0)`
  const { stdout } = spawnSync(node, ['-e', loaded, coreOfBrowserHost()], { encoding: 'utf8' })
  expect(stdout).toContain('host-parts')
  expect(stdout).not.toContain('better-sqlite3')
})
