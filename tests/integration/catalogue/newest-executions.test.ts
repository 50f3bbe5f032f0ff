import { afterEach, beforeEach, expect, it } from 'vitest'
import { openCache } from '../../../src-main/cache/open'
import type { Cache } from '../../../src-main/cache/store'
import { CatalogueWriting } from '../../../src-main/features/catalogue/writing'
import { Workflows } from '../../../src-main/features/workflows/workflows'
import { createServiceClient } from '../../../src-main/core/client/service'
import { systemClock } from '../../../src-main/core/clock'
import { workflowSchema } from '../../../src-shared/interface/workflow'
import { keptCacheWorker } from '../../fixtures/kept-worker'
import { createRecordedLog } from '../../fixtures/recorded-log'
import { temporaryFolder } from '../cache/support'

let cache: Cache
let workflows: Workflows
const open: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  const { log } = createRecordedLog()
  const clock = systemClock
  cache = await openCache({
    location: { folder: temporaryFolder(), key: null },
    worker: keptCacheWorker,
    log,
  })
  open.push(() => cache.close())
  const key = { secretKey: 'sk_test_0123456789abcdef', version: '0', backgroundShare: 1 }
  const client = createServiceClient({ address: 'http://127.0.0.1:9', clock, log, ...key })
  open.push(() => Promise.resolve(client.close()))
  const access = { client, online: false, problem: null }
  const writing = new CatalogueWriting({ cache, clock, access, readOnly: () => false })
  workflows = new Workflows({ cache, access, writing, readParts: () => Promise.resolve() })
  const record = workflowSchema.parse({ id: 'wf', name: 'Welcome', enabled: true, allowReentry: false })
  await cache.catalogue.upsert({ list: 'workflows', record })
})
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function copied(count: number): Promise<void> {
  const of = { list: 'executions', owner: 'wf' } as const
  await cache.catalogueParts.begin({ ...of, anew: true })
  const parts = Array.from({ length: count }, (_, at) => ({
    id: `e${at}`,
    at,
    kind: 'WAITING',
    record: { id: `e${at}`, status: 'WAITING' },
  }))
  await cache.catalogueParts.apply({ ...of, parts, bookmark: null })
  await cache.catalogueParts.finish({ ...of, whole: true, now: 1 })
}
const query = { search: '', kinds: null, sort: { by: 'name', direction: 'asc' } } as const

it.each([
  [4999, null],
  [5000, 5000],
  [5100, 5100],
])('says of %i executions that the newest alone are counted: %s', async (count, newestAlone) => {
  await copied(count)
  expect(await workflows.get('wf')).toMatchObject({ newestAlone, executions: { WAITING: count } })
  const { rows } = await workflows.page({ query, slice: { offset: 0, limit: 10 } })
  expect(rows).toMatchObject([{ newestAlone }])
})
