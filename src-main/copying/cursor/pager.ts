import { z } from 'zod'
import { lazySchema } from '../../../src-shared/lazily'
import { limits } from '../../../src-shared/interface/limits'
import type { ListPage, ListRequest } from '../../../src-shared/interface/paging'

/** How many records are asked for where fewer than usual are: a page of them was too large. */
const limit = z.number().int().min(1).optional()

/**
 * Where a run goes on: kept as JSON with every page (docs/rules.md, rule 4). `window` asks for the newest `limit`
 * records of a list without paging; `had` is how many the last window held.
 */
const placeSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('start'), limit }),
    z.object({
      kind: z.literal('cursor'),
      cursor: z.string().min(1),
      /** Where the cursor is the id of the last record that came: some before it, nearest first. */
      earlier: z.array(z.string()).optional(),
      limit,
    }),
    z.object({ kind: z.literal('page'), page: z.number().int().min(1), limit }),
    z.object({ kind: z.literal('window'), limit: z.number().int().min(1), had: z.number().int().min(0) }),
  ]),
)
export type ListPlace = z.infer<typeof placeSchema>

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
/** Each divides the one before it, so that the number of a page has a number in the smaller ones too. */
const pageSizes = [pageSize, 50, 10, 5, 1]
/** A window grows 100, 1,000, 10,000, 100,000: past that one answer would be too large to hold. */
const largestWindow = 100_000

/** What is asked at a place. */
export function requestAt(place: ListPlace): ListRequest {
  switch (place.kind) {
    case 'start':
      return { limit: sizeOf(place) }
    case 'cursor':
      return { limit: sizeOf(place), cursor: place.cursor }
    case 'page':
      return { limit: sizeOf(place), page: place.page }
    case 'window':
      return { limit: place.limit }
  }
}

function sizeOf(place: Exclude<ListPlace, { kind: 'window' }>): number {
  return place.limit ?? pageSize
}

/** The same place with fewer records to a page; null where there is but one, or where pages are none of the list's. */
export function smaller(place: ListPlace): ListPlace | null {
  if (place.kind === 'window') return null
  const size = sizeOf(place)
  const less = pageSizes.find((other) => other < size)
  return less === undefined ? null : sized(place, size, less)
}

/**
 * Whether a page has the size that was asked for at its place. A service that keeps to its own size has other records under the
 * same number, and some would be missed.
 */
export function isSized(place: ListPlace, { items, aside = [], next, total }: ListPage<unknown>): boolean {
  if (place.kind !== 'page') return true
  const size = sizeOf(place)
  const came = items.length + aside.length
  if (next.kind === 'page') return came === size
  return came <= size && total !== null && (place.page - 1) * size + came >= total
}

/** More records to a page again, after one of a smaller size came: not all at once. */
function larger(place: ListPlace, size: number): ListPlace {
  const more = pageSizes[pageSizes.indexOf(size) - 1]
  if (more === undefined || place.kind === 'window') return place
  const isBetween = place.kind === 'page' && ((place.page - 1) * size) % more !== 0
  return isBetween ? { ...place, limit: size } : sized(place, size, more)
}

function sized(place: Exclude<ListPlace, { kind: 'window' }>, size: number, other: number): ListPlace {
  const limit = other === pageSize ? undefined : other
  if (place.kind !== 'page') return { ...place, limit }
  return { kind: 'page', page: ((place.page - 1) * size) / other + 1, limit }
}

/**
 * The place behind the one record that is asked for at `place` and cannot be had; `id`: that record's. null where nobody
 * knows how the list goes on behind it.
 */
export function placeBehind(place: ListPlace, id: string | null): ListPlace | null {
  if (place.kind === 'page') return { kind: 'page', page: place.page + 1, limit: place.limit }
  if (place.kind === 'window' || id === null) return null
  // Not the record before it: from there, this one would be met again.
  const earlier = place.kind === 'cursor' ? place.earlier : undefined
  return { kind: 'cursor', cursor: id, limit: place.limit, ...(earlier && { earlier }) }
}

/**
 * Where a list goes on after a page. `complete`: the end, and everything was seen. `doubted`: the end, but something that was
 * said contradicts it. `short`: the service gives no more, but nobody knows whether that is all. After these two, what was not
 * seen is not gone, unless as much came as was promised at a doubted end.
 */
export type NextPage =
  { kind: 'on'; place: ListPlace } | { kind: 'complete' } | { kind: 'doubted' } | { kind: 'short' }

/** So many records may be deleted after which a list goes on, before it must be read from its beginning. */
const mostEarlier = 20

/** A cursor with the records that the list goes on after too, should the one it names be gone by then. */
function atCursor(cursor: string, items: readonly { id: string }[]): ListPlace {
  if (items.at(-1)?.id !== cursor) return { kind: 'cursor', cursor }
  const earlier = items.slice(-1 - mostEarlier, -1).map(({ id }) => id)
  return { kind: 'cursor', cursor, earlier: earlier.reverse() }
}

/** The step after the page that was asked for at `place`. */
export function stepAfter(place: ListPlace, page: ListPage<{ id: string }>): NextPage {
  const step = plainStep(place, page)
  if (step.kind !== 'on' || place.kind === 'window') return step
  return { kind: 'on', place: larger(step.place, sizeOf(place)) }
}

function plainStep(place: ListPlace, page: ListPage<{ id: string }>): NextPage {
  switch (page.next.kind) {
    case 'end':
      return page.next.isDoubted ? { kind: 'doubted' } : { kind: 'complete' }
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

function afterWindow(place: ListPlace, count: number): NextPage {
  const asked = place.kind === 'window' ? place.limit : sizeOf(place)
  const had = place.kind === 'window' ? place.had : 0
  // Fewer than the default: that is all. Fewer than a larger number may be a limit of the service's own.
  if (count < Math.min(asked, pageSize)) return { kind: 'complete' }
  // A larger window would be too large for us as well.
  if (asked < pageSize) return { kind: 'short' }
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
  revisits(step: NextPage): boolean {
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

/** Whether a page behind a cursor is empty and says that the list ends here. */
export function isLikeTheEnd(
  place: ListPlace,
  { items, aside = [], next }: Pick<ListPage<unknown>, 'items' | 'aside' | 'next'>,
): place is Extract<ListPlace, { kind: 'cursor' }> {
  return place.kind === 'cursor' && next.kind === 'end' && items.length + aside.length === 0
}

/**
 * Whether an empty page behind a cursor may be one that the service has lost, because its cursor was a record that is gone:
 * unless as many came as it promised (null: it promised nothing). Read anew once, what comes again is the end, or says by its
 * total what is missing.
 */
export function mayBeLost(reading: {
  received: number
  promised: number | null
  startedOver: boolean
}): boolean {
  const { received, promised, startedOver } = reading
  return !startedOver && (promised === null || received < promised)
}
