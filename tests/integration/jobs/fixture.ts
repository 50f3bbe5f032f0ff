import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Job, JobState } from '../../../src-shared/bridge/jobs'
import { openCache } from '../../../src-main/cache/open'
import { createOfferedCalls } from '../../../src-main/core/client/offered-calls'
import { createServiceClient } from '../../../src-main/core/client/service'
import type { RowToWrite } from '../../../src-main/features/imports/rows'
import { importRun } from '../../../src-main/features/imports/run'
import type { RefreshCopy } from '../../../src-main/jobs/refresh-copy'
import { importUndo } from '../../../src-main/features/imports/undo'
import { Jobs } from '../../../src-main/jobs/runner'
import { jobAccess } from '../../../src-main/features/profiles/job-access'
import { createConnection } from '../../../src-main/copying/connection'
import { startAudience } from '../../fixtures/audience-server'
import { keptCacheWorker } from '../../fixtures/kept-worker'
import { fastClock } from '../../fixtures/fast-clock'
import { people, type Person } from '../../fixtures/people'
import { plainRows } from '../../fixtures/plain-rows'
import { createRecordedLog } from '../../fixtures/recorded-log'
import { until } from '../../fixtures/until'

/** A row to write for an address. */
export function rowFor(row: number, email: string, body: Partial<RowToWrite['body']> = {}): RowToWrite {
  return { row, body: { email, data: { plan: 'pro' }, ...body }, previous: null }
}

/** A row that changes a person's plan. */
export function rowChanging(row: number, { id, email, subscribed, data }: Person): RowToWrite {
  return { ...rowFor(row, email), previous: { contactId: id, subscribed, data: { plan: data.plan ?? null } } }
}

/** So many rows of people whom the audience does not have. */
export function newRows(count: number): RowToWrite[] {
  return Array.from({ length: count }, (_, index) => rowFor(index + 1, `new${index + 1}@example.com`))
}

interface Wishes {
  people?: number
  rows: RowToWrite[]
  refresh?: RefreshCopy
  worker?: typeof keptCacheWorker
}

/** Jobs over a real copy and a real server, in hurried time: everything that an import's jobs need. */
export async function openFixture({
  people: count = 0,
  rows: given,
  refresh,
  worker = keptCacheWorker,
}: Wishes) {
  const audience = await startAudience(people(count))
  const folder = await mkdtemp(join(tmpdir(), 'postroom-jobs-'))
  const clock = fastClock(50)
  const { log, text } = createRecordedLog()
  const cache = await openCache({ location: { folder, key: null }, worker, log })
  for (const contact of audience.contacts) await cache.contacts.upsert({ ...contact })
  const clientFor = (secretKey: string) =>
    createServiceClient({
      address: audience.url,
      secretKey,
      clock,
      version: '0.0.0-test',
      ceiling: 100_000,
      backgroundShare: 1,
      log,
      limits: { connectMs: 50_000, answerMs: 50_000 },
    })
  const connection = createConnection(clientFor('sk_first'), clock, log)
  const rows = plainRows(given)
  const told: { title: string; body: string }[] = []
  const shares: (number | null)[] = []
  const state = { readOnly: false }
  const access = jobAccess(connection)
  const tools = {
    cache,
    access,
    clock,
    staging: () => Promise.resolve(rows),
    refresh: refresh ?? (() => Promise.resolve({ whole: true })),
    offered: createOfferedCalls(),
  }
  const open = () => {
    const jobs = new Jobs({
      cache,
      access,
      clock,
      log,
      readOnly: () => state.readOnly,
      notify: (title, body) => void told.push({ title, body }),
      progress: (share) => void shares.push(share),
    })
    const run = importRun(tools)
    const undo = importUndo(tools)
    jobs.handle('import', run.open, run.failures)
    jobs.handle('import.undo', undo.open, undo.failures)
    return jobs
  }
  const jobs = open()
  await jobs.start()
  const posts = () => audience.requestsFor('/contacts', 'POST')
  onTestFinished(async () => {
    await jobs.close()
    await connection.close()
    await audience.close()
    await cache.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    audience,
    folder,
    cache,
    connection,
    clientFor,
    clock,
    jobs,
    /** Jobs as the next start of the program opens them. */
    reopen: open,
    rows,
    told,
    shares,
    state,
    posts,
    logText: text,
    addImport: () => jobs.add({ kind: 'import', title: 'Import a.csv', importId: 1, detail: null }),
    addUndo: () =>
      jobs.add({ kind: 'import.undo', title: 'Undo import of a.csv', importId: 1, detail: null }),
    until: (id: number, ...states: JobState[]): Promise<Job> =>
      until(
        () => jobs.get(id),
        (job) => states.includes(job.state),
      ),
  }
}
