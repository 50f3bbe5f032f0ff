import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { openCache } from '../../../src-main/cache/open'
import type { Cache } from '../../../src-main/cache/store'
import { systemClock } from '../../../src-main/core/clock'
import { createLogger } from '../../../src-main/core/log'
import type { ConnectionRegistry } from '../../../src-main/features/records/registry'
import { RecordConnections } from '../../../src-main/features/records/connections'
import { recordQuerySchema, type RecordRun } from '../../../src-shared/bridge/records'
import { recordAt } from './record'

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
function bookOf(address: string): ConnectionRegistry {
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

/** What a copy of a whole list came to. */
export interface CopiedRecords {
  run: RecordRun
  seconds: number
  /** Memory of this process, the worker's thread included: before the first page, at its most until half of the list, and in all; in MB. */
  memory: { before: number; half: number; most: number }
}

/**
 * Copies the whole list as the console does: real client, real worker, encrypted cache; no limit but the service's own.
 * The time is from the opening of the connection to the end of its run. Throws where the copy is not the list.
 */
export async function copyRecords(
  address: string,
  count: number,
  mostInFlight: number,
): Promise<CopiedRecords> {
  const folder = await mkdtemp(join(tmpdir(), 'postroom-bench-'))
  const log = createLogger()
  const cache = await openCache({
    location: { folder, key: 'ab'.repeat(32) },
    worker: { file: join(root, 'out/main/cache-worker.js') },
    log,
  })
  const before = process.memoryUsage.rss() / 1e6
  const memory = { before, half: before, most: before }
  const began = performance.now()
  const connections = await RecordConnections.open({
    cache,
    registry: bookOf(address),
    clock: systemClock,
    log,
    version: 'bench',
    backgroundShare: 1,
    ceiling: 100_000_000,
    mostInFlight,
    notify: () => undefined,
  })
  connections.watch(() => {
    const now = process.memoryUsage.rss() / 1e6
    memory.most = Math.max(memory.most, now)
    if ((connections.get('bench').sync.run?.received ?? count) <= count / 2) memory.half = memory.most
  })
  await connections.settled()
  const seconds = (performance.now() - began) / 1000
  const run = connections.get('bench').sync.last
  await connections.close()
  await checkCopy(cache, count)
  await cache.close()
  await rm(folder, { recursive: true, force: true })
  if (run?.state !== 'finished' || run.added !== count)
    throw new Error(`The run came out wrong: ${JSON.stringify(run)}`)
  return { run, seconds, memory }
}

/** Reads the copy from end to end and compares every record with the one that the service holds at that place. */
async function checkCopy(cache: Cache, count: number): Promise<void> {
  const query = recordQuerySchema.parse({})
  const limit = 1000
  for (let offset = 0; offset <= count; offset += limit) {
    const { rows, total } = await cache.records.page({
      connectionId: 'bench',
      query,
      slice: { offset, limit },
    })
    if (total !== count) throw new Error(`The copy holds ${total} records instead of ${count}`)
    for (const [at, { id, data }] of rows.entries()) {
      if (JSON.stringify({ id, ...data }) !== recordAt(offset + at))
        throw new Error(`The copy differs at record ${offset + at}`)
    }
  }
}
