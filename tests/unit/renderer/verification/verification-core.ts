import { implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import { corrections } from '../../../../src-shared/bridge/corrections'
import { listFiles } from '../../../../src-shared/bridge/list-files'
import { verdicts } from '../../../../src-shared/bridge/verdicts'
import { verification, type BatchDetail } from '../../../../src-shared/bridge/verification'
import type { Problem } from '../../../../src-shared/problem'
import { exposeBridge } from '../expose-bridge'
import { batch, job, listed, past, rows, rules } from './batch-samples'

/** A refusal as the core words it. */
export const refusal: Problem = {
  code: 'offline',
  title: 'The service does not answer',
  why: 'No connection could be made.',
  action: 'Try again when it answers.',
  retryable: true,
}

/** What the core was asked, in order. */
export type Heard = { name: string; input: unknown }[]

/** How the core of a test stands. */
export interface CoreWishes {
  /** Procedures that are refused, by name: "verification.start". */
  refused?: readonly string[]
  batch?: BatchDetail
  /** How many batches there are. */
  batches?: number
}

const os = implement({ verification, verdicts, listFiles, corrections })

/** What a screen of verification asks for, answered with the samples; `heard` takes down what was asked. */
export function verificationRouter(heard: Heard, wishes: CoreWishes = {}) {
  const { refused = [], batch: detail = batch(), batches = 1 } = wishes
  const hear = (name: string, input: unknown, refuse: () => Error): void => {
    heard.push({ name, input })
    if (refused.includes(name)) throw refuse()
  }
  const reading = { encoding: 'utf-8', delimiter: ',', quote: '"' as const, header: true }
  const file = {
    fileId: 'f1',
    name: 'fair.csv',
    bytes: 4_120_000,
    reading,
    detected: reading,
    encodings: ['utf-8', 'windows-1252'],
    notes: [],
    columns: [
      { index: 0, name: 'Name', samples: ['Hana Sato', 'Liam Okafor'], addresses: 0 },
      { index: 1, name: 'E-mail', samples: ['hana.sato@docomo.ne.jp', 'liam@hotnail.com'], addresses: 0.984 },
      { index: 2, name: 'Status', samples: ['valid', 'catch-all'], addresses: 0 },
    ],
    likely: 1,
  }
  return {
    verification: {
      page: os.verification.page.handler(({ input, errors }) => {
        hear('verification.page', input, () => errors.PROBLEM({ data: refusal }))
        const all = Array.from({ length: batches }, (_, index) =>
          index === 0
            ? listed()
            : listed({ id: 7 - index, name: `Segment ${index}`, job: null, waiting: 40 }),
        )
        return {
          batches: all.slice(input.slice.offset, input.slice.offset + input.slice.limit),
          count: batches,
        }
      }),
      get: os.verification.get.handler(({ input, errors }) => {
        hear('verification.get', input, () => errors.PROBLEM({ data: refusal }))
        return detail
      }),
      segments: os.verification.segments.handler(() => ({
        segments: [{ id: 's1', name: 'Founders', kind: 'dynamic' as const, members: 1204 }],
      })),
      create: os.verification.create.handler(({ input, errors }) => {
        hear('verification.create', input, () => errors.PROBLEM({ data: refusal }))
        return detail
      }),
      start: os.verification.start.handler(({ input, errors }) => {
        hear('verification.start', input, () => errors.PROBLEM({ data: refusal }))
        return { ...detail, job: job({ state: 'running', done: 0, endedAt: null }) }
      }),
      retryUnknown: os.verification.retryUnknown.handler(({ input, errors }) => {
        hear('verification.retryUnknown', input, () => errors.PROBLEM({ data: refusal }))
        return { ...detail, job: job({ state: 'running', total: 325, done: 0, endedAt: null }) }
      }),
      rows: os.verification.rows.handler(({ input, errors }) => {
        hear('verification.rows', input, () => errors.PROBLEM({ data: refusal }))
        const { classes } = input.filter
        const found = rows.filter(({ verdict }) => !classes || (verdict && classes.includes(verdict.class)))
        const { offset, limit } = input.slice
        return { rows: found.slice(offset, offset + limit), count: found.length, revision: 1 }
      }),
      freeze: os.verification.freeze.handler(({ input, errors }) => {
        hear('verification.freeze', input, () => errors.PROBLEM({ data: refusal }))
        return { selectionId: 'frozen', count: 400, notContacts: 17 }
      }),
      discard: os.verification.discard.handler(({ input, errors }) => {
        hear('verification.discard', input, () => errors.PROBLEM({ data: refusal }))
        return { done: true as const }
      }),
    },
    verdicts: {
      rules: os.verdicts.rules.handler(({ errors }) => {
        hear('verdicts.rules', null, () => errors.PROBLEM({ data: refusal }))
        return rules
      }),
      setRule: os.verdicts.setRule.handler(({ input, errors }) => {
        hear('verdicts.setRule', input, () => errors.PROBLEM({ data: refusal }))
        const signs = rules.signs.map((one) =>
          one.sign === input.sign ? { ...one, class: input.class } : one,
        )
        return { ...rules, signs }
      }),
      resetRules: os.verdicts.resetRules.handler(() => {
        heard.push({ name: 'verdicts.resetRules', input: null })
        return { ...rules, signs: rules.signs.map((one) => ({ ...one, class: one.usual })) }
      }),
      setDomain: os.verdicts.setDomain.handler(({ input, errors }) => {
        hear('verdicts.setDomain', input, () => errors.PROBLEM({ data: refusal }))
        return { ...rules, domains: rules.domains.filter(({ domain }) => domain !== input.domain) }
      }),
      setExpiry: os.verdicts.setExpiry.handler(({ input }) => {
        heard.push({ name: 'verdicts.setExpiry', input })
        return { ...rules, expiry: input }
      }),
      history: os.verdicts.history.handler(({ input }) => ({
        verdicts: [
          past({ email: input.email }),
          past({
            email: input.email,
            class: 'accepts',
            was: null,
            expired: true,
            vendor: 'ZeroBounce',
            source: 'bought',
            answer: null,
          }),
        ],
      })),
      propose: os.verdicts.propose.handler(({ input }) => {
        heard.push({ name: 'verdicts.propose', input })
        return {
          rows: 1200,
          email: 1,
          result: input.result ?? 2,
          reason: null,
          checked: null,
          vendor: null,
          results: [
            { text: 'valid', count: 900, class: 'accepts' as const },
            { text: 'catch-all', count: 300, class: null },
          ],
        }
      }),
      addBought: os.verdicts.addBought.handler(async function* ({ input }) {
        heard.push({ name: 'verdicts.addBought', input })
        yield { rows: 600, total: 1200, added: 450, older: 50, leftOut: 100, flipped: 3, ended: false }
        yield { rows: 1200, total: 1200, added: 850, older: 50, leftOut: 300, flipped: 6, ended: true }
      }),
    },
    listFiles: {
      open: os.listFiles.open.handler(({ input }) => {
        heard.push({ name: 'listFiles.open', input })
        return file
      }),
      choose: os.listFiles.choose.handler(() => ({ file })),
      read: os.listFiles.read.handler(({ input }) => ({ ...file, reading: input.reading })),
      letGo: os.listFiles.letGo.handler(({ input }) => {
        heard.push({ name: 'listFiles.letGo', input })
        return { done: true as const }
      }),
    },
    corrections: {
      preview: os.corrections.preview.handler(({ input }) => {
        heard.push({ name: 'corrections.preview', input })
        return {
          suggestions: 113,
          willChange: 100,
          alreadyThere: 10,
          notContacts: 3,
          rows: [{ email: 'mateus@gmial.com', suggestion: 'mateus@gmail.com', alreadyThere: false }],
          requests: 230,
          seconds: 14,
        }
      }),
      start: os.corrections.start.handler(({ input, errors }) => {
        hear('corrections.start', input, () => errors.PROBLEM({ data: refusal }))
        return job({
          id: 50,
          title: 'Correct 110 contacts',
          state: 'running',
          total: 110,
          done: 0,
          endedAt: null,
        })
      }),
    },
  }
}

/** Gives the page a port to the core of {@link verificationRouter}. Answers what was asked. */
export function exposeVerification(wishes: CoreWishes = {}): Heard {
  const heard: Heard = []
  exposeBridge(new RPCHandler(verificationRouter(heard, wishes)))
  return heard
}
