import type { Clock } from '../../../core/clock'
import type { BatchSource } from '../../../../src-shared/bridge/verification'
import type { AsyncStore, Cache } from '../../../cache/store'
import { problem } from '../../../core/problems'
import { pagesOf } from '../../../core/client/pages'
import type { OpenSelection } from '../../contacts'
import type { JobAccess } from '../../../jobs/access'
import type { ListFileRows } from '../list-files/list-files'

/** Addresses that are added in one transaction. */
const most = 1000
const dayMs = 86_400_000

/** Where the addresses of batches come from. */
export interface SourceTools {
  cache: Cache
  /** The selections that the page froze. */
  frozen: {
    /** Throws `input_invalid` where a selection is not kept any more. */
    countOf(selectionId: string): number
    /** Takes over one more. */
    keep(frozen: { selectionId: string; count: number }): Promise<void>
  }
  openSelection: OpenSelection
  files: ListFileRows
  access: JobAccess
  clock: Clock
}

/** How far collecting is; the total is null where only its end tells. */
export type Collected = (done: number, total: number | null) => void

/** The name of a batch of such a source, as its head shows it. Rejects where there is no such file. */
export async function nameOfSource(source: BatchSource, files: ListFileRows): Promise<string> {
  switch (source.kind) {
    case 'file': {
      const { file, column } = await files.nameOf(source.fileId, source.column)
      return `${file}, column ${column}`
    }
    case 'contacts':
      return source.name
    case 'segment':
      return `Segment ${source.name}`
    case 'notChecked':
      if (source.days === 0) return 'Everyone'
      return `Everyone not checked in ${source.days === 1 ? 'a day' : `${source.days.toLocaleString('en-US')} days`}`
  }
}

/** Whether a source still tells the same after the program was started anew. */
export function canBeReadAgain(source: BatchSource): boolean {
  return source.kind !== 'file' && !(source.kind === 'contacts' && source.selection.kind === 'frozen')
}

/** Puts every address of a source into a batch, in transactions of at most 1,000. */
export async function collect(
  id: number,
  source: BatchSource,
  tools: SourceTools,
  onCollected: Collected,
  signal: AbortSignal,
): Promise<void> {
  const { cache, files, clock } = tools
  const { batches } = cache
  if (source.kind === 'file') {
    await putAll(id, files.rowsOf(source.fileId, source.column, signal), batches, onCollected, null, signal)
  } else if (source.kind === 'segment') {
    await putAll(id, membersOf(source.id, tools, signal), batches, onCollected, null, signal)
  } else if (source.kind === 'notChecked') {
    const before = source.days === 0 ? Number.MAX_SAFE_INTEGER : clock.now() - source.days * dayMs
    const { selectionId, count } = await batches.freezeNotChecked({ before })
    try {
      await putFrozen(id, { selectionId, count, except: [] }, batches, onCollected, signal)
    } finally {
      await cache.contacts.releaseSelection(selectionId)
    }
  } else await collectContacts(id, source.selection, tools, onCollected, signal)
}

async function collectContacts(
  id: number,
  selection: Extract<BatchSource, { kind: 'contacts' }>['selection'],
  tools: SourceTools,
  onCollected: Collected,
  signal: AbortSignal,
): Promise<void> {
  const { cache, frozen } = tools
  const { batches } = cache
  if (selection.kind === 'ids') {
    const reader = await tools.openSelection(selection)
    const emails = async function* () {
      for await (const rows of reader.slices()) yield rows.map(({ email }) => email)
    }
    return putAll(id, emails(), batches, onCollected, reader.count, signal)
  }
  if (selection.kind === 'frozen') {
    const { selectionId, except } = selection
    const count = frozen.countOf(selectionId)
    return putFrozen(id, { selectionId, count, except }, batches, onCollected, signal)
  }
  const { selectionId, count } = await cache.contacts.freeze({ query: selection.query })
  try {
    await putFrozen(id, { selectionId, count, except: [] }, batches, onCollected, signal)
  } finally {
    await cache.contacts.releaseSelection(selectionId)
  }
}

async function putFrozen(
  id: number,
  { selectionId, count, except }: { selectionId: string; count: number; except: string[] },
  batches: AsyncStore['batches'],
  onCollected: Collected,
  signal: AbortSignal,
): Promise<void> {
  onCollected(0, count)
  for (let offset = 0; offset < count; offset += most) {
    signal.throwIfAborted()
    await batches.putFrozen({ id, selectionId, except, slice: { offset, limit: most } })
    onCollected(Math.min(count, offset + most), count)
  }
}

async function putAll(
  id: number,
  cells: AsyncIterable<string[]>,
  batches: AsyncStore['batches'],
  onCollected: Collected,
  total: number | null,
  signal: AbortSignal,
): Promise<void> {
  let done = 0
  let waiting: string[] = []
  const put = async (emails: string[]) => {
    signal.throwIfAborted()
    await batches.put({ id, emails })
    done += emails.length
    onCollected(done, total)
  }
  onCollected(0, total)
  for await (const some of cells) {
    waiting.push(...some)
    for (; waiting.length >= most; waiting = waiting.slice(most)) await put(waiting.slice(0, most))
  }
  if (waiting.length > 0) await put(waiting)
}

/** The addresses of a segment, as the service lists its members. */
async function* membersOf(
  segmentId: string,
  { access }: SourceTools,
  signal: AbortSignal,
): AsyncGenerator<string[], void, undefined> {
  let isCut = false
  const pages = pagesOf(async (request) => {
    const answer = await access.client.listMembers(segmentId, request, { priority: 'job', signal })
    const { items, next } = answer.value
    // A list without pages is whole where it is shorter than what was asked for.
    isCut ||= next.kind === 'window' && items.length >= request.limit
    return answer
  }, 'members')
  for await (const page of pages) yield page.map(({ email }) => email)
  if (!isCut) return
  throw problem('list_shrank', {
    title: 'The service lists only the first members',
    why: 'It gives no further pages, so the rest of this segment cannot be read.',
    action: 'Make the batch from contacts or from a file.',
  })
}
