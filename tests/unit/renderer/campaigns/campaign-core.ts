import { implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import {
  campaigns,
  type CampaignDetail,
  type CampaignResults,
  type CampaignRow,
  type Hold,
} from '../../../../src-shared/bridge/campaigns'
import { contacts } from '../../../../src-shared/bridge/contacts'
import { drafts } from '../../../../src-shared/bridge/drafts'
import { events } from '../../../../src-shared/bridge/events'
import { live } from '../../../../src-shared/bridge/live'
import {
  review,
  type ReviewInput,
  type ReviewState,
  type ReviewStep,
} from '../../../../src-shared/bridge/review'
import { segments, type SegmentRow } from '../../../../src-shared/bridge/segments'
import { templates } from '../../../../src-shared/bridge/templates'
import type { Problem } from '../../../../src-shared/problem'
import { exposeBridge } from '../expose-bridge'
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

/** What the core was asked, in order. */
export type Heard = { name: string; input: unknown }[]

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
    rates: { open: 0.5, click: 0.1, bounce: 0.0204, complaint: 0.001, unsubscribe: 0.0071 },
    median: { campaigns: 8, open: 0.43, click: 0.1, bounce: 0.01, complaint: 0, unsubscribe: 0.002 },
    progress: null,
    asOf: then,
    ...changes,
  }
}

/** How the core of a test stands. */
export interface CampaignWishes {
  campaign?: CampaignDetail
  /** Rows of the list. */
  rows?: readonly CampaignRow[]
  asOf?: number | null
  draft?: { content: unknown; at: number } | null
  state?: ReviewState
  /** What a review of this tells. */
  reviews?: (input: ReviewInput) => readonly ReviewStep[]
  results?: CampaignResults
  holds?: readonly Hold[]
  /** Procedures that are refused, by name, and with what. */
  refused?: Partial<Record<string, Problem>>
  /** The campaign as another person saved it. */
  theirs?: CampaignDetail
}

const os = implement({ campaigns, contacts, drafts, events, live, review, segments, templates })

/** The segments of the copy. */
const segmentRows: SegmentRow[] = [
  {
    id: 'active',
    name: 'Active in 12 months',
    description: '',
    kind: 'dynamic',
    members: 40_813,
    trackMembership: false,
    createdAt: then,
    updatedAt: then,
  },
]

