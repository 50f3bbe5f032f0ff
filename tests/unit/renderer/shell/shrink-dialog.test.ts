import { afterEach, expect, it } from 'vitest'
import { nextTick } from 'vue'
import type { Run, SyncState } from '../../../../src-shared/bridge/sync'
import ShrinkDialog from '../../../../src-renderer/shell/ShrinkDialog.vue'
import { Page } from '../fixtures/page'
import { idleConnection, idleSync } from '../fixtures/sync-state'

const run: Run = {
  id: 1,
  resource: 'events',
  mode: 'full',
  state: 'asking',
  cause: 'person',
  startedAt: 0,
  endedAt: null,
  pages: 3,
  received: 271,
  added: 0,
  changed: 0,
  unchanged: 271,
  removed: 0,
  expected: 271,
  rate: null,
  secondsLeft: null,
  note: null,
  problem: null,
}
const holding = (rows: number): { topic: 'sync'; state: SyncState } => ({
  topic: 'sync',
  state: {
    ...idleSync,
    resources: [{ resource: 'events', rows, asOf: null, fullAsOf: null, unread: 0, run, last: null }],
    connection: idleConnection,
  },
})

let page: Page | null = null
afterEach(() => {
  page?.close()
  page = null
})

it('says what it asked about while the answer is carried out', async () => {
  let answered: (state: SyncState) => void = () => undefined
  page = await Page.open({
    root: ShrinkDialog,
    told: [holding(1068)],
    core: { sync: { answer: () => new Promise((resolve) => (answered = resolve)) } },
  })
  await page.press('Remove 797')
  expect(await page.asks('sync.answer')).toEqual({ runId: 1, remove: true })
  page.tell(holding(271))
  await nextTick()
  expect(page.text()).toContain('1,068')
  expect(page.text()).toContain('Remove 797')
  answered(idleSync)
  page.tell(holding(600))
  await page.shows('Remove 329')
})
