import { implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import { domains } from '../../../../src-shared/bridge/domains'
import { drafts } from '../../../../src-shared/bridge/drafts'
import { review } from '../../../../src-shared/bridge/review'
import { send, type SentMail } from '../../../../src-shared/bridge/send'
import { templates } from '../../../../src-shared/bridge/templates'
import type { Problem } from '../../../../src-shared/problem'
import { rendered } from '../campaigns/review-samples'
import { exposeBridge } from '../expose-bridge'

/** What the core was asked, in order. */
export type Heard = { name: string; input: unknown }[]

/** How the core of a test stands. */
export interface SendWishes {
  /** What was sent before. */
  sent?: readonly SentMail[]
  /** What is being written. */
  draft?: unknown
  /** What becomes of a mail to somebody; `sent` unless said. */
  outcome?: (to: string) => Partial<SentMail>
  /** Nothing leaves at all. */
  refusal?: Problem
}

const at = Date.UTC(2026, 10, 20, 13, 52)
const os = implement({ send, review, drafts, templates, domains })

/** A mail that was sent to somebody. */
export function mailTo(id: number, to: string, changes: Partial<SentMail> = {}): SentMail {
  return {
    id,
    to,
    subject: 'Your papers',
    state: 'sent',
    at,
    emailId: null,
    contactId: null,
    problem: null,
    ...changes,
  }
}

function sendRouter(heard: Heard, wishes: SendWishes) {
  let mails = [...(wishes.sent ?? [])]
  return {
    send: {
      send: os.send.send.handler(({ input, errors }) => {
        heard.push({ name: 'send.send', input })
        if (wishes.refusal) throw errors.PROBLEM({ data: wishes.refusal })
        return { mails: input.to.map((to, index) => mailTo(index + 1, to, wishes.outcome?.(to))) }
      }),
      history: os.send.history.handler(() => ({ mails, count: mails.length })),
      settle: os.send.settle.handler(({ input }) => {
        heard.push({ name: 'send.settle', input })
        const state = input.how === 'notSent' ? ('refused' as const) : ('sent' as const)
        mails = mails.map((mail) => (mail.id === input.id ? { ...mail, state } : mail))
        return mails.find(({ id }) => id === input.id) ?? mailTo(input.id, 'nobody@x.example')
      }),
    },
    drafts: {
      get: os.drafts.get.handler(() => ({
        draft: wishes.draft === undefined ? null : { content: wishes.draft, at },
      })),
      put: os.drafts.put.handler(({ input }) => {
        heard.push({ name: 'drafts.put', input })
        return { done: true as const }
      }),
      remove: os.drafts.remove.handler(({ input }) => {
        heard.push({ name: 'drafts.remove', input })
        return { done: true as const }
      }),
    },
    templates: { page: os.templates.page.handler(() => ({ rows: [], count: 0, total: 0, asOf: at })) },
    domains: {
      page: os.domains.page.handler(() => ({
        rows: [{ id: 'd', domain: 'harbour.example', verified: true, createdAt: at, updatedAt: at }],
        count: 1,
        total: 1,
        asOf: at,
      })),
    },
    review: {
      variables: os.review.variables.handler(() => ({ variables: [{ name: 'firstName', count: 40 }] })),
      render: os.review.render.handler(({ input }) => {
        heard.push({ name: 'review.render', input })
        return rendered({ subject: input.mail.subject })
      }),
    },
  }
}

/** Gives the page a port to a core that sends as it is wished. Answers what was asked. */
export function exposeSend(wishes: SendWishes = {}): Heard {
  const heard: Heard = []
  exposeBridge(new RPCHandler(sendRouter(heard, wishes)))
  return heard
}
