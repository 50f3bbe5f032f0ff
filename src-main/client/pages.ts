import { limits } from '../../src-shared/interface/limits'
import type { ListPage, ListRequest } from '../../src-shared/interface/paging'
import { problem } from '../problems'
import type { Answer } from './client'

/** More pages than this are no list of segments or members: a list that never ends is not followed for ever. */
const mostPages = 20_000

/** So many pages in a row may bring nothing new before a list is taken for endless: records move while it is read. */
const mostStale = 2

/** Every page of a list, to its end. Rejects with `list_loops` where the list goes round in circles. */
export async function* pagesOf<T extends { id: string }>(
  ask: (request: ListRequest) => Promise<Answer<ListPage<T>>>,
): AsyncGenerator<T[], void, undefined> {
  let request: ListRequest = { limit: limits.page.max }
  const cursors = new Set<string>()
  /** The first record of each page: a page that begins like another is that one again. "" begins an empty one. */
  const begun = new Set<string>()
  let stale = 0
  for (let page = 0; page < mostPages; page++) {
    const { items, next } = (await ask(request)).value
    yield items
    if (next.kind === 'end' || next.kind === 'window') return
    const begins = items[0]?.id ?? ''
    stale = begun.has(begins) ? stale + 1 : 0
    begun.add(begins)
    if (stale >= mostStale || (next.kind === 'cursor' && cursors.has(next.cursor))) break
    if (next.kind === 'cursor') cursors.add(next.cursor)
    request =
      next.kind === 'cursor'
        ? { limit: request.limit, cursor: next.cursor }
        : { limit: request.limit, page: next.page }
  }
  throw problem('list_loops')
}
