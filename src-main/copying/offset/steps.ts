import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import { limits } from '../../../src-shared/interface/limits'
import { shapeInWords, type OffsetPage, type OffsetShape } from '../../../src-shared/interface/offset-list'
import { problem } from '../../core/problems'
import type { RecordBookmark } from './bookmark'
import type { PageAt } from './pages-ahead'

/** What every page asks for: the most that any service gives. */
export const asked = limits.records.max

/** Records that two pages have in common, where a page is long enough. */
const wanted = 5

/** So often may a page be the same as the one before it, though other records were asked for. */
const mostSame = 5

/** So often may a page hold nothing although more is said to follow: a list that gets shorter may look so for a moment. */
const mostEmpty = 5

/** More records than these are no list that a person means. */
const mostRecords = 5_000_000

/**
 * Where a pass goes on where an answer was too large: at the same place, with half as many records; null where that was one
 * already.
 */
export function narrower(at: RecordBookmark): RecordBookmark | null {
  if (at.limit <= 1) return null
  const limit = Math.floor(at.limit / 2)
  return { ...at, limit, size: at.size === null ? null : Math.min(at.size, limit) }
}

/** How many records of a page of this length the next one asks for again. */
export function overlapOf(length: number): number {
  return Math.min(wanted, Math.floor(length / 2))
}

/** Whether a page must begin with a record that was read before: else something may lie between. */
export function mustMeet({ size }: RecordBookmark, skip: number): boolean {
  return skip > 0 && size !== null && size > 1
}

/** Refuses a page of another form than the first. */
export function refuseOtherShape(first: OffsetShape | null, { skip, page }: PageAt): void {
  const { shape, items } = page
  if (!first || items.length === 0 || (first.name === shape.name && first.tells === shape.tells)) return
  throw problem('answer_malformed', {
    title: tell('copying.steps.theListChangedIts'),
    why: tell('copying.steps.afterCountRecordsThe', {
      count: skip,
      shapeInWords: shapeInWords(shape),
      shapeInWords2: shapeInWords(first),
    }),
  })
}

/** Counts pages that hold nothing although more is said to follow. Throws `list_loops` where they do not end. */
export function countEmpty(at: RecordBookmark, { page }: PageAt): RecordBookmark {
  if (page.items.length > 0 || page.more !== true) return at
  if (at.empty + 1 >= mostEmpty) throw endless(t('copying.steps.itSaysThatThere'))
  return { ...at, empty: at.empty + 1 }
}

/** Where the pass goes on after a page, as far as that is known before it is stored. */
export function after(at: RecordBookmark, { skip, page }: PageAt): RecordBookmark {
  const { length } = page.items
  const size = Math.max(at.size ?? 0, length)
  return {
    ...at,
    skip: skip + length - overlapOf(length),
    back: 0,
    // What was too large may lie behind: more are asked for again.
    limit: Math.min(asked, at.limit * 2),
    size: size === 0 ? null : size,
    shape: at.shape ?? (length === 0 ? null : page.shape),
    total: page.total ?? at.total,
    before: { skip, ids: idsOf(page) },
  }
}

/** Where the pass goes on where a page does not meet what was read before it; null where it may not go back any more. */
export function backFrom(at: RecordBookmark, { skip, page }: PageAt): RecordBookmark | null {
  if (at.rereads >= mostRereads(at)) return null
  const back = at.back === 0 ? (at.size ?? asked) : at.back * 2
  return {
    ...at,
    skip: Math.max(0, skip - back),
    back,
    stale: at.stale + (page.items.length === 0 ? asked : 0),
    rereads: at.rereads + 1,
    drift: { ...at.drift, reread: at.drift.reread + 1 },
  }
}

/** A list that moves all the time would be read from its beginning again and again: a quarter of its pages is enough. */
function mostRereads({ read, size }: RecordBookmark): number {
  return Math.max(20, Math.ceil(read / (size ?? asked) / 4))
}

/**
 * What a stored page means: `next` with its counts, and whether the list ends here. Throws `list_loops` where it has no
 * end. `gap`: the page did not meet, and could not be made to.
 */
export function judge(
  at: RecordBookmark,
  next: RecordBookmark,
  { skip, page }: PageAt,
  { fresh, gap }: { fresh: number; gap: boolean },
): { next: RecordBookmark; ends: boolean } {
  const { length } = page.items
  const isSame = length > 0 && at.before !== null && at.before.ids === idsOf(page) && skip > at.before.skip
  const same = isSame ? at.same + 1 : 0
  if (same >= mostSame) throw endless(t('copying.steps.itSendsTheSame'))
  const read = at.read + fresh
  if (read > mostRecords) throw endless(t('copying.steps.itHasSentCount', { count: mostRecords }))
  // Where the list moved, records come again; more of them than were read, and it goes round.
  const stale = fresh > 0 ? 0 : at.stale + (length === 0 ? asked : length)
  const loops = stale > read + 2 * asked
  if (loops && page.more === true) throw endless(t('copying.steps.itSaysThatThere2'))
  const ends = loops || endsWith(at, { skip, page }, fresh)
  // It counts more than it lists: what it does not list may be there all the same.
  const short =
    ends && at.part === 'list' && page.more === null && page.total !== null && skip + length < page.total
  const gaps = gap || short || loops ? 1 : 0
  const again = skip === 0 ? 0 : overlapOf(at.size ?? 0)
  const repeated = Math.max(0, length - fresh - again)
  const drift = {
    ...at.drift,
    gaps: at.drift.gaps + gaps,
    repeated: at.drift.repeated + (at.back > 0 || at.part === 'head' ? 0 : repeated),
  }
  const empty = fresh > 0 ? 0 : next.empty
  return { next: { ...next, read, stale, same, empty, gaps: at.gaps + gaps, drift }, ends }
}

/** Whether a page is the last: by what it says, by being short, or because nothing new came. */
function endsWith(at: RecordBookmark, { skip, page }: PageAt, fresh: number): boolean {
  const { length } = page.items
  if (at.part === 'head' && fresh === 0) return true
  if (page.more !== null) return !page.more
  const isShort = length < (at.size ?? asked)
  // A count that is smaller than what it came with is not believed.
  if (page.total !== null && (skip + length === page.total || (skip + length > page.total && isShort)))
    return true
  // A short page may be one of a service that gives fewer than were asked for: it is asked once more what comes after it.
  return length === 0 || (isShort && fresh === 0 && skip > 0)
}

function idsOf({ items }: OffsetPage): string {
  return JSON.stringify([items.length, items[0]?.id, items.at(-1)?.id])
}

function endless(why: string): Error {
  return problem('list_loops', { why: tell('copying.steps.whyTheRunStopped', { why }) })
}
