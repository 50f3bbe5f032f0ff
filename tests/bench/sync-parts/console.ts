import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { openCache } from '../../../src-main/cache/open'
import { createServiceClient } from '../../../src-main/core/client/service'
import { systemClock } from '../../../src-main/core/clock'
import { createLogger } from '../../../src-main/core/log'
import { createConnection } from '../../../src-main/copying/connection'
import { Sync } from '../../../src-main/copying/sync'
import type { Run } from '../../../src-shared/bridge/sync'

const root = resolve(__dirname, '../../..')

/** Starts the page server with so many contacts; resolves when its answers are ready. */
export async function startPages(count: number) {
  // Not through tsx's command: it would start a process of its own, which outlives it when it is killed.
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(__dirname, 'page-server.ts'), String(count)],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const lines = createInterface({ input: child.stdout })
  const url = await new Promise<string>((done, fail) => {
    lines.once('line', done)
    child.once('exit', (code) => fail(new Error(`The page server ended with ${code}`)))
  })
  return { url, stop: () => child.kill('SIGKILL') }
}

/** The core's own parts, put together as a profile's session puts them: real client, real worker, encrypted cache. */
export async function openParts(address: string, ceiling: number) {
  const folder = await mkdtemp(join(tmpdir(), 'postroom-bench-'))
  const log = createLogger()
  const cache = await openCache({
    location: { folder, key: 'ab'.repeat(32) },
    worker: { file: join(root, 'out/main/cache-worker.js') },
    log,
  })
  const client = createServiceClient({
    address,
    secretKey: 'sk_bench',
    clock: systemClock,
    version: 'bench',
    ceiling,
    backgroundShare: 1,
    log,
  })
  const connection = createConnection(client, systemClock, log)
  const plan = { quickEveryMinutes: null, fullDailyAt: null, backgroundShare: 1 }
  return {
    cache,
    /** Begins the first copy; `seen` is told of the run of contacts with every change. */
    async sync(seen: (run: Run | null) => void): Promise<Run> {
      const sync = await Sync.open({
        cache,
        connection,
        clock: systemClock,
        log,
        plan,
        notify: () => undefined,
      })
      return new Promise((done, fail) => {
        const look = () => {
          const contacts = sync.state.resources.find(({ resource }) => resource === 'contacts')
          seen(contacts?.run ?? null)
          const { last } = contacts ?? {}
          if (!last) return
          sync.close().then(() => done(last), fail)
        }
        sync.watch(look)
      })
    },
    async close() {
      await connection.close()
      await cache.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
