import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDataFolder } from '../../src-service/data-folder'

// `npm run bench -- service-start [CONTACTS]`: from the start of the built service's process to its ready line, on data
// that is there already, beside a Node process that does nothing but print a line.

const root = path.join(__dirname, '..', '..')
const node = path.join(root, 'node_modules', '.bin', 'node')
const built = path.join(root, 'out', 'service', 'service.js')
const rounds = 7

function print(metric: string, value: number, unit: string): void {
  console.log(JSON.stringify({ bench: 'service-start', metric, value: Number(value.toPrecision(4)), unit }))
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Starts a program. Resolves to the milliseconds until its first line, once it is gone. */
function untilFirstLine(args: string[]): Promise<number> {
  return new Promise((done, fail) => {
    const start = performance.now()
    const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    let took: number | undefined
    child.stdout.once('data', () => {
      took = performance.now() - start
      child.kill('SIGTERM')
    })
    child.once('error', fail)
    child.once('exit', () => {
      if (took === undefined) fail(new Error('The program ended without a word.'))
      else done(took)
    })
  })
}

/** Prints medians of several starts, and the longest. */
export async function run(contacts = Number(process.argv[2] ?? 100_000)): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'postroom-start-'))
  try {
    ;(await openDataFolder(folder, { contacts })).close()
    const service: number[] = []
    const floor: number[] = []
    for (let round = 0; round < rounds; round++) {
      floor.push(await untilFirstLine(['-e', 'console.log(1); setInterval(() => {}, 1000)']))
      service.push(await untilFirstLine([built, '--port', '0', '--data', folder]))
    }
    print('contacts', contacts, 'contacts')
    print('floor: a Node process that prints a line', median(floor), 'ms')
    print('start to ready', median(service), 'ms')
    print('start to ready, longest', Math.max(...service), 'ms')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (require.main === module) void run()
