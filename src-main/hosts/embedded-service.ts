import { t } from '../../src-shared/messages/message'
import { tell } from '../../src-shared/messages/told'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { lazyObject } from '../../src-shared/lazily'
import { limits } from '../../src-shared/interface/limits'
import type { EmbeddedService } from '../core/host'
import { redact } from '../../src-shared/redact'
import { openLogFile } from './log-file'
import { problem } from '../core/problems'
import { parsedJson } from '../../src-shared/parsed-json'

/** A started service process, as Node or Electron gives it. */
export interface ServiceProcess {
  readonly stdout: Readable
  readonly stderr: Readable
  /** Called once, when the process is gone. */
  onExit(listener: () => void): void
  /** Asks it to end; with `force`, ends it. */
  kill(force: boolean): void
}

type StartService = (file: string, args: string[]) => ServiceProcess

/** What {@link startEmbeddedService} is given. */
interface EmbeddedServiceOptions {
  /** out/service/service.js */
  file: string
  start: StartService
  dataFolder: string
  /** Milliseconds until the first line must have come: seeding an empty folder is part of it. */
  timeLimit?: number
  /** More arguments of `npm run service`: for tests. */
  args?: readonly string[]
}

/** Milliseconds for which the last that it said is waited for. */
const lastWords = 1000

const text = z.string().min(1)
const firstLine = lazyObject(() => ({
  url: z.url(),
  secretKey: text,
  publicKey: text,
  // Nothing depends on the records here: a line that tells them in another way is still a ready service.
  records: z
    .object({ url: z.url(), token: text, companyId: text, workspaceId: text })
    .optional()
    .catch(undefined),
}))

/**
 * Starts the embedded service and waits for its first line. What it says on standard error goes to service.log in
 * its folder, keys taken out. Rejects with `embedded_service_failed`.
 */
export async function startEmbeddedService(options: EmbeddedServiceOptions): Promise<EmbeddedService> {
  if (!existsSync(options.file)) {
    throw problem('embedded_service_failed', {
      why: tell('hosts.embeddedService.itsProgramIsNot'),
      action: tell('hosts.embeddedService.runNpmRunBuild'),
    })
  }
  await mkdir(options.dataFolder, { recursive: true, mode: 0o700 })
  const log = await openLogFile(options.dataFolder, 'service.log')
  const child = options.start(options.file, [
    '--port',
    '0',
    '--data',
    options.dataFolder,
    '--rate',
    String(limits.ownRequestsPerMinute),
    ...(options.args ?? []),
  ])
  const errors = createInterface({ input: child.stderr })
  errors.on('line', (line) => log.write(`${redact(line)}\n`))
  const read = once(errors, 'close')
  let gone = false
  const exited = new Promise<void>((resolve) => {
    child.onExit(() => {
      gone = true
      resolve()
    })
  })
  // What it said last is the reason why it ended, and can be heard after that. A program of its own that lives on may hold the stream.
  const ended = exited
    .then(() => Promise.race([read, wait(lastWords, undefined, { ref: false })]))
    .then(() => new Promise<void>((resolve) => void log.end(resolve)))
  const stop = async () => {
    if (gone) return
    child.kill(false)
    const forced = setTimeout(() => child.kill(true), 5000)
    await ended
    clearTimeout(forced)
  }
  try {
    const said = await readFirstLine(child.stdout, ended, options.timeLimit ?? 120_000)
    return { ...said, ended, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function readFirstLine(
  stdout: Readable,
  ended: Promise<void>,
  timeLimit: number,
): Promise<z.infer<typeof firstLine>> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(problem('embedded_service_failed', { why }))
    const timer = setTimeout(() => fail(t('hosts.embeddedService.itWasNotReady')), timeLimit)
    const lines = createInterface({ input: stdout })
    lines.once('line', (line) => {
      clearTimeout(timer)
      const said = firstLine.safeParse(parsedJson(line))
      if (said.success) resolve(said.data)
      else fail(t('hosts.embeddedService.itsFirstLineWas'))
    })
    void ended.then(() => {
      clearTimeout(timer)
      fail(t('hosts.embeddedService.itEndedBeforeIt'))
    })
  })
}

/**
 * The Node that package.json pins; the one that runs this where it is missing; null inside an Electron program
 * without it (the packaged app), which runs the service in a utility process instead.
 */
export function findNode(from: string): string | null {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  try {
    const pinned = path.join(path.dirname(createRequire(from).resolve('node/package.json')), 'bin', name)
    if (existsSync(pinned)) return pinned
  } catch (error) {
    // Not installed: a packaged app has none.
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
  }
  return process.versions.electron ? null : process.execPath
}

const secretVariable = /^POSTROOM_(SECRET_KEY|PUBLIC_KEY|RECORDS_TOKEN|SMTP_PASSWORD|METRICS_TOKEN)(_FILE)?$/

/** The environment of the embedded service: without the secrets of another one that somebody runs. */
export function embeddedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !secretVariable.test(name)))
}

/** Starts the service with a Node program. `watch` is the built file of parent-watch.ts. */
export function startWithNode(node: string, watch: string): StartService {
  return (file, args) => {
    const child = spawn(node, ['--require', watch, file, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: embeddedEnvironment(),
    })
    // The pipe stays open for as long as this process lives: parent-watch.ts waits for its end.
    child.stdin.on('error', () => undefined)
    return {
      stdout: child.stdout,
      stderr: child.stderr,
      onExit: (listener) => {
        let told = false
        const tell = () => {
          if (!told) listener()
          told = true
        }
        child.once('exit', tell)
        child.once('error', tell)
      },
      kill: (force) => void child.kill(force ? 'SIGKILL' : 'SIGTERM'),
    }
  }
}
