import type { SentMail } from '../../../../src-shared/bridge/send'
import { rendered } from '../campaigns/review-samples'
import { draftAnswers } from '../fixtures/answers'
import type { Answers, Refusals } from '../fixtures/fake-core'
import { Page } from '../fixtures/page'

/** How the core of a test stands. */
export interface SendWishes {
  /** What was sent before. */
  sent?: readonly SentMail[]
  /** What is being written. */
  draft?: unknown
  /** What becomes of a mail to somebody; `sent` unless said. */
  outcome?: (to: string) => Partial<SentMail>
  refused?: Refusals
}

const at = Date.UTC(2026, 10, 20, 13, 52)

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

function answersOf(wishes: SendWishes): Answers {
  let mails = [...(wishes.sent ?? [])]
  return {
    send: {
      send: ({ to }) => ({ mails: to.map((one, index) => mailTo(index + 1, one, wishes.outcome?.(one))) }),
      history: () => ({ mails, count: mails.length }),
      settle: ({ id, how }) => {
        const state = how === 'notSent' ? 'refused' : 'sent'
        mails = mails.map((mail) => (mail.id === id ? { ...mail, state } : mail))
        return mails.find((mail) => mail.id === id) ?? mailTo(id, 'nobody@x.example')
      },
    },
    drafts: draftAnswers(wishes.draft === undefined ? null : { content: wishes.draft, at }),
    templates: { page: () => ({ rows: [], count: 0, total: 0, asOf: at }) },
    domains: {
      page: () => ({
        rows: [{ id: 'd', domain: 'harbour.example', verified: true, createdAt: at, updatedAt: at }],
        count: 1,
        total: 1,
        asOf: at,
      }),
    },
    review: {
      variables: () => ({ variables: [{ name: 'firstName', count: 40 }], language: 'plain' as const }),
      render: ({ mail: { subject } }) => rendered({ subject }),
    },
  }
}

/** Opens the screen that sends, over a core that sends as it is wished. */
export function openSend(wishes: SendWishes = {}): Promise<Page> {
  return Page.open({ core: answersOf(wishes), refused: wishes.refused, path: '/send' })
}
