import { limits } from '../../src-shared/interface/limits'
import type { ListPage, ListRequest } from '../../src-shared/interface/paging'
import { problem } from '../problems'
import type { Answer } from './client'

/** More pages than this are no list of segments or members: a list that never ends is not followed for ever. */
const mostPages = 20_000

/** Every page of a list, to its end. Rejects with `list_loops` where a page brings nothing and yet is not the last. */
export async function* pagesOf<T>(
  ask: (request: ListRequest) => Promise<Answer<ListPage<T>>>,
): AsyncGenerator<T[], void, undefined> {
  let request: ListRequest = { limit: limits.page.max }
  for (let page = 0; page < mostPages; page++) {
    const { items, next } = (await ask(request)).value
    yield items
    if (next.kind === 'end' || next.kind === 'window') return
    if (next.kind === 'cursor' && next.cursor === request.cursor) break
    request =
      next.kind === 'cursor'
        ? { limit: request.limit, cursor: next.cursor }
        : { limit: request.limit, page: next.page }
  }
  throw problem('list_loops')
}
