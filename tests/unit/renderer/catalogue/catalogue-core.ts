import { implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import { contacts } from '../../../../src-shared/bridge/contacts'
import { drafts } from '../../../../src-shared/bridge/drafts'
import { events } from '../../../../src-shared/bridge/events'
import { review } from '../../../../src-shared/bridge/review'
import { segments, type SegmentDetail } from '../../../../src-shared/bridge/segments'
import { templates, type TemplateDetail } from '../../../../src-shared/bridge/templates'
import type { Problem } from '../../../../src-shared/problem'
import { rendered, steps, then } from '../campaigns/review-samples'
import { exposeBridge } from '../expose-bridge'

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
    usedBy: [],
    workflowsNotRead: 0,
    basis: 'mine',
    raw: {},
    ...more,
  }
}

/** What the core was asked, in order. */
export type Heard = { name: string; input: unknown }[]

/** How the core of a test stands. */
export interface CatalogueWishes {
  templates?: readonly TemplateDetail[]
  segments?: readonly SegmentDetail[]
  /** When the lists were read; null: never. */
  asOf?: number | null
  /** What is being written and was kept. */
  draft?: unknown
  /** Procedures that are refused, by name, and with what. */
  refused?: Record<string, Problem>
  /** The template as another person saved it: what the copy holds once a save was refused. */
  theirs?: TemplateDetail
}

const os = implement({ templates, segments, drafts, review, contacts, events })
const done = { done: true as const }

function router(heard: Heard, wishes: CatalogueWishes) {
  const { refused = {}, asOf = then } = wishes
  const held = [...(wishes.templates ?? [template()])]
  const groups = [...(wishes.segments ?? [segment()])]
  type Refuse = { PROBLEM: (options: { data: Problem }) => Error }
  /** Hears a question; throws where it is to be refused. */
  function hear(name: string, input: unknown, errors: Refuse): void {
    heard.push({ name, input })
    const data = refused[name]
    if (data) throw errors.PROBLEM({ data })
  }
  function page<Row extends { name: string }>(rows: readonly Row[], search: string) {
    const found = rows.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    return { rows: found, count: found.length, total: rows.length, asOf }
  }
  function one<Row extends { id: string }>(rows: readonly Row[], id: string, errors: Refuse): Row {
    const found = rows.find((row) => row.id === id)
    if (!found) throw errors.PROBLEM({ data: { ...unreadable, code: 'not_found', title: 'It is gone' } })
    return found
  }
  return {
    templates: {
      page: os.templates.page.handler(({ input, errors }) => {
        hear('templates.page', input, errors)
        return page(held, input.query.search)
      }),
      get: os.templates.get.handler(({ input, errors }) => {
        const wasRefused = heard.some(({ name }) => name === 'templates.update')
        return wishes.theirs && wasRefused ? wishes.theirs : one(held, input.id, errors)
      }),
      create: os.templates.create.handler(({ input, errors }) => {
        hear('templates.create', input, errors)
        const made = template({ id: 'made', name: input.name, subject: input.subject })
        held.push(made)
        return made
      }),
      update: os.templates.update.handler(({ input, errors }) => {
        heard.push({ name: 'templates.update', input })
        const data = refused['templates.update']
        // Whoever knows what is there now may save.
        if (data && input.basis !== wishes.theirs?.basis) throw errors.PROBLEM({ data })
        const { description, from, fromName, replyTo, ...rest } = input.changes
        const texts = { description, from, fromName, replyTo }
        const said = Object.entries(texts).flatMap(([key, text]) =>
          text === undefined ? [] : [[key, text ?? '']],
        )
        return { ...one(held, input.id, errors), ...rest, ...Object.fromEntries(said), basis: 'newer' }
      }),
    },
    segments: {
      page: os.segments.page.handler(({ input, errors }) => {
        hear('segments.page', input, errors)
        return page(groups, input.query.search)
      }),
      get: os.segments.get.handler(({ input, errors }) => one(groups, input.id, errors)),
      create: os.segments.create.handler(({ input, errors }) => {
        hear('segments.create', input, errors)
        const made = segment({ id: 'made', name: input.name })
        groups.push(made)
        return made
      }),
      update: os.segments.update.handler(({ input, errors }) => {
        heard.push({ name: 'segments.update', input })
        const data = refused['segments.update']
        if (data && input.basis !== null) throw errors.PROBLEM({ data })
        return { ...one(groups, input.id, errors), ...input.changes, basis: 'newer' }
      }),
    },
    drafts: {
      get: os.drafts.get.handler(() => ({
        draft: wishes.draft === undefined ? null : { content: wishes.draft, at: then },
      })),
      put: os.drafts.put.handler(({ input }) => {
        heard.push({ name: 'drafts.put', input })
        return done
      }),
      remove: os.drafts.remove.handler(({ input }) => {
        heard.push({ name: 'drafts.remove', input })
        return done
      }),
    },
    review: {
      render: os.review.render.handler(() => rendered()),
      variables: os.review.variables.handler(() => ({ variables: [] })),
      letGo: os.review.letGo.handler(() => done),
      run: os.review.run.handler(async function* () {
        yield* steps()
      }),
    },
    contacts: {
      page: os.contacts.page.handler(() => ({ rows: [], count: 0, total: 0, revision: 1, tookMs: 1 })),
      fields: os.contacts.fields.handler(() => ({ fields: [] })),
    },
    events: { names: os.events.names.handler(() => ({ names: [] })) },
  }
}

/** Gives the page a port to such a core. Answers what was asked. */
export function exposeCatalogue(wishes: CatalogueWishes = {}): Heard {
  const heard: Heard = []
  exposeBridge(new RPCHandler(router(heard, wishes)))
  return heard
}
