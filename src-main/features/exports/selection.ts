import { tell } from '../../../src-shared/messages/told'
import type { ContactRow, ContactSelection } from '../../../src-shared/bridge/contacts'
import type { Cache } from '../../cache/store'
import { problem } from '../../core/problems'
import type { Slice } from '../../../src-shared/bridge/base'
import type { Freezer, FrozenSelections } from './frozen'

/** A selection that is being read, in its order. */
export interface RowReader<Row> {
  /** How many it holds, what was deleted since and exceptions included. */
  readonly count: number
  /** Rows in slices of up to 500. */
  slices(): AsyncGenerator<Row[], void, undefined>
  /** Gives back what was frozen for reading. */
  close(): Promise<void>
}
type SelectionReader = RowReader<ContactRow>

const sliceSize = 500

/** Where selections are read from. */
export interface SelectionSource {
  readonly cache: Cache
  readonly frozen: FrozenSelections
}

/** Opens a selection; a query is frozen first, so that the rows do not shift while they are read. */
export async function openSelection(
  { cache, frozen }: SelectionSource,
  selection: ContactSelection,
): Promise<SelectionReader> {
  const { contacts } = cache
  return openRows({ list: contacts, frozen, asked: (query) => ({ query }) }, selection)
}

interface RowSource<Row, Query, Asked> {
  list: Freezer<Asked> & {
    rowsByIds(ids: string[]): Promise<Row[]>
    frozenRows(input: { selectionId: string; slice: Slice }): Promise<Row[]>
  }
  frozen: FrozenSelections<Asked>
  asked(query: Query): Asked
}

type RowSelection<Query> =
  | { kind: 'ids'; ids: string[] }
  | { kind: 'frozen'; selectionId: string; except: string[] }
  | { kind: 'query'; query: Query }

/** As {@link openSelection}, of the rows of any list. */
export async function openRows<Row extends { id: string }, Query, Asked>(
  source: RowSource<Row, Query, Asked>,
  selection: RowSelection<Query>,
): Promise<RowReader<Row>> {
  if (selection.kind === 'ids') return readIds(source.list, selection.ids)
  if (selection.kind === 'frozen') {
    const { selectionId, except } = selection
    return readFrozen(source.list, selectionId, source.frozen.countOf(selectionId), new Set(except))
  }
  // Not one of the page's: it is let go when it has been read.
  const { selectionId, count } = await source.list.freeze(source.asked(selection.query))
  const reader = readFrozen(source.list, selectionId, count, new Set())
  return { ...reader, close: () => source.list.releaseSelection(selectionId) }
}

/** More than this is no clipboard's content. */
const mostAddresses = 100_000

/** The addresses of a selection, in its order. Rejects with `input_invalid` beyond 100,000. */
export async function addressesOf(source: SelectionSource, selection: ContactSelection): Promise<string[]> {
  const reader = await openSelection(source, selection)
  try {
    if (reader.count > mostAddresses) {
      throw problem('input_invalid', {
        title: tell('exports.selection.theseAreTooMany'),
        why: tell('exports.selection.theClipboardTakesMostaddresses', { mostAddresses, count: reader.count }),
        action: tell('exports.selection.exportThemToA'),
      })
    }
    const emails: string[] = []
    for await (const rows of reader.slices()) for (const { email } of rows) emails.push(email)
    return emails
  } finally {
    await reader.close()
  }
}

function readIds<Row>(
  list: Pick<RowSource<Row, never, never>['list'], 'rowsByIds'>,
  ids: string[],
): RowReader<Row> {
  return {
    count: ids.length,
    async *slices() {
      for (let start = 0; start < ids.length; start += sliceSize) {
        yield await list.rowsByIds(ids.slice(start, start + sliceSize))
      }
    },
    close: () => Promise.resolve(),
  }
}

function readFrozen<Row extends { id: string }>(
  list: Pick<RowSource<Row, never, never>['list'], 'frozenRows'>,
  selectionId: string,
  count: number,
  except: ReadonlySet<string>,
): RowReader<Row> {
  return {
    count: Math.max(0, count - except.size),
    async *slices() {
      for (let offset = 0; offset < count; offset += sliceSize) {
        const rows = await list.frozenRows({ selectionId, slice: { offset, limit: sliceSize } })
        yield except.size === 0 ? rows : rows.filter(({ id }) => !except.has(id))
      }
    },
    close: () => Promise.resolve(),
  }
}
