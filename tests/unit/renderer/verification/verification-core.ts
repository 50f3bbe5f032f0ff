import type { BatchDetail } from '../../../../src-shared/bridge/verification'
import type { Problem } from '../../../../src-shared/problem'
import { done } from '../fixtures/answers'
import type { Answers, Refusals } from '../fixtures/fake-core'
import { Page } from '../fixtures/page'
import { batch, blankHealth, job, listed, past, rows, rules } from './batch-samples'

/** A refusal as the core words it. */
export const refusal: Problem = {
  code: 'offline',
  title: 'The service does not answer',
  why: 'No connection could be made.',
  action: 'Try again when it answers.',
  retryable: true,
}

/** How the core of a test stands. */
export interface BatchWishes {
  refused?: Refusals
  batch?: BatchDetail
  /** How many batches there are. */
  batches?: number
}

const reading = { encoding: 'utf-8', delimiter: ',', quote: '"' as const, header: true }
const file = {
  fileId: 'f1',
  pasted: false,
  name: 'fair.csv',
  bytes: 4_120_000,
  reading,
  detected: reading,
  workbook: null,
  encodings: ['utf-8', 'windows-1252'],
  notes: [],
  columns: [
    { index: 0, name: 'Name', samples: ['Hana Sato', 'Liam Okafor'], addresses: 0 },
    { index: 1, name: 'E-mail', samples: ['hana.sato@docomo.ne.jp', 'liam@hotnail.com'], addresses: 0.984 },
    { index: 2, name: 'Status', samples: ['valid', 'catch-all'], addresses: 0 },
  ],
  likely: 1,
}

function verificationAnswers({ batch: detail = batch(), batches = 1 }: BatchWishes): Answers['verification'] {
  return {
    page: ({ slice: { offset, limit } }) => {
      const all = Array.from({ length: batches }, (_, index) =>
        index === 0 ? listed() : listed({ id: 7 - index, name: `Segment ${index}`, job: null, waiting: 40 }),
      )
      return { batches: all.slice(offset, offset + limit), count: batches }
    },
    get: () => detail,
    segments: () => ({ segments: [{ id: 's1', name: 'Founders', kind: 'dynamic', members: 1204 }] }),
    create: () => detail,
    start: () => ({ ...detail, job: job({ state: 'running', done: 0, endedAt: null }) }),
    retryUnknown: () => ({ ...detail, job: job({ state: 'running', total: 325, done: 0, endedAt: null }) }),
    rows: ({ filter: { classes }, slice: { offset, limit } }) => {
      const found = rows.filter(({ verdict }) => !classes || (verdict && classes.includes(verdict.class)))
      return { rows: found.slice(offset, offset + limit), count: found.length, revision: 1 }
    },
    freeze: () => ({ selectionId: 'frozen', count: 400, notContacts: 17 }),
    discard: done,
  }
}

const verdictAnswers: Answers['verdicts'] = {
  rules: () => rules,
  health: () => blankHealth,
  worth: () => ({ steps: [], share: 500, ceiling: 1000, nextExpiry: null }),
  setRule: (input) => ({
    ...rules,
    signs: rules.signs.map((one) => (one.sign === input.sign ? { ...one, class: input.class } : one)),
  }),
  resetRules: () => ({ ...rules, signs: rules.signs.map((one) => ({ ...one, class: one.usual })) }),
  setDomain: (input) => ({
    ...rules,
    domains: rules.domains.filter(({ domain }) => domain !== input.domain),
  }),
  setExpiry: (expiry) => ({ ...rules, expiry }),
  history: ({ email }) => ({
    verdicts: [
      past({ email }),
      past({
        email,
        class: 'accepts',
        was: null,
        expired: true,
        vendor: 'ZeroBounce',
        source: 'bought',
        answer: null,
      }),
    ],
  }),
  propose: ({ result }) => ({
    rows: 1200,
    email: 1,
    result: result ?? 2,
    reason: null,
    checked: null,
    vendor: null,
    results: [
      { text: 'valid', count: 900, class: 'accepts' },
      { text: 'catch-all', count: 300, class: null },
    ],
  }),
  addBought: async function* () {
    yield { rows: 600, total: 1200, added: 450, older: 50, leftOut: 100, flipped: 3, ended: false }
    yield { rows: 1200, total: 1200, added: 850, older: 50, leftOut: 300, flipped: 6, ended: true }
  },
}

function answersOf(wishes: BatchWishes): Answers {
  return {
    verification: verificationAnswers(wishes),
    verdicts: verdictAnswers,
    listFiles: {
      open: () => file,
      choose: () => ({ file }),
      read: ({ reading: wanted }) => ({ ...file, reading: wanted }),
      letGo: done,
    },
    corrections: {
      preview: () => ({
        suggestions: 113,
        willChange: 100,
        alreadyThere: 10,
        notContacts: 3,
        rows: [{ email: 'mateus@gmial.com', suggestion: 'mateus@gmail.com', alreadyThere: false }],
        requests: 230,
        seconds: 14,
      }),
      start: () =>
        job({ id: 50, title: 'Correct 110 contacts', state: 'running', total: 110, done: 0, endedAt: null }),
    },
  }
}

/** Opens a page of verification by its address. */
export function openVerification(path: string, wishes: BatchWishes = {}): Promise<Page> {
  return Page.open({ core: answersOf(wishes), refused: wishes.refused, path })
}
