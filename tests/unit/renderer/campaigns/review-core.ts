import { implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import {
  campaigns,
  type CampaignDetail,
  type LeavePlan,
  type LeftOut,
} from '../../../../src-shared/bridge/campaigns'
import { contacts } from '../../../../src-shared/bridge/contacts'
import { drafts } from '../../../../src-shared/bridge/drafts'
import {
  review,
  type LinkAnswer,
  type RenderedMail,
  type ReviewState,
  type ReviewStep,
} from '../../../../src-shared/bridge/review'
import { segments } from '../../../../src-shared/bridge/segments'
import { verification, type BatchDetail } from '../../../../src-shared/bridge/verification'
import type { Problem } from '../../../../src-shared/problem'
import { exposeBridge } from '../expose-bridge'
import { campaign, rendered, steps, then, unsigned } from './review-samples'

/** A refusal as the core words it. */
export const refusal: Problem = {
  code: 'conflict',
  title: 'The campaign is another by now',
  why: 'It was changed at the service.',
  action: 'Run the review again.',
  retryable: true,
}

/** What the core was asked, in order. */
export type Heard = { name: string; input: unknown }[]

/** How the core of a test stands. */
export interface ReviewWishes {
  campaign?: CampaignDetail
  /** What each run tells, the last again and again. */
  runs?: readonly (readonly ReviewStep[])[]
  /** A run waits for this before it comes to its end. */
  hold?: Promise<void>
  state?: ReviewState
  /** Procedures that are refused, by name. */
  refused?: readonly string[]
  /** How a mail is rendered. */
  render?: (input: { dark: boolean; images: boolean; as: unknown; subject: string }) => Partial<RenderedMail>
  links?: readonly LinkAnswer[]
  /** What leaving undeliverable people out would do, and does. */
  leaving?: { plan?: Partial<LeavePlan>; done?: Partial<LeftOut> }
}

const os = implement({ review, segments, campaigns, contacts, drafts, verification })

const person = {
  id: 'p1',
  email: 'hana.sato@docomo.ne.jp',
  subscribed: true,
  createdAt: then,
  updatedAt: then,
  data: { firstName: 'Hana' },
  verdict: null,
}

/** A batch whose addresses are being collected. */
const newBatch: BatchDetail = {
  id: 7,
  name: 'Not checked',
  source: 'contacts',
  createdAt: then,
  work: { what: 'collecting', done: 0, total: null },
  problem: null,
  addresses: 0,
  byClass: { accepts: 0, risky: 0, undeliverable: 0, unknown: 0 },
  waiting: 0,
  job: null,
  ranSeconds: null,
  given: 0,
  blank: 0,
  duplicates: 0,
  contacts: 0,
  estimate: null,
  fromLedger: 0,
  settledLocally: 0,
  calls: 0,
  flipped: 0,
  suggestions: 0,
  byReason: [],
  byDomain: [],
  otherDomains: { domains: 0, count: 0 },
  bySource: [],
}

function reviewRouter(heard: Heard, wishes: ReviewWishes) {
  const { refused = [], runs = [steps()], links = [] } = wishes
  let state = wishes.state ?? unsigned
  let run = -1
  let current = wishes.campaign ?? campaign()
  const hear = (name: string, input: unknown, refuse: () => Error): void => {
    heard.push({ name, input })
    if (refused.includes(name)) throw refuse()
  }
  return {
    campaigns: {
      get: os.campaigns.get.handler(() => current),
      leavePlan: os.campaigns.leavePlan.handler(({ input, errors }) => {
        hear('campaigns.leavePlan', input, () => errors.PROBLEM({ data: refusal }))
        return {
          segment: { id: null, name: 'Undeliverable, by Postroom' },
          people: 1204,
          adds: 1204,
          takes: 0,
          leftOut: false,
          ...wishes.leaving?.plan,
        }
      }),
      leaveOut: os.campaigns.leaveOut.handler(({ input, errors }) => {
        hear('campaigns.leaveOut', input, () => errors.PROBLEM({ data: refusal }))
        const done = { added: 1204, taken: 0, refused: 0, membersRead: true, ...wishes.leaving?.done }
        current = done.campaign ?? current
        return { ...done, campaign: current }
      }),
      takeBackIn: os.campaigns.takeBackIn.handler(({ input, errors }) => {
        hear('campaigns.takeBackIn', input, () => errors.PROBLEM({ data: refusal }))
        return current
      }),
    },
    verification: {
      create: os.verification.create.handler(({ input, errors }) => {
        hear('verification.create', input, () => errors.PROBLEM({ data: refusal }))
        return newBatch
      }),
    },
    drafts: { get: os.drafts.get.handler(() => ({ draft: null })) },
    contacts: {
      page: os.contacts.page.handler(({ input }) => ({
        rows: input.query.search === 'hana' ? [person] : [],
        count: 1,
        total: 52_418,
        revision: 1,
        tookMs: 1,
      })),
    },
    segments: {
      people: os.segments.people.handler(({ input }) => {
        heard.push({ name: 'segments.people', input })
        return { rows: [person], count: 1 }
      }),
    },
    review: {
      run: os.review.run.handler(async function* ({ input, errors }) {
        hear('review.run', input, () => errors.PROBLEM({ data: refusal }))
        run += 1
        for (const step of runs[Math.min(run, runs.length - 1)] ?? []) {
          if (step.part === 'done') await wishes.hold
          yield step
        }
      }),
      people: os.review.people.handler(({ input, errors }) => {
        hear('review.people', input, () => errors.PROBLEM({ data: refusal }))
        return { selectionId: 'frozen', count: 1284 }
      }),
      render: os.review.render.handler(({ input, errors }) => {
        hear('review.render', input, () => errors.PROBLEM({ data: refusal }))
        const { dark, images, as } = input
        return rendered({
          subject: input.mail.subject,
          ...wishes.render?.({ dark, images, as, subject: input.mail.subject }),
        })
      }),
      lookUpLinks: os.review.lookUpLinks.handler(async function* ({ input, errors }) {
        hear('review.lookUpLinks', input, () => errors.PROBLEM({ data: refusal }))
        yield* links
      }),
      state: os.review.state.handler(({ input }) => {
        heard.push({ name: 'review.state', input })
        return state
      }),
      signOff: os.review.signOff.handler(({ input, errors }) => {
        hear('review.signOff', input, () => errors.PROBLEM({ data: refusal }))
        state = { ...state, signOff: { at: then, hash: input.hash, warnings: 2, holds: true } }
        return state
      }),
      open: os.review.open.handler(() => {
        state = { ...state, signOff: null }
        return state
      }),
      setRule: os.review.setRule.handler(({ input, errors }) => {
        hear('review.setRule', input, () => errors.PROBLEM({ data: refusal }))
        const rest = state.off.filter(({ rule }) => rule !== input.rule)
        state = {
          ...state,
          off: input.reason === null ? rest : [...rest, { rule: input.rule, reason: input.reason, at: then }],
        }
        return state
      }),
      letGo: os.review.letGo.handler(({ input }) => {
        heard.push({ name: 'review.letGo', input })
        return { done: true as const }
      }),
    },
  }
}

/** Gives the page a port to a core that reviews as it is wished. Answers what was asked. */
export function exposeReview(wishes: ReviewWishes = {}): Heard {
  const heard: Heard = []
  exposeBridge(new RPCHandler(reviewRouter(heard, wishes)))
  return heard
}
