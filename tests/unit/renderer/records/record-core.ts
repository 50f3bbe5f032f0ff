import { implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import { records, type RecordAudience, type RecordTest } from '../../../../src-shared/bridge/records'
import type { Problem } from '../../../../src-shared/problem'
import { then } from '../campaigns/review-samples'
import { exposeBridge } from '../expose-bridge'
import { audience, connection, rows, run } from './record-samples'

/** What the core was asked, in order. */
export type Heard = { name: string; input: unknown }[]

/** How the core of a test stands. */
export interface RecordWishes {
  audience?: RecordAudience
  test?: RecordTest
  /** Procedures that are refused, by name, and with what. */
  refused?: Record<string, Problem>
}

const os = implement({ records })
const found: RecordTest = {
  address: 'https://records.wharf.example',
  latencyMs: 84,
  shape: { name: 'items', tells: 'pageInfo' },
  count: 212,
  fields: [{ name: 'mail', sample: 'ada@wharf.example' }],
  notes: ['The list is called items, and pageInfo tells of its end.'],
}

function router(heard: Heard, { refused = {}, ...wishes }: RecordWishes) {
  type Refuse = { PROBLEM: (options: { data: Problem }) => Error }
  function hear(name: string, input: unknown, errors: Refuse): void {
    heard.push({ name, input })
    const data = refused[name]
    if (data) throw errors.PROBLEM({ data })
  }
  const act = (name: 'start' | 'pause' | 'resume' | 'cancel') =>
    os.records[name].handler(({ input, errors }) => {
      hear(name, input, errors)
      return connection()
    })
  return {
    records: {
      start: act('start'),
      pause: act('pause'),
      resume: act('resume'),
      cancel: act('cancel'),
      answer: os.records.answer.handler(({ input, errors }) => {
        hear('answer', input, errors)
        return connection()
      }),
      add: os.records.add.handler(({ input, errors }) => {
        hear('add', input, errors)
        return connection({}, { id: 'made', name: input.name })
      }),
      edit: os.records.edit.handler(({ input, errors }) => {
        hear('edit', input, errors)
        return connection()
      }),
      remove: os.records.remove.handler(({ input, errors }) => {
        hear('remove', input, errors)
        return { done: true as const }
      }),
      test: os.records.test.handler(({ input, errors }) => {
        hear('test', input, errors)
        return wishes.test ?? found
      }),
      page: os.records.page.handler(({ input, errors }) => {
        hear('page', input, errors)
        const { query } = input
        const kept = query.sinceLast ? rows.slice(0, 1) : rows
        const shown = kept.filter((row) => JSON.stringify(row).includes(query.search))
        return { rows: shown, count: shown.length, total: rows.length, revision: 1, tookMs: 1 }
      }),
      fields: os.records.fields.handler(() => ({
        fields: [
          { key: 'mail', types: ['text' as const], count: 2, distinct: 2 },
          { key: 'city', types: ['text' as const], count: 2, distinct: 2 },
          { key: 'berths', types: ['number' as const], count: 2, distinct: 2 },
        ],
      })),
      runs: os.records.runs.handler(({ input, errors }) => {
        hear('runs', input, errors)
        return { runs: [run(), run({ id: 6, state: 'cancelled', received: 40 })], count: 2 }
      }),
      facets: os.records.facets.handler(() => ({ facets: [], revision: 1 })),
      freeze: os.records.freeze.handler(() => ({ selectionId: 'frozen', count: rows.length })),
      views: os.records.views.handler(() => ({ views: [] })),
      get: os.records.get.handler(({ input, errors }) => {
        hear('get', input, errors)
        const row = rows.find(({ id }) => id === input.id) ?? { id: input.id, data: {} }
        return { ...row, raw: { id: row.id, ...row.data }, firstAt: then, changedAt: then }
      }),
      audience: os.records.audience.handler(({ input, errors }) => {
        hear('audience', input, errors)
        return wishes.audience ?? audience
      }),
      changed: os.records.changed.handler(({ input, errors }) => {
        hear('changed', input, errors)
        const { selection } = input
        if (selection.kind === 'frozen') return { count: 0 }
        return { count: selection.kind === 'ids' ? selection.ids.length : 1 }
      }),
      toImport: os.records.toImport.handler(({ input, errors }) => {
        hear('toImport', input, errors)
        return { importId: 9, records: 2 }
      }),
    },
  }
}

/** Gives the page a port to such a core. Answers what was asked. */
export function exposeRecords(wishes: RecordWishes = {}): Heard {
  const heard: Heard = []
  exposeBridge(new RPCHandler(router(heard, wishes)))
  return heard
}
