import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { openCache } from '../../../src-main/cache/open'
import { systemClock } from '../../../src-main/clock'
import { createLogger } from '../../../src-main/log'
import type { ConnectionBook } from '../../../src-main/records/book'
import { RecordConnections } from '../../../src-main/records/connections'
import type { RecordRun } from '../../../src-shared/bridge/records'

const root = resolve(__dirname, '../../..')

/** Starts the page server; resolves when its records are ready. */
export async function startRecordPages(count: number, latencyMs: number) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(__dirname, 'page-server.ts'), String(count), String(latencyMs)],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const lines = createInterface({ input: child.stdout })
  const url = await new Promise<string>((done, fail) => {
    lines.once('line', done)
    child.once('exit', (code) => fail(new Error(`The page server ended with ${code}`)))
  })
  return { url, stop: () => child.kill('SIGKILL') }
}

/** A book of one connection, whose token nobody looks at. */
function bookOf(address: string): ConnectionBook {
  const connection = {
    id: 'bench',
    name: 'Bench',
    address,
    companyId: 'com_bench',
    workspaceId: 'wsp_bench',
    form: 'rpc' as const,
    operation: 'list-records',
    resource: 'records',
    listName: null,
    everyHours: null,
    createdAt: 0,
  }
  return {
    all: () => [connection],
    put: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    tokenOf: () => Promise.resolve('pat_bench'),
    tokenInfo: () => ({ lastFour: '', state: 'session' }),
  }
}

/** Copies the whole list as the console does: real client, real worker, encrypted cache; no limit but the service's own. */
export async function copyRecords(address: string, mostInFlight: number): Promise<RecordRun> {
  const folder = await mkdtemp(join(tmpdir(), 'postroom-bench-'))
  const log = createLogger()
  const cache = await openCache({
    location: { folder, key: 'ab'.repeat(32) },
    worker: { file: join(root, 'out/main/cache-worker.js') },
    log,
  })
  const connections = await RecordConnections.open({
    cache,
    book: bookOf(address),
    clock: systemClock,
    log,
    version: 'bench',
    backgroundShare: 1,
    ceiling: 100_000_000,
    mostInFlight,
    notify: () => undefined,
  })
  await connections.settled()
  const { last } = connections.get('bench').sync
  await connections.close()
  await cache.close()
  await rm(folder, { recursive: true, force: true })
  if (!last) throw new Error('No run has ended')
  return last
}
