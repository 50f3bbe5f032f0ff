import type { ApplyRecordPage, RecordOutcome } from '../../features/records/store'
import type { RecordBookmark } from './bookmark'
import type { PageAt } from './pages-ahead'
import { after, backFrom, countEmpty, judge, mustMeet, overlapOf, refuseOtherShape } from './steps'

/** Pages stored in one transaction at most: more would not be quicker, and hold the copy longer. */
const mostAtOnce = 8

/** A page, and where the pass goes on after it, as far as that is known before it is stored. */
interface PlannedPage {
  place: PageAt
  from: RecordBookmark
  anchored: boolean
  /** Where it goes on where the page does not meet what was read before; null where it need not, or goes on all the same. */
  back: RecordBookmark | null
  onwards: RecordBookmark
  assumed: RecordOutcome
}

/**
 * The first page, and those behind it that have come and are worth storing with it. `come` gives the page at an index, null where
 * it is still under way. Where each goes on follows from the page before it, of which is assumed what is nearly always so: that it
 * meets, and that everything behind where it meets is new. Throws what is wrong with the first page.
 */
export function planPages(
  at: RecordBookmark,
  first: PageAt,
  come: (index: number) => PageAt | null,
): PlannedPage[] {
  const planned = [planPage(at, first)]
  try {
    for (let last = planned[0]; last && planned.length < mostAtOnce; last = planned.at(-1)) {
      const { next, ends } = afterPage(last, last.assumed)
      const place = ends ? null : come(planned.length)
      // Behind a hole nothing is wanted.
      if (place === null || place.skip > next.skip) break
      planned.push(planPage(next, place))
    }
  } catch {
    // It is thrown again once it is the first page's turn, if what was assumed is so.
  }
  return planned
}

/** What the store is given of a page. */
export function writtenAs({ place, from, back, onwards, assumed }: PlannedPage): ApplyRecordPage {
  return {
    pass: from.pass,
    ids: place.page.items.map(({ id }) => id),
    // Made to text here: the other thread has more to do, and a text is sent with a tenth of the work.
    texts: place.page.items.map((item) => JSON.stringify(item)),
    anchored: back !== null,
    bookmark: onwards,
    otherwise: back ?? onwards,
    expected: place.page.total,
    drift: from.drift,
    assumed,
  }
}

/** Where the pass goes on after a page that came out so, and whether the list ends with it. Throws `list_loops`. */
export function afterPage(
  { place, from, anchored, back, onwards }: PlannedPage,
  { known, fresh }: RecordOutcome,
): { next: RecordBookmark; ends: boolean; wentBack: boolean } {
  if (back !== null && !known) return { next: back, ends: false, wentBack: true }
  const gap = from.part === 'list' && !known && (anchored || isBlind(from, place, fresh))
  return { ...judge(from, onwards, place, { fresh, gap }), wentBack: false }
}

function planPage(at: RecordBookmark, place: PageAt): PlannedPage {
  refuseOtherShape(at.shape, place)
  const from = countEmpty(at, place)
  const { skip, page } = place
  const anchored = mustMeet(from, skip)
  const fresh = page.items.length - (anchored ? overlapOf(from.size ?? 0) : 0)
  return {
    place,
    from,
    anchored,
    back: anchored && from.part === 'list' ? backFrom(from, place) : null,
    onwards: after(from, place),
    assumed: { known: anchored, fresh },
  }
}

/** A service that gives one record at a time leaves no room for an overlap: its pages cannot be seen to meet. */
function isBlind({ size }: RecordBookmark, { skip }: PageAt, fresh: number): boolean {
  return skip > 0 && size === 1 && fresh > 0
}
