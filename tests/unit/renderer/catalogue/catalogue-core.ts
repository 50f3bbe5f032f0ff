import { usePageActionsStore } from '../../../../src-renderer/stores/page-actions'
import type { LiveState } from '../../../../src-shared/bridge/live'
import type { SegmentDetail } from '../../../../src-shared/bridge/segments'
import type { TemplateDetail } from '../../../../src-shared/bridge/templates'
import { ProblemError, type Problem } from '../../../../src-shared/problem'
import { rendered, steps, then } from '../campaigns/review-samples'
import { done, draftAnswers } from '../fixtures/answers'
import type { Answers, Refusals } from '../fixtures/fake-core'
import { Page } from '../fixtures/page'

/** A refusal of a change that another person's came before. */
export const conflict: Problem = {
  code: 'conflict',
  title: 'It was changed meanwhile',
  why: 'Somebody saved it after you began.',
  action: 'Choose whose stays.',
  retryable: false,
}

/** A list that cannot be read. */
export const unreadable: Problem = {
  code: 'cache_busy',
  title: 'The copy cannot be read',
  why: 'Its file is in use.',
  action: 'Try again.',
  retryable: true,
}

/** A template as a person finds it. */
export function template(more: Partial<TemplateDetail> = {}): TemplateDetail {
  return {
    id: 'receipt',
    name: 'Receipt',
    description: '',
    type: 'TRANSACTIONAL',
    subject: 'Your receipt',
    createdAt: then,
    updatedAt: then,
    uses: 2,
    body: '<p>Paid.</p>',
    from: 'billing@harbour.example',
    fromName: '',
    replyTo: '',
    usedBy: [],
    workflowsNotRead: 0,
    basis: 'mine',
    raw: {},
    ...more,
  }
}

/** A segment as a person finds it. */
export function segment(more: Partial<SegmentDetail> = {}): SegmentDetail {
  return {
    id: 'crew',
    name: 'Crew',
    description: 'Who is aboard',
    kind: 'static',
    members: 1284,
    trackMembership: false,
    createdAt: then,
    updatedAt: then,
    condition: null,
    conditionProblem: null,
    membersAsOf: then,
    membersUnread: 0,
    usedBy: [],
    workflowsNotRead: 0,
    basis: 'mine',
    raw: {},
    ...more,
  }
}

/** How the core of a test stands. */
export interface CatalogueWishes {
  templates?: readonly TemplateDetail[]
  segments?: readonly SegmentDetail[]
  /** When the lists were read; null: never. */
  asOf?: number | null
  /** What is being written and was kept. */
  draft?: unknown
  refused?: Refusals
  /** What refuses whoever saves and does not know what is there now. */
  conflict?: Problem
  /** The service does not answer. */
  offline?: boolean
  /** The template as another person saved it: what the copy holds once a save was refused. */
  theirs?: TemplateDetail
}

function page<Row extends { name: string }>(rows: readonly Row[], search: string, asOf: number | null) {
  const found = rows.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  return { rows: found, count: found.length, total: rows.length, asOf }
}

function one<Row extends { id: string }>(rows: readonly Row[], id: string): Row {
  const found = rows.find((row) => row.id === id)
  if (!found) throw new ProblemError({ ...unreadable, code: 'not_found', title: 'It is gone' })
  return found
}

function templateAnswers({
  asOf = then,
  theirs,
  conflict,
  ...wishes
}: CatalogueWishes): Answers['templates'] {
  const held = [...(wishes.templates ?? [template()])]
  let wasSaved = false
  return {
    page: ({ query }) => page(held, query.search, asOf),
    get: ({ id }) => (theirs && wasSaved ? theirs : one(held, id)),
    create: ({ name, subject }) => {
      const made = template({ id: 'made', name, subject })
      held.push(made)
      return made
    },
    update: ({ id, changes, basis }) => {
      wasSaved = true
      // Whoever knows what is there now may save.
      if (conflict && basis !== theirs?.basis) throw new ProblemError(conflict)
      const { description, from, fromName, replyTo, ...rest } = changes
      const texts = { description, from, fromName, replyTo }
      const said = Object.entries(texts).flatMap(([key, text]) =>
        text === undefined ? [] : [[key, text ?? '']],
      )
      return { ...one(held, id), ...rest, ...Object.fromEntries(said), basis: 'newer' }
    },
  }
}

function segmentAnswers({ asOf = then, conflict, ...wishes }: CatalogueWishes): Answers['segments'] {
  const held = [...(wishes.segments ?? [segment()])]
  return {
    page: ({ query }) => page(held, query.search, asOf),
    get: ({ id }) => one(held, id),
    days: () => ({ segments: [] }),
    lately: () => null,
    uses: () => ({ uses: {} }),
    create: ({ name }) => {
      const made = segment({ id: 'made', name })
      held.push(made)
      return made
    },
    update: ({ id, changes, basis }) => {
      if (conflict && basis !== null) throw new ProblemError(conflict)
      return { ...one(held, id), ...changes, basis: 'newer' }
    },
  }
}

function answersOf(wishes: CatalogueWishes): Answers {
  return {
    templates: templateAnswers(wishes),
    segments: segmentAnswers(wishes),
    drafts: draftAnswers(wishes.draft === undefined ? null : { content: wishes.draft, at: then }),
    review: {
      render: () => rendered(),
      variables: () => ({ variables: [], language: 'plain' as const }),
      letGo: done,
      run: async function* () {
        yield* steps()
      },
    },
    contacts: {
      page: () => ({ rows: [], count: 0, total: 0, revision: 1, tookMs: 1 }),
      fields: () => ({ fields: [] }),
    },
    events: { names: () => ({ names: [] }) },
    sync: {
      unread: ({ owner = null }) => ({
        rows: [{ key: 'c9', owner, fault: 'has no usable email', raw: '{"id":"c9","email":7}', at: then }],
        count: 1,
      }),
    },
  }
}

const offline: LiveState = {
  topic: 'sync',
  state: {
    resources: [],
    connection: {
      online: false,
      since: then,
      latencyMs: null,
      spent: 0,
      ceiling: 600,
      slowedTo: null,
      heldUntil: null,
      problem: null,
    },
    nextQuickAt: null,
    nextFullAt: null,
  },
}

/** Opens a screen of the catalogue at an address. */
export function openCatalogue(path: string, wishes: CatalogueWishes = {}): Promise<Page> {
  const told = wishes.offline ? [offline] : []
  return Page.open({ core: answersOf(wishes), refused: wishes.refused, path, told })
}

/** What a screen offers to the palette. */
export function offeredBy(page: Page): string[] {
  return page.of(usePageActionsStore).offered.map(({ label }) => label)
}
