import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { openCache } from '../../../src-main/cache/open'
import type { Cache } from '../../../src-main/cache/store'
import { createAskSender } from '../../../src-main/features/domains/senders'
import type { Dns } from '../../../src-main/core/dns/dns'
import { createServiceClient } from '../../../src-main/core/client/service'
import { systemClock } from '../../../src-main/core/clock'
import { FrozenSelections } from '../../../src-main/features/exports/frozen'
import { Reviews } from '../../../src-main/features/review/reviews'
import { createWeb } from '../../../src-main/features/review/web'
import type { Check, ReviewInput, ReviewStep } from '../../../src-shared/bridge/review'
import { contactSchema } from '../../../src-shared/interface/contact'
import { draft, startCampaigns, type CampaignServer } from '../../fixtures/campaign-server'
import { keptCacheWorker } from '../../fixtures/kept-worker'
import { createRecordedLog } from '../../fixtures/recorded-log'
import { mailWith } from '../../fixtures/mails'
import { temporaryFolder } from '../cache/support'

/** Reviews over a real copy of 100 people and real HTTP: 90 have a first name, 10 are unsubscribed, none of them without. */
export interface ReviewFixture {
  reviews: Reviews
  cache: Cache
  frozen: FrozenSelections
  server: CampaignServer
  online: boolean
}

/** DNS in which the sender is in order, but for its policy. */
const dns: Dns = {
  texts: (name) =>
    Promise.resolve({
      kind: 'found',
      records: [name.startsWith('_dmarc') ? 'v=DMARC1; p=none' : 'v=spf1 include:amazonses.com ~all'],
    }),
  aliases: () => Promise.resolve({ kind: 'none' }),
  mailServers: () => Promise.resolve({ kind: 'none' }),
  addresses: () => Promise.resolve({ kind: 'none' }),
}

/** Opens a fixture with a draft to everyone, `cmp_1`. */
export async function openFixture(): Promise<ReviewFixture> {
  const server = await startCampaigns([
    {
      ...draft('cmp_1'),
      ...mailWith('<p>Hello {{firstName}}, <a href="{{unsubscribeUrl}}">leave</a></p>'),
      audienceType: 'ALL',
    },
  ])
  onTestFinished(() => server.close())
  const { log } = createRecordedLog()
  const cache = await openCache({
    location: { folder: temporaryFolder(), key: null },
    worker: keptCacheWorker,
    log,
  })
  onTestFinished(() => cache.close())
  const client = createServiceClient({
    address: server.url,
    secretKey: 'sk_test_0123456789abcdef',
    clock: systemClock,
    version: '0',
    backgroundShare: 1,
    log,
  })
  onTestFinished(() => Promise.resolve(client.close()))
  for (const campaign of server.campaigns.values())
    await cache.catalogue.upsert({ list: 'campaigns', record: campaign })
  await cache.catalogue.upsert({
    list: 'domains',
    record: { id: 'd', domain: 'mail.harbournotes.app', verified: true, dkimTokens: [] },
  })
  for (let index = 0; index < 100; index += 1) {
    await cache.contacts.upsert(
      contactSchema.parse({
        id: `cnt_${index}`,
        email: `person${index}@${index % 4 === 0 ? 'gmail.com' : 'sails.nl'}`,
        subscribed: index < 90,
        data: index >= 10 ? { firstName: `Zofia ${index}` } : {},
        createdAt: '2026-01-01T00:00:00.000Z',
      }),
    )
  }
  const frozen = new FrozenSelections(cache.contacts)
  const fixture: ReviewFixture = {
    cache,
    frozen,
    server,
    online: true,
    reviews: new Reviews({
      cache,
      frozen,
      clock: systemClock,
      askSender: createAskSender(cache, dns, systemClock),
      // The servers of these tests are on this machine.
      web: createWeb(() => true),
      address: 'https://service.harbournotes.app',
      ownService: false,
      access: {
        client,
        get online() {
          return fixture.online
        },
      },
    }),
  }
  return fixture
}

/** The campaign `cmp_1` as it is reviewed. */
export function reviewOf(changes: Partial<ReviewInput> = {}): ReviewInput {
  const mail = mailWith('<p>Hello {{firstName}}, <a href="{{unsubscribeUrl}}">leave</a></p>')
  return { campaignId: 'cmp_1', mail, audience: { kind: 'all' }, scheduledFor: null, ...changes }
}

/** Runs a review to its end: its steps, and its checks as they stand in the end. */
export async function run(reviews: Reviews, input: ReviewInput) {
  const steps: ReviewStep[] = []
  let checks: Check[] = []
  for await (const step of reviews.run(input)) {
    steps.push(step)
    if (step.part !== 'checks') continue
    const { checks: fresh } = step
    checks = [...checks.filter(({ rule }) => !fresh.some((each) => each.rule === rule)), ...fresh]
  }
  const audience = steps.find((step) => step.part === 'audience')
  const done = steps.find((step) => step.part === 'done')
  if (done === undefined) throw new Error('The review did not end')
  return { steps, checks, audience: audience?.audience ?? null, done }
}

/** A web server of a test's own. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
