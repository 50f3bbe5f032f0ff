import RecordsPage from '../../../../src-renderer/features/records/RecordsPage.vue'
import type { RecordAudience, RecordConnection, RecordTest } from '../../../../src-shared/bridge/records'
import { then } from '../campaigns/review-samples'
import { done } from '../fixtures/answers'
import type { Answers, Refusals } from '../fixtures/fake-core'
import { Page } from '../fixtures/page'
import { audience, connection, rows, run } from './record-samples'

/** How the core of a test stands. */
export interface RecordWishes {
  audience?: RecordAudience
  test?: RecordTest
  refused?: Refusals
}

const found: RecordTest = {
  address: 'https://records.wharf.example',
  latencyMs: 84,
  shape: { name: 'items', tells: 'pageInfo' },
  count: 212,
  fields: [{ name: 'mail', sample: 'ada@wharf.example' }],
  notes: ['The list is called items, and pageInfo tells of its end.'],
}

function answersOf(wishes: RecordWishes): Answers {
  return {
    records: {
      start: () => connection(),
      pause: () => connection(),
      resume: () => connection(),
      cancel: () => connection(),
      answer: () => connection(),
      add: ({ name }) => connection({}, { id: 'made', name }),
      edit: () => connection(),
      remove: done,
      test: () => wishes.test ?? found,
      page: ({ query }) => {
        const kept = query.sinceLast ? rows.slice(0, 1) : rows
        const shown = kept.filter((row) => JSON.stringify(row).includes(query.search))
        return { rows: shown, count: shown.length, total: rows.length, revision: 1, tookMs: 1 }
      },
      fields: () => ({
        fields: [
          { key: 'mail', types: ['text'], count: 2, distinct: 2 },
          { key: 'city', types: ['text'], count: 2, distinct: 2 },
          { key: 'berths', types: ['number'], count: 2, distinct: 2 },
        ],
      }),
      runs: () => ({ runs: [run(), run({ id: 6, state: 'cancelled', received: 40 })], count: 2 }),
      facets: () => ({ facets: [], revision: 1 }),
      freeze: () => ({ selectionId: 'frozen', count: rows.length }),
      views: () => ({ views: [] }),
      get: ({ id }) => {
        const row = rows.find((one) => one.id === id) ?? { id, data: {} }
        return { ...row, raw: { id: row.id, ...row.data }, firstAt: then, changedAt: then }
      },
      audience: () => wishes.audience ?? audience,
      changed: ({ selection }) => {
        if (selection.kind === 'frozen') return { count: 0 }
        return { count: selection.kind === 'ids' ? selection.ids.length : 1 }
      },
      toImport: () => ({ importId: 9, records: 2 }),
    },
  }
}

/** Opens the screen of records. `connections`: null while the core has said nothing of them. */
export function openRecords(
  connections: RecordConnection[] | null,
  wishes: RecordWishes & { path?: string } = {},
): Promise<Page> {
  const { refused, path = '/records' } = wishes
  const told = connections ? [{ topic: 'records' as const, state: { connections } }] : []
  return Page.open({ core: answersOf(wishes), refused, path, root: RecordsPage, told })
}
