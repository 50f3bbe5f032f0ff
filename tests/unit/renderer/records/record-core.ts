import RecordsPage from '../../../../src-renderer/features/records/RecordsPage.vue'
import type { ContactRow } from '../../../../src-shared/bridge/contacts'
import type { PickedRows } from '../../../../src-shared/bridge/grid'
import type {
  RecordAudience,
  RecordConnection,
  RecordDetail,
  RecordQuery,
  RecordRow,
  RecordTest,
} from '../../../../src-shared/bridge/records'
import { then } from '../campaigns/review-samples'
import { done } from '../fixtures/answers'
import type { Answers, Refusals } from '../fixtures/fake-core'
import { Page } from '../fixtures/page'
import { audience, connection, rows, run } from './record-samples'

/** How the core of a test stands. */
export interface RecordWishes {
  audience?: RecordAudience
  test?: RecordTest
  /** How many of those that are meant have no address. */
  missing?: number
  /** What the last run changed in a record that is opened. */
  change?: RecordDetail['change']
  /** The contact with the address of any record. */
  contact?: ContactRow
  refused?: Refusals
}

const tested: RecordTest = {
  address: 'https://records.wharf.example',
  latencyMs: 84,
  shape: { name: 'items', tells: 'pageInfo' },
  count: 212,
  fields: [{ name: 'mail', sample: 'ada@wharf.example' }],
  notes: ['The list is called items, and pageInfo tells of its end.'],
}

/** Whether a record is picked; of what is frozen there are all, and the first of them. */
function picks(picked: PickedRows, id: string): boolean {
  if (picked.kind === 'ids') return picked.ids.includes(id)
  return !picked.except.includes(id) && (picked.selectionId === 'frozen' || id === rows[0]?.id)
}

function found({ search, sinceLast, among }: RecordQuery): RecordRow[] {
  return rows.filter(
    (row, at) =>
      JSON.stringify(row).includes(search) && (!sinceLast || at === 0) && (!among || picks(among, row.id)),
  )
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
      test: () => wishes.test ?? tested,
      page: ({ query, selectionId }) => {
        const shown = found(query)
        const outside = selectionId === 'first' ? shown.filter((row) => row !== rows[0]) : []
        return {
          rows: shown,
          count: shown.length,
          total: rows.length,
          revision: 1,
          tookMs: 1,
          outside: outside.map(({ id }) => id),
        }
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
      freeze: ({ query, also }) => {
        const kept = rows.filter((row) => found(query).includes(row) || (also && picks(also, row.id)))
        return { selectionId: kept.length === rows.length ? 'frozen' : 'first', count: kept.length }
      },
      shown: ({ query, picked }) => ({ count: found({ ...query, among: picked }).length }),
      views: () => ({ views: [] }),
      saveView: ({ view }) => ({ ...view, id: 'saved' }),
      get: ({ id }) => {
        const row = rows.find((one) => one.id === id) ?? { id, data: {}, changedAt: then, news: null }
        return { ...row, raw: { id: row.id, ...row.data }, firstAt: then, change: wishes.change ?? null }
      },
      audience: () => wishes.audience ?? audience,
      tally: ({ selection, email }) => {
        const count = selection.kind === 'query' ? found(selection.query).length : 2
        const missing = email === null ? count : (wishes.missing ?? 0)
        return {
          records: count,
          leftOut: { missing, faulty: 0, twice: 0 },
          goes: count - missing,
          fields: [{ field: 'data.mail', filled: 2, sample: 'ada@wharf.example' }],
        }
      },
      leftOut: () => ({ selectionId: 'first', count: 1 }),
      toImport: () => ({ importId: 9, records: 2 }),
    },
    contacts: {
      page: () => {
        const people = wishes.contact ? [wishes.contact] : []
        return { rows: people, count: people.length, total: 1, revision: 1, tookMs: 1 }
      },
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
