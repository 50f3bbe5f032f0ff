import { z } from 'zod'
import { limits } from '../../src-shared/interface/limits'
import type { ListPage, ListRequest } from '../../src-shared/interface/paging'

/**
 * Where a run goes on: kept as JSON with every page (design.md, rule 4). `window` asks for the newest `limit`
 * records of a list without paging; `had` is how many the last window held.
 */
const placeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start') }),
  z.object({
    kind: z.literal('cursor'),
    cursor: z.string().min(1),
    /** Where the cursor is the id of the last record that came: some before it, nearest first. */
    earlier: z.array(z.string()).optional(),
  }),
  z.object({ kind: z.literal('page'), page: z.number().int().min(1) }),
  z.object({ kind: z.literal('window'), limit: z.number().int().min(1), had: z.number().int().min(0) }),
])
export type Place = z.infer<typeof placeSchema>

const bookmarkSchema = z.object({
  place: placeSchema,
  /** The run started over because the service refused an older bookmark: it does so once. */
  startedOver: z.boolean().default(false),
})
/** What a run stores with each page. */
export type Bookmark = z.infer<typeof bookmarkSchema>

/** A bookmark as it was stored; one that was never written or cannot be read starts at the beginning. */
export function readBookmark(stored: unknown): Bookmark {
  const parsed = bookmarkSchema.safeParse(stored)
  return parsed.success ? parsed.data : { place: { kind: 'start' }, startedOver: false }
}

const pageSize = limits.page.max
/** A window grows 100, 1,000, 10,000, 100,000: past that one answer would be too large to hold. */
const largestWindow = 100_000

/** What is asked at a place. */
export function requestAt(place: Place): ListRequest {
  switch (place.kind) {
    case 'start':
      return { limit: pageSize }
    case 'cursor':
      return { limit: pageSize, cursor: place.cursor }
    case 'page':
      return { limit: pageSize, page: place.page }
    case 'window':
      return { limit: place.limit }
  }
}

/**
 * Where a list goes on after a page. `complete`: the end, and everything was seen. `short`: the service gives no
 * more, but nobody knows whether that is all, so what was not seen is not gone.
 */
export type Step = { kind: 'on'; place: Place } | { kind: 'complete' } | { kind: 'short' }

/** So many records may be deleted after which a list goes on, before it must be read from its beginning. */
const mostEarlier = 20

/** A cursor with the records that the list goes on after too, should the one it names be gone by then. */
function atCursor(cursor: string, items: readonly { id: string }[]): Place {
  if (items.at(-1)?.id !== cursor) return { kind: 'cursor', cursor }
  const earlier = items.slice(-1 - mostEarlier, -1).map(({ id }) => id)
  return { kind: 'cursor', cursor, earlier: earlier.reverse() }
}

/** The step after the page that was asked for at `place`. */
export function stepAfter(place: Place, page: ListPage<{ id: string }>): Step {
  switch (page.next.kind) {
    case 'end':
      return { kind: 'complete' }
    case 'cursor':
      return { kind: 'on', place: atCursor(page.next.cursor, page.items) }
    case 'page': {
      // The answer's own number decides, but never backwards: a service that ignores `page` would not end.
      const next = place.kind === 'page' ? Math.max(page.next.page, place.page + 1) : page.next.page
      if (next > page.next.totalPages) return { kind: 'complete' }
      return { kind: 'on', place: { kind: 'page', page: next } }
    }
    case 'window':
      return afterWindow(place, page.items.length)
  }
}

function afterWindow(place: Place, count: number): Step {
  const asked = place.kind === 'window' ? place.limit : pageSize
  const had = place.kind === 'window' ? place.had : 0
  // Fewer than the default: that is all. Fewer than a larger number may be a limit of the service's own.
  if (count < pageSize) return { kind: 'complete' }
  if (count < asked || count <= had || asked >= largestWindow) return { kind: 'short' }
  return { kind: 'on', place: { kind: 'window', limit: asked * 10, had: count } }
}

/**
 * Notices lists that do not end (wire.md, "List shapes"): a cursor seen before, or pages that bring nothing new.
 * One page that was wholly seen may be records that moved; two in a row are a list that repeats itself. Empty
 * pages that promise more are followed for a while.
 */
export class LoopWatch {
  readonly #cursors = new Set<string>()
  #stale = 0
  #empty = 0

  /** Whether following this step would go round in circles. */
  revisits(step: Step): boolean {
    if (step.kind !== 'on' || step.place.kind !== 'cursor') return false
    if (this.#cursors.has(step.place.cursor)) return true
    this.#cursors.add(step.place.cursor)
    return false
  }

  /** Told of every page that was applied; answers whether the list must be taken for endless. */
  repeats(items: number, repeated: number): boolean {
    this.#empty = items === 0 ? this.#empty + 1 : 0
    this.#stale = items > 0 && repeated >= items ? this.#stale + 1 : 0
    return this.#stale >= 2 || this.#empty >= 10
  }
}
