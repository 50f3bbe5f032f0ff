import { openCache } from '../../../src-main/cache/open'
import { createAskSender } from '../../../src-main/features/domains/senders'
import { createServiceClient } from '../../../src-main/core/client/service'
import { systemClock } from '../../../src-main/core/clock'
import type { Dns } from '../../../src-main/core/dns/dns'
import { FrozenSelections } from '../../../src-main/features/exports/frozen'
import { Reviews } from '../../../src-main/features/review/reviews'
import { createWeb } from '../../../src-main/features/review/web'
import type { ReviewInput } from '../../../src-shared/bridge/review'
import { cacheWorker } from '../../fixtures/built'
import { bodyOf, mailWith } from '../../fixtures/mails'
import { createRecordedLog } from '../../fixtures/recorded-log'
import { key } from '../cache/open'
import { folder, newest } from './copy'
import { filter } from './operators'

/** What one review took, in milliseconds from when it was asked for. */
export interface Took {
  /** Until what the mail alone says is there. */
  mail: number
  /** Until the first figure of the audience is there. */
  figure: number
  /** Until who they are is told. */
  audience: number
  /** Until every rule has looked at everybody. */
  all: number
  rules: number
  people: number
}

/** DNS that answers at once: other people's servers are not what is measured. */
const dns: Dns = {
  texts: (name) =>
    Promise.resolve({
      kind: 'found',
      records: [name.startsWith('_dmarc') ? 'v=DMARC1; p=reject' : 'v=spf1 include:amazonses.com ~all'],
    }),
  aliases: () => Promise.resolve({ kind: 'none' }),
  mailServers: () => Promise.resolve({ kind: 'none' }),
  addresses: () => Promise.resolve({ kind: 'none' }),
}

/** A newsletter with six variables beside its own, to people of whom segments, events and keys decide. */
const input: ReviewInput = {
  campaignId: 'october',
  mail: mailWith(
    bodyOf('newsletter').replace(
      '</body>',
      '<p>{{firstName}} {{lastName}} {{data.city}} {{data.address.city}} {{data.lastLogin}} {{data.company}}</p></body>',
    ),
  ),
  audience: {
    kind: 'condition',
    condition: {
      logic: 'OR',
      groups: [
        { filters: [filter('data.plan', 'notEquals', 'enterprise'), filter('data.seats', 'greaterThan', 2)] },
        { filters: [filter('login', 'triggered'), filter('segment', 'notMemberOfSegment', 'static')] },
        { filters: [filter('segment', 'memberOfSegment', 'dynamic')] },
      ],
    },
  },
  scheduledFor: null,
}

/** The copy as a program that has just started has it, with its worker, and reviews as the window asks for them. */
export async function openReviews(): Promise<{ review(): Promise<Took>; close(): Promise<void> }> {
  const { log } = createRecordedLog()
  const cache = await openCache({ location: { folder, key }, worker: cacheWorker, log })
  await cache.audience.forget('october')
  const clock = { ...systemClock, now: () => newest }
  // A review asks the service nothing.
  const client = createServiceClient({
    address: 'http://127.0.0.1:9',
    secretKey: 'sk_bench',
    clock,
    version: '0',
    backgroundShare: 1,
    log,
  })
  const reviews = new Reviews({
    cache,
    frozen: new FrozenSelections(cache.contacts),
    clock,
    askSender: createAskSender(cache, dns, clock),
    web: createWeb(),
    address: 'https://service.example',
    ownService: false,
    access: { client, online: false },
  })
  return {
    async review() {
      const none = Number.NaN
      const took: Took = { mail: none, figure: none, audience: none, all: none, rules: 0, people: 0 }
      const began = performance.now()
      for await (const step of reviews.run(input)) {
        const after = performance.now() - began
        if (step.part === 'checks' && Number.isNaN(took.mail)) took.mail = after
        if (step.part === 'figure') took.figure = after
        if (step.part === 'audience') took.audience = after
        if (step.part !== 'done') continue
        const { rules, people, reviewId } = step
        Object.assign(took, { all: after, rules, people })
        reviews.letGo(reviewId)
      }
      return took
    },
    async close() {
      client.close()
      await cache.close()
    },
  }
}
