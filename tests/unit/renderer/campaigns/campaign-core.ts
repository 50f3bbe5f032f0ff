import type {
  CampaignBeside,
  CampaignDetail,
  CampaignPerson,
  CampaignReach,
  CampaignResults,
  CampaignRow,
  Hold,
} from '../../../../src-shared/bridge/campaigns'
import type { ReviewInput, ReviewState, ReviewStep } from '../../../../src-shared/bridge/review'
import type { SegmentRow } from '../../../../src-shared/bridge/segments'
import type { Problem } from '../../../../src-shared/problem'
import { done, draftAnswers } from '../fixtures/answers'
import type { Answers, Refusals } from '../fixtures/fake-core'
import { Page, type PageWishes } from '../fixtures/page'
import { campaign, rendered, steps, then, unsigned } from './review-samples'

/** A refusal as the core words it. */
export const refusal: Problem = {
  code: 'offline',
  title: 'The service does not answer',
  why: 'No connection could be made.',
  action: 'Try again when it answers.',
  retryable: true,
}

/** A refusal of a change that another person's came before. */
export const conflict: Problem = {
  code: 'conflict',
  title: 'It was changed meanwhile',
  why: 'Somebody saved it after you began.',
  action: 'Choose whose stays.',
  retryable: false,
}

/** A confirmed sending that is held. */
export function hold(changes: Partial<Hold> = {}): Hold {
  return {
    campaignId: 'tides',
    name: 'Tide tables, November',
    people: 40_112,
    scheduledFor: null,
    state: 'held',
    seconds: 30,
    leavesAt: Date.now() + 21_000,
    problem: null,
    recipients: null,
    ...changes,
  }
}

/** What became of a campaign that is being sent. */
export function results(changes: Partial<CampaignResults> = {}): CampaignResults {
  return {
    status: 'SENT',
    funnel: {
      recipients: 1000,
      sent: 1000,
      delivered: 980,
      opened: 490,
      clicked: 98,
      bounced: 20,
      complained: 1,
      unsubscribed: 7,
    },
    rates: {
      delivered: 0.98,
      opened: 0.5,
      clicked: 0.1,
      bounced: 0.02,
      complained: 0.00102,
      unsubscribed: 0.0071,
    },
    completeAt: then,
    progress: null,
    pace: [],
    idleSeconds: null,
    braked: null,
    passed: null,
    asOf: then,
    ...changes,
  }
}

/** A campaign beside the median of eight others. */
export function beside(changes: Partial<CampaignBeside> = {}): CampaignBeside {
  return {
    days: 7,
    rates: { ...results().rates, opened: 0.49 },
    median: {
      campaigns: 8,
      delivered: 0.97,
      opened: 0.43,
      clicked: 0.1,
      bounced: 0.01,
      complained: 0,
      unsubscribed: 0.002,
    },
    told: 1000,
    sent: 1000,
    ...changes,
  }
}

/** Whom a campaign reached. */
export function reach(changes: Partial<CampaignReach> = {}): CampaignReach {
  return {
    steps: { open: 28, delivered: 444, opened: 408, clicked: 98, bounced: 22 },
    domains: [
      { domain: 'gmail.com', sent: 600, delivered: 590, open: 8, bounced: 2 },
      { domain: 'orange.fr', sent: 100, delivered: 80, open: 4, bounced: 16 },
    ],
    others: { domains: 12, sent: 300, delivered: 280, open: 16, bounced: 4 },
    links: [],
    first: null,
    confirmed: null,
    ...changes,
  }
}

/** How the core of a test stands. */
export interface CampaignWishes {
  campaign?: CampaignDetail
  /** Rows of the list. */
  rows?: readonly CampaignRow[]
  /** What the list waits for before it is answered. */
  listed?: Promise<void>
  draft?: { content: unknown; at: number } | null
  state?: ReviewState
  /** What a review of this tells. */
  reviews?: (input: ReviewInput) => readonly ReviewStep[]
  results?: CampaignResults
  beside?: CampaignBeside
  reach?: CampaignReach
  people?: CampaignPerson[]
  holds?: readonly Hold[]
  refused?: Refusals
  /** The campaign as another person saved it. */
  theirs?: CampaignDetail
}

/** The segments of the copy. */
const segmentRows: SegmentRow[] = [
  {
    id: 'active',
    name: 'Active in 12 months',
    description: '',
    kind: 'dynamic',
    members: 40_813,
    condition: null,
    trackMembership: false,
    createdAt: then,
    updatedAt: then,
  },
]

