import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import type { CallOptions } from '../../core/client/call-options'
import { beginningOf, firstIdIn, largestAnswer } from '../../core/client/too-large'
import { isProblem, problem } from '../../core/problems'
import { isSized, placeBehind, smaller, type ListPlace } from './pager'
import type { FetchedPage, ListedResource } from './resources'

const most = `${largestAnswer / 1024 / 1024} MB`

/** Records in a row that are passed over: past that it is the list that is at fault, and would be asked for ever. */
const mostInARow = 20

interface SmallerPages {
  runId: number
  list: ListedResource
  options: CallOptions
  /** Records in a row that were passed over before this page. */
  passed?: number
}

/**
 * Asks again for a page that was too large, with fewer records, down to one. A record that is too large by itself is set
 * aside, and the list is read on behind it. Answers with the page and its place; rejects with `answer_too_large` where
 * nobody knows how the list goes on, and with what else fails.
 */
export async function inSmallerPages(
  place: ListPlace,
  found: unknown,
  pages: SmallerPages,
): Promise<{ place: ListPlace; fetched: FetchedPage }> {
  const { list, options } = pages
  let at = place
  let error = found
  for (;;) {
    if (!isProblem(error, 'answer_too_large') || at.kind === 'window') throw error
    const less = smaller(at)
    if (less === null) return behind(at, error, pages)
    at = less
    try {
      const fetched = await list.fetch(at, options)
      if (!isSized(at, fetched.page)) throw found
      return { place: at, fetched }
    } catch (failure) {
      if (failure === found) throw failure
      error = failure
    }
  }
}

async function behind(
  place: ListPlace,
  error: unknown,
  pages: SmallerPages,
): Promise<{ place: ListPlace; fetched: FetchedPage }> {
  const { runId, list, options, passed = 0 } = pages
  const beginning = beginningOf(error) ?? ''
  const id = firstIdIn(beginning)
  const next = placeBehind(place, id)
  // Behind a record that comes again, nothing new does.
  const isSame = place.kind === 'cursor' && place.cursor === id
  if (next === null || isSame || passed >= mostInARow) throw unnamed(place)
  const reading = await list
    .fetch(next, options)
    .then((fetched) => ({ place: next, fetched }))
    .catch((failure: unknown) => {
      // No cursor of this service's is a record's id.
      if (isProblem(failure, 'invalid_request', 'not_found')) throw unnamed(place)
      return inSmallerPages(next, failure, { ...pages, passed: passed + 1 })
    })
  const key =
    id ?? (place.kind === 'page' ? t('copying.smallerPages.theOneAtPage', { page: place.page }) : null)
  await list.aside(runId, {
    id: key,
    fault: t('copying.smallerPages.isLargerThanMost', { most }),
    raw: beginning,
  })
  return reading
}

function unnamed(place: ListPlace) {
  const where =
    place.kind === 'cursor'
      ? t('copying.smallerPages.theRecordBehindCursor', { cursor: place.cursor })
      : t('copying.smallerPages.theFirstRecord')
  return problem('answer_too_large', {
    why: tell('copying.smallerPages.whereIsLargerThan', { where, most }),
  })
}
