import { t } from '../../../src-shared/messages/message'
import { toKeep } from '../../../src-shared/messages/told'
import type { AppliedPage } from '../store/applied-page'
import type { Priority } from '../../core/client/call-options'
import type { Resource, Run, RunMode } from '../../../src-shared/bridge/sync'
import { isCatalogueList } from '../../../src-shared/interface/catalogue'
import type { Cache } from '../../cache/store'
import type { ServiceClient } from '../../core/client/client'
import { joinSignals, type JoinedSignal } from '../../../src-shared/signals'
import { isProblem, problem } from '../../core/problems'
import {
  isLikeTheEnd,
  LoopWatch,
  mayBeLost,
  readBookmark,
  stepAfter,
  type Bookmark,
  type ListPlace,
  type NextPage,
} from './pager'
import { listedResources, type FetchedPage, type ListedResource } from './resources'
import { inSmallerPages } from './smaller-pages'
import { nounOf } from '../words'

type PassEnd =
  /** Everything was read: what was not seen is gone. `isDoubted`: unless less came than was promised, or nothing was. */
  | { kind: 'complete'; isDoubted?: boolean }
  /** As far as the mode or the service goes: nothing is known of what was not seen. */
  | { kind: 'partial'; note: string }
  /** The service refused the bookmark (it expired): the run starts over. */
  | { kind: 'bookmarkRefused' }

interface Pass {
  run: Run
  stored: unknown
  client: ServiceClient
  cache: Cache
  /** Milliseconds since 1970. */
  now(): number
  signal: AbortSignal
  /** Told of the run's row after every page. */
  progress(run: Run): void
}

/**
 * Reads one resource from where its bookmark says to the end. Rejects with what stopped it: every failure leaves
 * the bookmark with the last page applied. Once it has settled, nothing more is sent and nothing more is applied.
 */
export async function readThrough(pass: Pass): Promise<PassEnd> {
  const { run } = pass
  if (run.resource === 'eventNames') return readNames(pass)
  const list = listedResources(pass.client, pass.cache, () => pass.now())[run.resource]
  // The page read ahead must not outlive a pass that ends for a reason of its own.
  const ending = joinSignals(pass.signal)
  try {
    return await readPages({ ...pass, signal: ending.signal }, list, ending)
  } finally {
    ending.release()
  }
}

async function readNames(pass: Pass): Promise<PassEnd> {
  const { run, client, cache, signal, progress } = pass
  const { value } = await client.listEventNames({ priority: firstPriority(pass), signal })
  signal.throwIfAborted()
  progress((await cache.events.applyNames({ runId: run.id, names: value })).run)
  return { kind: 'complete' }
}

/**
 * Reads the list to its end, with the next page on its way while the last one is applied; at a quick refresh only until a page
 * holds nothing new, and one page at a time: most often the first is the last.
 */
async function readPages(pass: Pass, list: ListedResource, ending: JoinedSignal): Promise<PassEnd> {
  const isQuick = pass.run.mode === 'quick'
  const bookmark = readBookmark(pass.stored)
  const loops = new LoopWatch()
  let place: ListPlace = bookmark.place
  let run = pass.run
  let priority = firstPriority(pass)
  let ahead: Promise<FetchedPage> | null = null
  try {
    for (;;) {
      const fetching: Promise<FetchedPage> = ahead ?? fetchAt(pass, list, place, priority)
      ahead = null
      priority = 'sync'
      const read = await pageAt(pass, list, { place, fetching, bookmark })
      if ('kind' in read) return read
      place = read.place
      const { fetched } = read
      const moved = await afterLostCursor({ ...pass, run }, list, { place, page: fetched.page, bookmark })
      if (moved !== null) {
        if ('kind' in moved) return moved
        place = moved.place
        continue
      }
      const step = checked(loops, stepAfter(place, fetched.page))
      if (step.kind === 'on' && !isQuick) ahead = fetchAt(pass, list, step.place, priority)
      const applied = await apply(pass, fetched, place, step, bookmark)
      run = applied.run
      pass.progress(run)
      if (loops.repeats(fetched.page.items.length, applied.repeated) && !isWindow(place))
        throw problem('list_loops')
      if (isQuick && (step.kind !== 'on' || holdsNothingNew(place, fetched.page, applied)))
        return { kind: 'partial', note: quickNote(run.resource) }
      if (step.kind === 'complete' || step.kind === 'doubted')
        return { kind: 'complete', isDoubted: step.kind === 'doubted' }
      if (step.kind === 'short') return { kind: 'partial', note: shortNote(run.received) }
      place = step.place
      pass.signal.throwIfAborted()
    }
  } finally {
    ending.abort(new Error('The run has ended'))
    await ahead?.catch(() => undefined)
  }
}

/**
 * A person who asked for a run sees at once whether the service answers: their first page does not stand in line
 * behind the minute's share that background work has already spent. The rest of the run does.
 */