/** What the core answers of campaigns themselves. */
function campaignAnswers(wishes: CampaignWishes): Answers['campaigns'] {
  const { rows = [] } = wishes
  let detail = wishes.campaign ?? campaign()
  return {
    page: async ({ query: { kinds, search }, slice: { offset, limit } }) => {
      await wishes.listed
      const found = rows.filter(
        ({ status, name }) => (kinds === null || kinds.includes(status)) && name.includes(search),
      )
      return {
        rows: found.slice(offset, offset + limit),
        count: found.length,
        total: rows.length,
        asOf: then,
      }
    },
    get: () => detail,
    refresh: () => wishes.theirs ?? detail,
    create: () => detail,
    update: ({ changes }) => (detail = { ...detail, ...changes, basis: 'newer' }),
    duplicate: ({ name }) => ({ ...detail, id: 'copy', name }),
    test: ({ emails: [first = '', ...rest] }) => ({
      sent: [first],
      failed: rest.map((email) => ({ email, problem: refusal })),
    }),
    hold: ({ people }) => hold({ people }),
    undo: done,
    sendNow: () => hold({ state: 'leaving' }),
    dismiss: done,
    cancel: () => (detail = { ...detail, status: 'CANCELLED' }),
    export: async function* ({ ids: { length: total }, format }) {
      yield { written: total, total, guarded: 0, file: { path: `/tmp/campaigns.${format}` } }
    },
    people: ({ step, search }) => {
      const found = (wishes.people ?? []).filter(
        (one) => (step === null || one.step === step) && one.email.includes(search),
      )
      return { rows: found, count: found.length }
    },
    reach: () => wishes.reach ?? reach(),
    writeToMissed: () => ({ ...detail, id: 'copy' }),
    beside: () => wishes.beside ?? beside(),
    missedBy: () => ({ campaigns: [] }),
    exportPeople: async function* ({ step, format }) {
      yield { written: 1, total: 1, guarded: 0, file: { path: `/tmp/${step}.${format}` } }
    },
    results: () => wishes.results ?? results({ status: detail.status }),
  }
}

/** What a core answers that holds a campaign. */
function answersOf(wishes: CampaignWishes): Answers {
  return {
    campaigns: campaignAnswers(wishes),
    drafts: draftAnswers(wishes.draft ?? null),
    templates: { page: () => ({ rows: [], count: 0, total: 0, asOf: then }) },
    contacts: {
      fields: () => ({ fields: [] }),
      page: () => ({ rows: [], count: 0, total: 0, tookMs: 1, revision: 1 }),
    },
    events: { names: () => ({ names: [] }) },
    segments: {
      page: () => ({ rows: segmentRows, count: 1, total: 1, asOf: then }),
      count: () => ({ count: 52_106, total: 52_418, tookMs: 3, gaps: [] }),
      members: () => ({
        selectionId: 'frozen',
        count: 40_813,
        asOf: then,
        gaps: [],
        notCopied: 3,
        revision: 1,
      }),
      freeze: () => ({ selectionId: 'everyone', count: 52_418, gaps: [] }),
      people: () => ({ rows: [], count: 0 }),
    },
    review: {
      figures: ({ audiences }) => ({
        figures: audiences.map(({ kind }) => ({
          members: kind === 'all' ? 52_418 : 40_813,
          unsubscribed: 312,
          willGet: kind === 'all' ? 52_106 : 40_501,
        })),
        undeliverable: [],
        risky: [],
        unknown: [],
      }),
      leftOut: () => ({ selectionId: 'out', count: 312 }),
      run: async function* (input) {
        yield* wishes.reviews?.(input) ?? steps()
      },
      letGo: done,
      state: () => wishes.state ?? unsigned,
      render: () => rendered(),
      variables: () => ({ variables: [{ name: 'firstName', count: 38_828 }], language: 'plain' as const }),
    },
  }
}

/** Opens a page over a core that holds a campaign. */
export function openCampaigns(wishes: CampaignWishes & Pick<PageWishes, 'path' | 'root'>): Promise<Page> {
  const { path, root, refused, holds = [] } = wishes
  const told = [{ topic: 'holds' as const, state: { holds: [...holds] } }]
  return Page.open({ core: answersOf(wishes), refused, path, root, told })
}
