import { tell } from '../../../src-shared/messages/told'
import type { Answer } from './call-options'
import { limits } from '../../../src-shared/interface/limits'
import type { ListPage, ListRequest } from '../../../src-shared/interface/paging'
import { problem } from '../problems'

/** More pages than this are no list of segments or members: a list that never ends is not followed for ever. */
const mostPages = 20_000

/** So many pages in a row may bring nothing new before a list is taken for endless: records move while it is read. */
const mostStale = 2

/**
 * Every page of a list, to its end. Rejects with `list_loops` where the list goes round in circles. `noun`: what its records
 * are, where all of them are needed: it rejects with `list_shrank` then where less came than was promised, or the end is doubted.
 */
export async function* pagesOf<T extends { id: string }>(
  ask: (request: ListRequest) => Promise<Answer<ListPage<T>>>,
  noun: string | null = null,
): AsyncGenerator<T[], void, undefined> {
  let request: ListRequest = { limit: limits.page.max }
  const cursors = new Set<string>()
  /** The first record of each page: a page that begins like another is that one again. "" begins an empty one. */
  const begun = new Set<string>()
  let stale = 0
  let received = 0
  let promised: number | null = null
  for (let page = 0; page < mostPages; page++) {
    const { items, next, total, aside = [] } = (await ask(request)).value
    yield items
    received += items.length + aside.length
    promised ??= total
    if (next.kind === 'end' || next.kind === 'window') {
      if (noun === null) return
      // Who left while the list was read did not come either.
      if (promised !== null && received < promised)
        promised = Math.min(promised, (await ask({ limit: 1 })).value.total ?? promised)
      const isDoubted = next.kind === 'end' && next.isDoubted === true
      if (promised === null ? isDoubted : received < promised) throw endedEarly(noun, received, promised)
      return
    }
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

function endedEarly(noun: string, received: number, promised: number | null) {
  return problem('list_shrank', {
    title: tell('words.theListEndedEarly'),
    why:
      promised === null
        ? tell('core.pages.theServiceEndedThe', { noun, listed: received })
        : tell('core.pages.theServiceSaidThat', { promised, noun, listed: received }),
    action: tell('core.pages.tryAgainIfIt'),
  })
}