function firstPriority({ run }: Pass): Priority {
  return run.cause === 'person' ? 'click' : 'sync'
}

/** Everything older is known too, since the list begins with the newest; of a window, where it reaches back to before this run. */
function holdsNothingNew(place: ListPlace, page: FetchedPage['page'], applied: AppliedPage): boolean {
  return isWindow(place) || page.next.kind === 'window'
    ? applied.unchanged + applied.changed - applied.repeated > 0
    : applied.added === 0 && applied.changed === 0
}

function fetchAt(
  pass: Pass,
  list: ListedResource,
  place: ListPlace,
  priority: Priority,
): Promise<FetchedPage> {
  const fetching = list.fetch(place, { priority, signal: pass.signal })
  // It may fail while the page before it is still being applied: it is looked at after that.
  fetching.catch(() => undefined)
  return fetching
}

/** The page that was asked for at a place, or a smaller one where it is too large. */
async function pageAt(
  { run, signal }: Pass,
  list: ListedResource,
  { place, fetching, bookmark }: { place: ListPlace; fetching: Promise<FetchedPage>; bookmark: Bookmark },
): Promise<{ place: ListPlace; fetched: FetchedPage } | PassEnd> {
  try {
    return await fetching.then(
      (fetched) => ({ place, fetched }),
      (error: unknown) =>
        inSmallerPages(place, error, { runId: run.id, list, options: { priority: 'sync', signal } }),
    )
  } catch (error) {
    return pastTheEnd(error, run.resource, place, bookmark)
  }
}

/**
 * Where a cursor is the id of a record that was deleted meanwhile, the service answers as at the end of the list (interface.md
 * section 4 leaves it open), and everything after it would be taken for gone. null: this is no such answer. Otherwise the
 * nearest record before it that is still there, or that the list must be read anew.
 */
async function afterLostCursor(
  pass: Pass,
  list: ListedResource,
  { place, page, bookmark }: { place: ListPlace; page: FetchedPage['page']; bookmark: Bookmark },
): Promise<{ place: ListPlace } | PassEnd | null> {
  if (!isLikeTheEnd(place, page)) return null
  if (!place.earlier || !list.has) {
    const { mode, received, expected: promised } = pass.run
    const isLost = mode === 'full' && mayBeLost({ received, promised, startedOver: bookmark.startedOver })
    return isLost ? { kind: 'bookmarkRefused' } : null
  }
  const options = { priority: 'sync', signal: pass.signal } as const
  if (await list.has(place.cursor, options)) return null
  for (const [at, cursor] of place.earlier.entries()) {
    if (await list.has(cursor, options))
      return { place: { kind: 'cursor', cursor, earlier: place.earlier.slice(at + 1) } }
  }
  if (!bookmark.startedOver) return { kind: 'bookmarkRefused' }
  return {
    kind: 'partial',
    note: t('copying.pass.recordsWereDeletedWhere'),
  }
}

function apply(
  pass: Pass,
  fetched: FetchedPage,
  place: ListPlace,
  step: NextPage,
  bookmark: Bookmark,
): Promise<AppliedPage> {
  // At the end the bookmark stays at the last page: reading it again costs one request and changes nothing.
  const next = step.kind === 'on' ? step.place : place
  return fetched.apply(pass.run.id, { ...bookmark, place: next })
}

function checked(loops: LoopWatch, step: NextPage): NextPage {
  if (loops.revisits(step)) throw problem('list_loops')
  return step
}

/** What a failed page means where it is no plain failure. */
function pastTheEnd(error: unknown, resource: Resource, place: ListPlace, bookmark: Bookmark): PassEnd {
  if (place.kind === 'start' && isCatalogueList(resource) && isProblem(error, 'not_found')) {
    return { kind: 'partial', note: toKeep('told.noSuchList', { nouns: nounOf(resource) }) }
  }
  if (place.kind === 'window' && place.had > 0 && isProblem(error, 'answer_too_large', 'invalid_request')) {
    return { kind: 'partial', note: shortNote(place.had) }
  }
  if (place.kind === 'cursor' && !bookmark.startedOver && isProblem(error, 'invalid_request', 'not_found'))
    return { kind: 'bookmarkRefused' }
  throw error
}

function isWindow(place: ListPlace): boolean {
  return place.kind === 'window'
}

/** What a quick refresh cannot know. */
function quickNote(resource: Run['resource']): string {
  return resource === 'contacts' ? toKeep('told.quickOfContacts') : toKeep('told.quickOfOthers')
}

function shortNote(count: number): string {
  return toKeep('told.newestOnly', { count })
}

/** What a run that started over says of itself. */
export function startedOverNote(mode: RunMode): string {
  return mode === 'full' ? toKeep('told.startedOver') : toKeep('told.refreshStartedOver')
}
