import { afterEach, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import type { Run, SyncState } from '../../../../src-shared/bridge/sync'
import { overviewFigures } from '../../../../src-renderer/features/overview/figures'
import FigureStrip from '../../../../src-renderer/features/overview/FigureStrip.vue'
import FirstCopy from '../../../../src-renderer/features/overview/FirstCopy.vue'
import { useOverview } from '../../../../src-renderer/features/overview/use-overview'
import AppRail from '../../../../src-renderer/shell/AppRail.vue'
import { useLiveStore } from '../../../../src-renderer/stores/live'
import { Page } from '../fixtures/page'
import { idleConnection } from '../fixtures/sync-state'

const run: Run = {
  id: 1,
  resource: 'contacts',
  mode: 'full',
  state: 'running',
  cause: 'first',
  startedAt: 0,
  endedAt: null,
  pages: 10,
  received: 1234,
  added: 1234,
  changed: 0,
  unchanged: 0,
  removed: 0,
  expected: 5000,
  rate: null,
  secondsLeft: null,
  note: null,
  problem: null,
}
const sync: SyncState = {
  resources: [{ resource: 'contacts', rows: 1234, asOf: null, fullAsOf: null, unread: 0, run, last: null }],
  connection: idleConnection,
  nextQuickAt: null,
  nextFullAt: null,
}

/** The three places that say how far the first copy is. */
const places = defineComponent({
  setup() {
    const live = useLiveStore()
    const { overview, arriving } = useOverview()
    return () => [
      h(AppRail),
      overview.value &&
        h(FigureStrip, {
          figures: overviewFigures({
            overview: overview.value,
            month: null,
            arriving: arriving.value,
            wide: true,
          }),
        }),
      live.sync && h(FirstCopy, { sync: live.sync }),
    ]
  },
})

let page: Page
afterEach(() => page.close())

it('is said by one figure in the rail, over the Overview and in its table', async () => {
  page = await Page.open({
    root: places,
    core: {
      overview: {
        // Both were counted a moment before.
        get: () => ({
          contacts: 900,
          subscribed: 800,
          unsubscribed: 100,
          events: 0,
          last30Days: { contacts: 0, subscribed: 0 },
          growth: [],
          recentEvents: [],
          recentPeople: [],
        }),
      },
    },
    told: [
      { topic: 'sync', state: sync },
      {
        topic: 'copy',
        state: { profileId: 'p', revision: 1, contacts: 950, events: 0, deployed: false, at: 0 },
      },
    ],
  })
  await page.shows('of 5,000, the newest first')
  expect(page.text().match(/1,234/g)).toHaveLength(3)
  expect(page.text()).not.toContain('950')
})
