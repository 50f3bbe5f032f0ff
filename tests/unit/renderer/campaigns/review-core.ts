import { createMemoryHistory, createRouter } from 'vue-router'
import { defineComponent, h, type Component } from 'vue'
import { provideCampaign } from '../../../../src-renderer/features/campaigns/open-campaign'
import ReviewTab from '../../../../src-renderer/features/campaigns/review/ReviewTab.vue'
import type { CampaignDetail, LeavePlan, LeftOut } from '../../../../src-shared/bridge/campaigns'
import type { LinkAnswer, ReviewState, ReviewStep } from '../../../../src-shared/bridge/review'
import type { RenderedMail } from '../../../../src-shared/bridge/rendered-mail'
import type { BatchDetail } from '../../../../src-shared/bridge/verification'
import type { Problem } from '../../../../src-shared/problem'
import { done, draftAnswers } from '../fixtures/answers'
import type { Answers, Refusals } from '../fixtures/fake-core'
import { Page } from '../fixtures/page'
import { campaign, rendered, steps, then, unsigned } from './review-samples'

/** A refusal as the core words it. */
export const refusal: Problem = {
  code: 'conflict',
  title: 'The campaign has changed',
  why: 'It was changed at the service.',
  action: 'Run the review again.',
  retryable: true,
}

/** How the core of a test stands. */
export interface ReviewWishes {
  campaign?: CampaignDetail
  /** What each run tells, the last again and again. */
  runs?: readonly (readonly ReviewStep[])[]
  /** A run waits for this before it comes to its end. */
  hold?: Promise<void>
  state?: ReviewState
  refused?: Refusals
  /** How a mail is rendered. */
  render?: (input: {
    dark: boolean | 'kept' | 'turned'
    images: boolean
    as: unknown
    subject: string
  }) => Partial<RenderedMail>
  links?: readonly LinkAnswer[]
  /** How wide the window is, in pixels; 1,280 unless told. */
  width?: number
  /** What leaving undeliverable people out would do, and does. */
  /** Of sign-offs by several people. */
  team?: Answers['team']
  leaving?: { plan?: Partial<LeavePlan>; done?: Partial<LeftOut> }
}

/** Whom every question for people answers. */
export const person = {
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
  from: 'contacts',
  repeatable: true,
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
  share: 500,
  ceiling: 1000,
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

/** What the core answers of the campaign. */
function campaignAnswers(wishes: ReviewWishes): Answers['campaigns'] {
  let current = wishes.campaign ?? campaign()
  return {
    get: () => current,
    leavePlan: () => ({
      segment: { id: null, name: 'Undeliverable, by Postroom' },
      people: 1204,
      adds: 1204,
      takes: 0,
      leftOut: false,
      ...wishes.leaving?.plan,
    }),
    leaveOut: () => {
      const left = { added: 1204, taken: 0, refused: 0, membersRead: true, ...wishes.leaving?.done }
      current = left.campaign ?? current
      return { ...left, campaign: current }
    },
    takeBackIn: () => current,
  }
}

/** What the core answers of its review. */
function reviewAnswers(wishes: ReviewWishes): Answers['review'] {
  const { runs = [steps()], links = [] } = wishes
  let state = wishes.state ?? unsigned
  let run = -1
  return {
    run: async function* () {
      run += 1
      for (const step of runs[Math.min(run, runs.length - 1)] ?? []) {
        if (step.part === 'done') await wishes.hold
        yield step
      }
    },
    people: () => ({ selectionId: 'frozen', count: 1284 }),
    render: ({ dark, images, as, mail: { subject } }) =>
      rendered({ subject, ...wishes.render?.({ dark, images, as, subject }) }),
    lookUpLinks: async function* () {
      yield* links
    },
    state: () => state,
    signOff: ({ hash }) => (state = { ...state, signOff: { at: then, hash, warnings: 2, holds: true } }),
    open: () => (state = { ...state, signOff: null }),
    setRule: ({ rule, reason }) => {
      const rest = state.off.filter((one) => one.rule !== rule)
      return (state = { ...state, off: reason === null ? rest : [...rest, { rule, reason, at: then }] })
    },
    letGo: done,
  }
}

/** What a core answers that reviews as it is wished. */
function answersOf(wishes: ReviewWishes): Answers {
  return {
    campaigns: campaignAnswers(wishes),
    review: reviewAnswers(wishes),
    verification: { create: () => newBatch },
    ...(wishes.team ? { team: wishes.team } : {}),
    drafts: draftAnswers(null),
    contacts: {
      page: ({ query }) => ({
        rows: query.search === 'hana' ? [person] : [],
        count: 1,
        total: 52_418,
        revision: 1,
        tookMs: 1,
      }),
    },
    segments: { people: () => ({ rows: [person], count: 1 }) },
  }
}

/** Every name that the tab leads to. */
const names = [
  'campaign',
  'campaign.content',
  'campaign.review',
  'campaign.audience',
  'campaign.after',
  'contacts',
  'newBatch',
  'batch',
  'settings',
]

function createTabRouter() {
  return createRouter({
    history: createMemoryHistory(),
    routes: names.map((name) => ({
      name,
      path: name === 'batch' ? '/batch/:id' : name.startsWith('campaign') ? `/${name}/:id` : `/${name}`,
      component: { render: () => null },
    })),
  })
}

/** The tab of the campaign `tides`, with how many findings its name tells. */
const Tab = defineComponent({
  setup() {
    const { detail, found } = provideCampaign(() => 'tides')
    return () => [
      h('output', { id: 'found' }, String(found.value)),
      detail.value ? h(ReviewTab, { campaign: detail.value }) : null,
    ]
  },
})

/** Opens the Review tab of the campaign `tides`, or another part of a review. */
export function openReview(wishes: ReviewWishes = {}, query = '', root: Component = Tab): Promise<Page> {
  return Page.open({
    core: answersOf(wishes),
    refused: wishes.refused,
    router: createTabRouter(),
    path: `/campaign.review/tides${query}`,
    root,
    width: wishes.width ?? 1280,
  })
}