function campaignRouter(heard: Heard, wishes: CampaignWishes) {
  const { refused = {}, rows = [], asOf = then } = wishes
  let detail = wishes.campaign ?? campaign()
  const hear = (name: string, input: unknown, refuse: (data: Problem) => Error): void => {
    heard.push({ name, input })
    const data = refused[name]
    if (data) throw refuse(data)
  }
  const fail = (errors: { PROBLEM: (options: { data: Problem }) => Error }) => (data: Problem) =>
    errors.PROBLEM({ data })
  return {
    live: {
      watch: os.live.watch.handler(async function* ({ signal }) {
        yield { topic: 'holds' as const, state: { holds: [...(wishes.holds ?? [])] } }
        await new Promise((resolve) => signal?.addEventListener('abort', resolve))
      }),
    },
    campaigns: {
      page: os.campaigns.page.handler(({ input, errors }) => {
        hear('campaigns.page', input, fail(errors))
        const { kinds, search } = input.query
        const found = rows.filter(
          ({ status, name }) => (kinds === null || kinds.includes(status)) && name.includes(search),
        )
        const { offset, limit } = input.slice
        return {
          rows: found.slice(offset, offset + limit),
          count: found.length,
          total: rows.length,
          asOf,
        }
      }),
      get: os.campaigns.get.handler(({ input, errors }) => {
        hear('campaigns.get', input, fail(errors))
        return detail
      }),
      refresh: os.campaigns.refresh.handler(() => wishes.theirs ?? detail),
      create: os.campaigns.create.handler(({ input, errors }) => {
        hear('campaigns.create', input, fail(errors))
        return detail
      }),
      update: os.campaigns.update.handler(({ input, errors }) => {
        hear('campaigns.update', input, fail(errors))
        detail = { ...detail, ...input.changes, basis: 'newer' }
        return detail
      }),
      duplicate: os.campaigns.duplicate.handler(({ input, errors }) => {
        hear('campaigns.duplicate', input, fail(errors))
        return { ...detail, id: 'copy', name: input.name }
      }),
      test: os.campaigns.test.handler(({ input, errors }) => {
        hear('campaigns.test', input, fail(errors))
        const [first = '', ...rest] = input.emails
        return { sent: [first], failed: rest.map((email) => ({ email, problem: refusal })) }
      }),
      hold: os.campaigns.hold.handler(({ input, errors }) => {
        hear('campaigns.hold', input, fail(errors))
        return hold({ people: input.people })
      }),
      undo: os.campaigns.undo.handler(({ input, errors }) => {
        hear('campaigns.undo', input, fail(errors))
        return { done: true as const }
      }),
      sendNow: os.campaigns.sendNow.handler(({ input, errors }) => {
        hear('campaigns.sendNow', input, fail(errors))
        return hold({ state: 'leaving' })
      }),
      dismiss: os.campaigns.dismiss.handler(({ input, errors }) => {
        hear('campaigns.dismiss', input, fail(errors))
        return { done: true as const }
      }),
      cancel: os.campaigns.cancel.handler(({ input, errors }) => {
        hear('campaigns.cancel', input, fail(errors))
        detail = { ...detail, status: 'CANCELLED' }
        return detail
      }),
      export: os.campaigns.export.handler(async function* ({ input, errors }) {
        hear('campaigns.export', input, fail(errors))
        const total = input.ids.length
        yield { written: total, total, guarded: 0, file: { path: `/tmp/campaigns.${input.format}` } }
      }),
      results: os.campaigns.results.handler(({ input, errors }) => {
        hear('campaigns.results', input, fail(errors))
        return wishes.results ?? results({ status: detail.status })
      }),
    },
    drafts: {
      get: os.drafts.get.handler(() => ({ draft: wishes.draft ?? null })),
      put: os.drafts.put.handler(({ input }) => {
        heard.push({ name: 'drafts.put', input })
        return { done: true as const }
      }),
      remove: os.drafts.remove.handler(({ input }) => {
        heard.push({ name: 'drafts.remove', input })
        return { done: true as const }
      }),
    },
    templates: {
      page: os.templates.page.handler(() => ({ rows: [], count: 0, total: 0, asOf: then })),
    },
    contacts: { fields: os.contacts.fields.handler(() => ({ fields: [] })) },
    events: { names: os.events.names.handler(() => ({ names: [] })) },
    segments: {
      page: os.segments.page.handler(() => ({ rows: segmentRows, count: 1, total: 1, asOf: then })),
      count: os.segments.count.handler(({ input }) => {
        heard.push({ name: 'segments.count', input })
        return { count: 52_106, total: 52_418, tookMs: 3, gaps: [] }
      }),
      members: os.segments.members.handler(({ input }) => {
        heard.push({ name: 'segments.members', input })
        return { selectionId: 'frozen', count: 40_813, asOf: then, gaps: [], notCopied: 3, revision: 1 }
      }),
      freeze: os.segments.freeze.handler(({ input }) => {
        heard.push({ name: 'segments.freeze', input })
        return { selectionId: 'everyone', count: 52_418, gaps: [] }
      }),
      people: os.segments.people.handler(() => ({ rows: [], count: 0 })),
    },
    review: {
      run: os.review.run.handler(async function* ({ input, errors }) {
        hear('review.run', input, fail(errors))
        yield* wishes.reviews?.(input) ?? steps()
      }),
      letGo: os.review.letGo.handler(() => ({ done: true as const })),
      state: os.review.state.handler(() => wishes.state ?? unsigned),
      render: os.review.render.handler(() => rendered()),
      variables: os.review.variables.handler(() => ({ variables: [{ name: 'firstName', count: 38_828 }] })),
    },
  }
}

/** Gives the page a port to a core of campaigns. Answers what was asked. */
export function exposeCampaigns(wishes: CampaignWishes = {}): Heard {
  const heard: Heard = []
  exposeBridge(new RPCHandler(campaignRouter(heard, wishes)))
  return heard
}
