import path from 'node:path'
import { createInterface } from 'node:readline'
import { serveFolder, type ServedFolder } from '../../src-main/hosts/browser/serve-folder'
import { parseOptions } from '../../src-main/hosts/options'
import { project } from '../fixtures/built'
import { keptCacheWorker, keptImportWorker } from '../fixtures/kept-worker'

// The browser host in a process that serves one data folder after the other. A message with a command line and an environment
// starts it; one with 'end' ends it, and is answered. All else is as with the program itself: links, signals.

/** What it is started with. */
export interface ToldHost {
  args: string[]
  env: Record<string, string>
}

const programs = path.join(project, 'out', 'main')
const workers = { cacheWorker: keptCacheWorker, importWorker: keptImportWorker }
const say = (line: string): void => void process.stderr.write(`${line}\n`)
let served: ServedFolder | null = null

const print = (): void => void process.stdout.write(`${JSON.stringify({ url: served?.link() })}\n`)

async function take(told: ToldHost | 'end'): Promise<void> {
  if (told === 'end') {
    await end()
    process.send?.('ended')
    return
  }
  for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, told.env)
  served = await serveFolder({ options: parseOptions(told.args, process.env), programs, say, workers })
  print()
  await served.opened
}

async function end(): Promise<void> {
  await served?.close()
  served = null
}

function giveUp(error: unknown): void {
  say(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

process.on('message', (told: ToldHost | 'end') => void take(told).catch(giveUp))
process.on('disconnect', () => process.exit(0))
process.once('SIGTERM', () => void end().then(() => process.exit(0), giveUp))
createInterface({ input: process.stdin }).on('line', print)
