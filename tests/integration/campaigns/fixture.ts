import { onTestFinished } from 'vitest'
import { openHolds, type Holds } from '../../../src-main/features/campaigns/holds'
import { Campaigns } from '../../../src-main/features/campaigns/campaigns'
import { openCache } from '../../../src-main/cache/open'
import type { Cache } from '../../../src-main/cache/store'
import { CatalogueWriting } from '../../../src-main/features/catalogue/writing'
import { createServiceClient } from '../../../src-main/core/client/service'
import { systemClock } from '../../../src-main/core/clock'
import { sameLately } from '../../../src-main/features/review/sent-lately'
import { hashOfCampaign, SignOffs } from '../../../src-main/features/review/sign-off'
import type { KeptSignOff } from '../../../src-main/features/review/store/reviews'
import { createConnection, type Connection } from '../../../src-main/copying/connection'
import type { Campaign } from '../../../src-shared/interface/campaign'
import { draft, startCampaigns, type CampaignServer } from '../../fixtures/campaign-server'
import { keptCacheWorker } from '../../fixtures/kept-worker'
import { createFakeClock, type FakeClock } from '../../fixtures/fake-clock'
import { createRecordedLog } from '../../fixtures/recorded-log'
import { until } from '../../fixtures/until'
import { temporaryFolder } from '../cache/support'

/** A profile's sendings over a real copy and real HTTP. Only the seconds of a hold pass when a test lets them. */
export interface Fixture {
  server: CampaignServer
  cache: Cache
  connection: Connection
  clock: FakeClock
  holds: Holds
  campaigns: Campaigns
  readOnly: boolean
  /** What is counted right before a sending leaves. */
  counted: { now: number; by: 'service' | 'copy' }
  /** How often the copy was to be read again. */
  refreshed: number
  /** Signs off a campaign as the service holds it, for so many people. */
  signOff(id: string, people: number): Promise<void>
  /** Closes the sendings as quitting does, and opens them again. */
  restart(): Promise<void>
  /** Opens the sendings beside those that are open, as after a crash. */
  reopened(): Promise<Holds>
}

/** Opens a fixture with a draft of 1,284 people that is signed off, `cmp_1`. */
export async function openFixture(
  more: Campaign[] = [],
  signOffOf?: (campaign: Campaign) => Promise<KeptSignOff | null>,
): Promise<Fixture> {
  const server = await startCampaigns([draft('cmp_1'), ...more])
  onTestFinished(() => server.close())
  const recorded = createRecordedLog()
  const cache = await openCache({
    location: { folder: temporaryFolder(), key: null },
    worker: keptCacheWorker,
    log: recorded.log,
  })
  onTestFinished(() => cache.close())
  const client = createServiceClient({
    address: server.url,
    secretKey: 'sk_test_0123456789abcdef',
    clock: systemClock,
    version: '0',
    backgroundShare: 1,
    log: recorded.log,
    limits: { answerMs: 3000 },
  })
  const connection = createConnection(client, systemClock, recorded.log)
  onTestFinished(() => connection.close())
  const clock = createFakeClock()
  const access = {
    client: connection.client,
    get online() {
      return connection.state.online
    },
    get problem() {
      return connection.blocked
    },
    watch: (listener: () => void) => connection.watch(listener),
  }
  const signOffs = new SignOffs(cache, clock)
  const writing = new CatalogueWriting({ cache, clock, access, readOnly: () => fixture.readOnly })
  const openThem = () =>
    openHolds({
      cache,
      clock,
      log: recorded.log,
      access,
      writing,
      signOffOf: signOffOf ?? ((campaign) => signOffs.holding(campaign)),
      seconds: () => 30,
      count: () => Promise.resolve(fixture.counted),
      sameLately: (campaign) => sameLately(campaign, { cache, clock }),
      refresh: () => (fixture.refreshed += 1),
    })
  const campaigns = new Campaigns({
    cache,
    writing,
    edited: () => Promise.resolve(),
    noticed: (campaign) => fixture.holds.noticed(campaign),
    cancelled: (id) => fixture.holds.dismiss(id),
    isHeld: (id) => fixture.holds.isHeld(id),
  })
  const fixture: Fixture = {
    server,
    cache,
    connection,
    clock,
    holds: await openThem(),
    campaigns,
    readOnly: false,
    counted: { now: 1284, by: 'service' },
    refreshed: 0,
    async signOff(id, people) {
      const campaign = server.campaigns.get(id)
      if (!campaign) throw new Error(`There is no campaign ${id}`)
      const hash = hashOfCampaign(campaign) ?? ''
      const review = { at: clock.now(), hash, people, errors: 0, warnings: 0, notes: 0, found: null }
      await cache.reviews.note({ campaignId: id, review })
      await cache.reviews.sign({ campaignId: id, hash, now: clock.now() })
    },
    async reopened() {
      const holds = await openThem()
      onTestFinished(() => holds.close())
      return holds
    },
    async restart() {
      await fixture.holds.close()
      fixture.holds = await openThem()
    },
  }
  onTestFinished(() => fixture.holds.close())
  for (const campaign of server.campaigns.values()) {
    await cache.catalogue.upsert({ list: 'campaigns', record: campaign })
    await fixture.signOff(campaign.id, 1284)
  }
  return fixture
}

/** What a person confirms: everybody, now. */
export const wanted = { id: 'cmp_1', scheduledFor: null, people: 1284, typed: '1284' }

/** Waits until the newest sending is in a state; returns it. */
export function inState(fixture: Fixture, state: string) {
  return until(
    () => fixture.holds.live()[0],
    (hold) => hold?.state === state,
  )
}

/** Lets the seconds of a hold pass, and waits until it has ended somehow. */
export async function letItLeave(fixture: Fixture) {
  await fixture.clock.advance(30_000)
  return until(
    () => fixture.holds.live()[0],
    (hold) => hold !== undefined && hold.state !== 'held' && hold.state !== 'leaving',
  )
}
