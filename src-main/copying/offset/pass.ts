import { tell } from '../../../src-shared/messages/told'
import { largestAnswer } from '../../core/client/too-large'
import { isProblem, problem } from '../../core/problems'
import type { ApplyRecordPage, RecordOutcome } from '../../features/records/store'
import type { RecordBookmark } from './bookmark'
import { PagesAhead, type AskPage, type PageAt } from './pages-ahead'
import type { Flow } from './flow'
import { afterPage, planPages, writtenAs } from './planned'
import { narrower, overlapOf } from './steps'

/** What a pass works with. */
interface PassTools {
  ask: AskPage
  flow: Flow
  /** Stores pages, each with its bookmark, in one transaction: as far as they came out as they were assumed to. */
  apply(pages: ApplyRecordPage[]): Promise<RecordOutcome[]>
  signal: AbortSignal
}

/**
 * Reads an offset list from where a bookmark is to its end, and answers with the bookmark there.
 *
 * What is promised, and why it holds. Call a record *old* that is in the list from the beginning of the pass to its end.
 * Insertions and deletions leave the order of those that stay as it is, so all records that were ever in the list have one
 * order, whenever a page was read. A page is a piece of the list without holes, as it was at one moment. The *frontier* is
 * the last record that was read, and the invariant is: **every old record up to the frontier has been read.**
 *
 * - A page from position 0 holds every old record up to its own end: the invariant holds after it, whatever was before.
 * - A page that begins with a record that this pass has read (it is *known*: at or before the frontier) holds every old
 *   record from there to its end. With the invariant before it, the invariant holds for its end.
 * - Any other page proves nothing: something may lie between the frontier and its first record, which was pushed up by
 *   deletions. It is stored, since its records are real, but none of them becomes known; the pass goes back (a page, then
 *   two, four...) until a page meets, at the latest at position 0, and reads on from there.
 *
 * So every page begins a few records before the end of the one before it, and insertions, which push records down, only
 * make records come twice. Nothing of this depends on the order in which pages were read: several may be under way at
 * once, and are judged in the order of their places. The last page says of itself, as of its moment, that nothing follows
 * it, so that the invariant covers the whole list: then, and only then, what was not seen may be deleted.
 *
 * A record that is *moved* can be missed, from a place that is still to come to one that was read; no overlap shows it.
 * Where the service counts its records, the run sees that some are missing, and reads everything again before it deletes
 * anything; the next run finds what is left. What is inserted before the frontier is not old; at the end, the beginning of
 * the list is read again for it, because that is where most services put what is new.
 */
export async function readPass(start: RecordBookmark, tools: PassTools): Promise<RecordBookmark> {
  const flights = new PagesAhead(tools.ask, tools.signal)
  let at = start
  try {
    for (;;) {
      await launch(at, flights, tools.flow)
      const first = await firstOf(flights)
      tools.signal.throwIfAborted()
      if ('tooLarge' in first) {
        at = narrower(at) ?? alone(at, first.tooLarge)
        await flights.drop()
        continue
      }
      const planned = planPages(at, first, (index) => flights.come(index))
      const outcomes = await tools.apply(planned.map(writtenAs))
      const ended = { ends: false, skip: 0 }
      for (const [index, outcome] of outcomes.entries()) {
        const page = planned[index]
        if (!page) break
        const { next, ends, wentBack } = afterPage(page, outcome)
        at = next
        Object.assign(ended, { ends, skip: page.place.skip })
        if (wentBack) await flights.drop()
        else flights.shift()
      }
      if (!ended.ends) continue
      if (at.part === 'head' || ended.skip === 0) return at
      await flights.drop()
      at = { ...at, part: 'head', skip: 0, back: 0, stale: 0, same: 0, empty: 0, before: null }
    }
  } finally {
    await flights.drop()
  }
}

async function firstOf(flights: PagesAhead): Promise<PageAt | { tooLarge: unknown }> {
  try {
    return await flights.first()
  } catch (error) {
    if (!isProblem(error, 'answer_too_large')) throw error
    return { tooLarge: error }
  }
}

/** Throws: a record that is too large by itself cannot be read past, since nobody knows its id. */
function alone({ skip }: RecordBookmark, cause: unknown): never {
  throw problem(
    'answer_too_large',
    {
      why: tell('copying.pass.theRecordAfterThe', { skip, count: largestAnswer / 1024 / 1024 }),
    },
    { cause },
  )
}

/** Asks for the page that comes next, and for those behind it as far as the service takes them at once. */
async function launch(at: RecordBookmark, flights: PagesAhead, flow: Flow): Promise<void> {
  if (flights.next !== null && flights.next > at.skip) await flights.drop()
  if (flights.furthest === null) flights.launch(at.skip, at.limit)
  // While it is looked for where pages meet, and at the beginning, the places of the next pages are not known.
  if (at.size === null || at.size < 2 || at.back > 0 || at.part === 'head') return
  const step = at.size - overlapOf(at.size)
  // Pages that came and wait to be stored are no more than those under way may be.
  while (flights.underWay < flow.width && flights.count < 2 * flow.width) {
    const skip: number = (flights.furthest ?? at.skip) + step
    if (at.total !== null && skip >= at.total) return
    flights.launch(skip, at.limit)
  }
}
