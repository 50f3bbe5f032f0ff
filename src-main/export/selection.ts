import type { ContactRow, ContactSelection } from '../../src-shared/bridge/contacts'
import type { Cache } from '../cache/store'
import { problem } from '../problems'
import type { FrozenSelections } from './frozen'

/** A selection that is being read, in its order. */
export interface SelectionReader {
  /** How many it holds, people deleted since and exceptions included. */
  readonly count: number
  /** Rows in slices of up to 500. */
  slices(): AsyncGenerator<ContactRow[], void, undefined>
  /** Gives back what was frozen for reading. */
  close(): Promise<void>
}

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
  if (selection.kind === 'ids') return readIds(cache, selection.ids)
  if (selection.kind === 'frozen') {
    const { selectionId, except } = selection
    return readFrozen(cache, selectionId, frozen.countOf(selectionId), new Set(except))
  }
  // Not one of the page's: it is let go when it has been read.
  const { selectionId, count } = await cache.contacts.freeze({ query: selection.query })
  const reader = readFrozen(cache, selectionId, count, new Set())
  return { ...reader, close: () => cache.contacts.releaseSelection(selectionId) }
}

/** More than this is no clipboard's content. */
const mostAddresses = 100_000

/** The addresses of a selection, in its order. Rejects with `input_invalid` beyond 100,000. */
export async function addressesOf(source: SelectionSource, selection: ContactSelection): Promise<string[]> {
  const reader = await openSelection(source, selection)
  try {
    if (reader.count > mostAddresses) {
      throw problem('input_invalid', {
        title: 'These are too many to copy',
        why: `The clipboard takes ${mostAddresses.toLocaleString('en')} addresses; ${reader.count.toLocaleString('en')} are selected.`,
        action: 'Export them to a file.',
      })
    }
    const emails: string[] = []
    for await (const rows of reader.slices()) for (const { email } of rows) emails.push(email)
    return emails
  } finally {
    await reader.close()
  }
}

function readIds(cache: Cache, ids: string[]): SelectionReader {
  return {
    count: ids.length,
    async *slices() {
      for (let start = 0; start < ids.length; start += sliceSize) {
        yield await cache.contacts.rowsByIds(ids.slice(start, start + sliceSize))
      }
    },
    close: () => Promise.resolve(),
  }
}

function readFrozen(
  cache: Cache,
  selectionId: string,
  count: number,
  except: ReadonlySet<string>,
): SelectionReader {
  return {
    count: Math.max(0, count - except.size),
    async *slices() {
      for (let offset = 0; offset < count; offset += sliceSize) {
        const rows = await cache.contacts.frozenRows({ selectionId, slice: { offset, limit: sliceSize } })
        yield except.size === 0 ? rows : rows.filter(({ id }) => !except.has(id))
      }
    },
    close: () => Promise.resolve(),
  }
}
