import { t } from '../../../../src-shared/messages/message'
import { tell, toKeep, toldOf } from '../../../../src-shared/messages/told'
import type { Clock } from '../../../core/clock'
import type { ContactStanding } from '../../../../src-shared/bridge/verdicts'
import type { BatchSource } from '../../../../src-shared/bridge/verification'
import type { Cache } from '../../../cache/store'
import { problem } from '../../../core/problems'
import { pagesOf } from '../../../core/client/pages'
import type { OpenSelection } from '../../contacts'
import type { JobAccess } from '../../../jobs/access'
import type { ListFileRows } from '../list-files/open-files'

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
type Collected = (done: number, total: number | null) => void

/** The name of a batch of such a source, as it is kept. Rejects where there is no such file. */
export async function nameOfSource(source: BatchSource, files: ListFileRows): Promise<string> {
  switch (source.kind) {
    case 'file': {
      const { file, column } = await files.nameOf(source.fileId, source.column)
      return toKeep('told.batch.column', { file: toldOf(file), column })
    }
    case 'standing':
      return namesOfStandings[source.standing]
    case 'repeat':
      throw problem('internal', { why: tell('verification.sources.aBatchToBe') })
    case 'contacts':
      return source.name
    case 'segment':
      return source.name
    case 'notChecked':
      if (source.days === 0) return toKeep('told.batch.everyone')
      return toKeep('told.batch.everyoneNotCheckedIn', { days: source.days })
  }
}

const namesOfStandings: Readonly<Record<ContactStanding, string>> = {
  never: toKeep('told.batch.neverChecked'),
  expired: toKeep('told.batch.expiredVerdicts'),
  unknown: toKeep('told.batch.unknown'),
  suggested: toKeep('told.batch.likelyTypos'),
}

/** Whether a source still tells the same after the program was started anew. */
export function canBeReadAgain(source: BatchSource): boolean {
  return source.kind !== 'file' && !(source.kind === 'contacts' && source.selection.kind === 'frozen')
}

/** A batch that addresses are put into. */
interface Collection {
  id: number
  cache: Cache
  onCollected: Collected
  signal: AbortSignal
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
  const into = { id, cache, onCollected, signal }
  switch (source.kind) {
    case 'file':
      return putAll(into, files.rowsOf(source.fileId, source.column, signal))
    case 'segment':
      return putAll(into, membersOf(source.id, tools, signal))
    case 'notChecked': {
      const before = source.days === 0 ? Number.MAX_SAFE_INTEGER : clock.now() - source.days * dayMs
      return putOnce(into, await cache.batches.freezeNotChecked({ before }))
    }
    case 'standing':
      return putOnce(
        into,
        await cache.batches.freezeStanding({ standing: source.standing, now: clock.now() }),
      )
    case 'contacts':
      return collectContacts(into, source.selection, tools)
    case 'repeat':
      throw problem('internal', { why: tell('verification.sources.aBatchToBe') })
  }
}

async function collectContacts(
  into: Collection,
  selection: Extract<BatchSource, { kind: 'contacts' }>['selection'],
  { openSelection, frozen }: SourceTools,
): Promise<void> {
  switch (selection.kind) {
    case 'ids': {
      const reader = await openSelection(selection)
      const emails = async function* () {
        for await (const rows of reader.slices()) yield rows.map(({ email }) => email)
      }
      return putAll(into, emails(), reader.count)
    }
    case 'frozen': {
      const { selectionId, except } = selection
      return putFrozen(into, { selectionId, count: frozen.countOf(selectionId) }, except)
    }
    case 'query':
      return putOnce(into, await into.cache.contacts.freeze({ query: selection.query }))
  }
}

/** Puts contacts that were frozen for this alone. */
async function putOnce(into: Collection, frozen: { selectionId: string; count: number }): Promise<void> {
  try {
    await putFrozen(into, frozen)
  } finally {
    await into.cache.contacts.releaseSelection(frozen.selectionId)
  }
}

async function putFrozen(
  { id, cache, onCollected, signal }: Collection,
  { selectionId, count }: { selectionId: string; count: number },
  except: string[] = [],
): Promise<void> {
  onCollected(0, count)
  for (let offset = 0; offset < count; offset += most) {
    signal.throwIfAborted()
    await cache.batches.putFrozen({ id, selectionId, except, slice: { offset, limit: most } })
    onCollected(Math.min(count, offset + most), count)
  }
}

async function putAll(
  { id, cache, onCollected, signal }: Collection,
  cells: AsyncIterable<string[]>,
  total: number | null = null,
): Promise<void> {
  let done = 0
  let waiting: string[] = []
  const put = async (emails: string[]) => {
    signal.throwIfAborted()
    await cache.batches.put({ id, emails })
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
  }, t('core.pages.members'))
  for await (const page of pages) yield page.map(({ email }) => email)
  if (!isCut) return
  throw problem('list_shrank', {
    title: tell('verification.sources.theServiceListsOnly'),
    why: tell('verification.sources.itGivesNoFurther'),
    action: tell('verification.sources.makeTheBatchFrom'),
  })
}
