import { defineComponent, h } from 'vue'
import { RouterView } from 'vue-router'
import HoldBars from '../../../../src-renderer/shell/HoldBars.vue'
import type { ContactRow } from '../../../../src-shared/bridge/contacts'
import type { LatelyMail, MailHold, SentRow } from '../../../../src-shared/bridge/send'
import { rendered } from '../campaigns/review-samples'
import { done, draftAnswers } from '../fixtures/answers'
import type { Answers, Refusals } from '../fixtures/fake-core'
import { Page } from '../fixtures/page'

/** How the core of a test stands. */
export interface SendWishes {
  /** What was sent before. */
  sent?: readonly SentRow[]
  /** What is being written. */
  draft?: unknown
  /** Who is a contact, by address. */
  contacts?: Readonly<Record<string, Record<string, unknown>>>
  lately?: readonly LatelyMail[]
  refused?: Refusals
}

const at = Date.UTC(2026, 10, 20, 13, 52)

/** A mail that was sent to somebody. */
export function mailTo(id: number, to: string, changes: Partial<SentRow> = {}): SentRow {
  return {
    id,
    to,
    name: null,
    subject: 'Your papers',
    templateId: null,
    state: 'sent',
    at,
    emailId: null,
    contactId: null,
    problem: null,
    facts: {
      template: 'Papers',
      from: null,
      filled: { of: 8, filled: 4, fellBack: 3 },
      files: 2,
      bytes: 412_000,
    },
    idempotencyKey: `key-${id}`,
    tries: 1,
    leftAt: at,
    answeredAt: at + 30_000,
    settledAt: null,
    kept: false,
    outcome: null,
    ...changes,
  }
}

/** A mail that is held. */
export function heldMail(changes: Partial<MailHold> = {}): MailHold {
  return {
    id: 'hold-1',
    subject: 'Your papers',
    first: 'ann@x.example',
    people: 1,
    state: 'held',
    seconds: 30,
    leavesAt: Date.now() + 30_000,
    taken: 0,
    unanswered: 0,
    problem: null,
    ...changes,
  }
}

function contactOf(email: string, data: Record<string, unknown>): ContactRow {
  return { id: `c-${email}`, email, subscribed: true, createdAt: at, updatedAt: at, data, verdict: null }
}

function answersOf(wishes: SendWishes): Answers {
  let mails = [...(wishes.sent ?? [])]
  const contacts = Object.entries(wishes.contacts ?? {}).map(([email, data]) => contactOf(email, data))
  return {
    send: {
      hold: ({ to }) => heldMail({ people: to.length, first: to[0] ?? '' }),
      undo: done,
      sendNow: () => heldMail({ state: 'sent', taken: 1 }),
      dismiss: done,
      request: ({ email }) => ({
        headers: [{ name: 'Idempotency-Key', value: 'made as it leaves' }],
        body: JSON.stringify({ to: email }),
      }),
      lately: () => ({ mails: [...(wishes.lately ?? [])] }),
      test: ({ emails }) => ({ mails: emails.map((email, index) => mailTo(index, email)) }),
      asSent: () => ({ sent: null }),
      history: () => ({
        mails,
        count: mails.length,
        total: mails.length,
        unanswered: mails.filter(({ state }) => state === 'unknown').length,
      }),
      settle: ({ id, how }) => {
        const state = how === 'notSent' ? 'refused' : 'sent'
        mails = mails.map((mail) => (mail.id === id ? { ...mail, state } : mail))
        return mails.find((mail) => mail.id === id) ?? mailTo(id, 'nobody@x.example')
      },
    },
    contacts: {
      byAddress: ({ emails }) => ({
        contacts: emails.map((email) => contacts.find((one) => one.email === email) ?? null),
      }),
      page: ({ query }) => {
        const rows = contacts.filter(({ data, email }) =>
          `${JSON.stringify(data)} ${email}`.toLowerCase().includes((query?.search ?? '').toLowerCase()),
        )
        return { rows, count: rows.length, total: contacts.length, revision: 1, tookMs: 1, outside: [] }
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

/** Opens the screen that sends, with the bars of what is held beneath it, over a core that sends as it is wished. */
export function openSend(wishes: SendWishes = {}): Promise<Page> {
  const root = defineComponent({ setup: () => () => [h(RouterView), h(HoldBars)] })
  return Page.open({ core: answersOf(wishes), refused: wishes.refused, path: '/send', root })
}
