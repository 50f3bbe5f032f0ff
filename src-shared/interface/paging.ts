import { t } from '../messages/message'
import { z } from 'zod'
import { isJsonObject, type JsonObject } from './json-object'

/**
 * What is asked of a list: the same request in both conventions that occur, so that either kind of service
 * understands it (interface.md section 4, "Pagination"; wire.md, "List shapes").
 */
export interface ListRequest {
  /** 1 to 100 for cursor and page lists; the newest-first window of events may ask for more. */
  limit: number
  cursor?: string
  /** 1-based. */
  page?: number
}

/**
 * How the list goes on: what to put into the next {@link ListRequest}, with the same `limit`.
 * `cursor`: ask for that cursor. `page`: ask for that page (it may be the page just read, where the service
 * answered with fewer a page than were asked). `window`: the list has no paging; asking for a larger `limit` is
 * all one can do, and fewer items than asked, or no more of them than at a smaller `limit`, is everything. `end`: there
 * is no more; `isDoubted`: so it says, and beside it that there is.
 */
export type Continuation =
  | { kind: 'cursor'; cursor: string }
  | { kind: 'page'; page: number; totalPages: number }
  | { kind: 'window' }
  | { kind: 'end'; isDoubted?: true }

/** One page of a list, whatever form it came in. */
export interface ListPage<T> {
  items: T[]
  next: Continuation
  /** null where the service did not say, or said 0 on a page that is not the first. */
  total: number | null
  /** Elements that cannot be read; absent: none. The others are in `items`. */
  aside?: UnreadElement[]
}

/** An element of a list that is no such record as the list has. */
export interface UnreadElement {
  /** null where it says none. */
  id: string | null
  /** In words: "has no usable email". */
  fault: string
  raw: unknown
}

type ItemSchema<T> = z.ZodType<T>

/** A value decoded from an answer, or in words what is wrong with the answer: "element 3 has no usable email". */
export type Decoded<T> = { ok: true; value: T } | { ok: false; fault: string }

/** Some services write what they count as a text: of its digits alone, as they echo it from a query. */
const countSchema = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().nonnegative())
const count = (value: unknown): number | null => countSchema.safeParse(value).data ?? null

/**
 * Decodes one page of any list, forms A to G of wire.md. `key` is the name that the endpoint reference gives the
 * array ("contacts"); `request` is what was asked, without which a later page's `total` of 0 and a page size that
 * is not ours cannot be understood.
 */
export function decodeList<T>(
  body: unknown,
  key: string,
  itemSchema: ItemSchema<T>,
  request: ListRequest,
): Decoded<ListPage<T>> {
  const found = findArray(body, [key, 'items', 'data'])
  if (!found) return { ok: false, fault: t('service.paging.thereIsNoList', { key }) }
  const items = decodeElements(found.array, itemSchema)
  if (!items.ok) return items
  const { read, aside } = items.value
  const about = found.about.flatMap(withPagingParts)
  const next = continuation(about, found.array.length, request)
  if (!next) return { ok: false, fault: t('service.paging.itSaysThatThere') }
  return {
    ok: true,
    value: {
      items: read,
      next,
      total: totalOf(about, found.array, request),
      ...(aside.length > 0 && { aside }),
    },
  }
}

/** Decodes a list of names, form H of wire.md: strings, or objects with a `name`. */
export function decodeNames(body: unknown): Decoded<string[]> {
  const found = findArray(body, ['eventNames', 'names', 'items', 'data'])
  if (!found) return { ok: false, fault: t('service.paging.thereIsNoList2') }
  const nameSchema = z.union([z.string(), z.looseObject({ name: z.string() }).transform(({ name }) => name)])
  return decodeItems(found.array, nameSchema)
}

/** Decodes a single record, bare or as `data` of `{success, data}` (wire.md, "Single records"). */
export function decodeRecord<T>(body: unknown, schema: z.ZodType<T>): Decoded<T> {
  const inner = isJsonObject(body) && isJsonObject(body.data) ? body.data : body
  const [first, second] = isEnvelope(body) ? [inner, body] : [body, inner]
  const likely = schema.safeParse(first)
  if (likely.success) return { ok: true, value: likely.data }
  const other = schema.safeParse(second)
  if (other.success) return { ok: true, value: other.data }
  return {
    ok: false,
    fault: t('service.paging.theRecordWording', {
      wording: wording(second === inner ? other.error : likely.error),
    }),
  }
}

/** A contact has a `data` of its own, so that alone is no sign. What says `success` and has no id is an envelope. */
function isEnvelope(body: unknown): boolean {
  return isJsonObject(body) && body.success === true && !Object.hasOwn(body, 'id')
}

/** The array that carries the elements, and the objects around it that tell of the paging, innermost first. */
function findArray(body: unknown, keys: string[]): { array: unknown[]; about: JsonObject[] } | null {
  if (Array.isArray(body)) return { array: body, about: [] }
  if (!isJsonObject(body)) return null
  for (const key of keys) {
    const value = body[key]
    if (Array.isArray(value)) return { array: value, about: [body] }
  }
  if (isJsonObject(body.data)) {
    const inner = findArray(body.data, keys)
    return inner && { array: inner.array, about: [...inner.about, body] }
  }
  return null
}

/** Objects that hold what is told of the paging, under the names that services give them. */
const pagingParts = ['pageInfo', 'pagination', 'paging', 'meta'] as const

/** An object around a list with those within it that tell of the paging, which are nearer to it. */
function withPagingParts(object: JsonObject): JsonObject[] {
  return [...pagingParts.map((name) => object[name]).filter(isJsonObject), object]
}

function totalIn(about: JsonObject[]): unknown {
  return first(about, 'total', 'totalCount')
}

/** Ways to say that a list is over, and names under which others than ours say how it goes on. */
const over: readonly unknown[] = [false, 'false', 0, '0']
const usualNames = ['hasMore', 'hasNextPage']
const othersNames = [
  'has_more',
  'has_next_page',
  'next_cursor',
  'next',
  'nextPage',
  'next_page',
  'nextPageToken',
  'next_page_token',
]

/**
 * Whether an answer says that there is more; undefined where it does not say. What is said in a form that is not known is no
 * end: rather than that records behind it are taken for deleted, the list is read on, or refused.
 */
function hasMoreOf(about: JsonObject[]): boolean | undefined {
  const said = first(about, ...usualNames)
  if (said !== undefined) return !over.includes(said)
  return saysMore(about, othersNames) || undefined
}

/** Whether any object around a list says under one of these names that there is more. */
function saysMore(about: JsonObject[], names: readonly string[]): boolean {
  const links = about.flatMap(({ links, _links: other }) => [links, other]).filter(isJsonObject)
  return [...about, ...links]
    .flatMap((object) => names.map((name) => object[name]))
    .some((value) => value !== undefined && value !== null && value !== '' && !over.includes(value))
}

/**
 * An end that the answer says, doubted where it also says that there is more: a further page, or where to go on. A `cursor` or
 * `endCursor` alone is no such sign: many services name the last record of every page.
 */
function endOf(about: JsonObject[], request: ListRequest): Continuation {
  const page = pageOf(about, request)
  const isDoubted =
    (page !== null && page < pagesIn(about)) || saysMore(about, [...usualNames, ...othersNames, 'nextCursor'])
  return { kind: 'end', ...(isDoubted && { isDoubted }) }
}

function pagesIn(about: JsonObject[]): number {
  return count(first(about, 'totalPages')) ?? 0
}

/** The number of the page that came; the one that was asked for, where only the number of all is said. null: it has none. */
function pageOf(about: JsonObject[], request: ListRequest): number | null {
  const said = count(first(about, 'page'))
  if (said || pagesIn(about) === 0) return said || null
  return request.page ?? (request.cursor === undefined ? 1 : null)
}

/** So many elements of a page may be unreadable where no more are readable: more is another list than was asked for. */
const mostAside = 3

/** What can be read of a list's elements, and what cannot: that is set aside unless most of the page is like it. */
function decodeElements<T>(
  array: unknown[],
  schema: ItemSchema<T>,
): Decoded<{ read: T[]; aside: UnreadElement[] }> {
  const read: T[] = []
  const aside: UnreadElement[] = []
  let firstFault = ''
  for (const [index, element] of array.entries()) {
    const parsed = schema.safeParse(element)
    if (parsed.success) {
      read.push(parsed.data)
      continue
    }
    const fault = wording(parsed.error)
    firstFault ||= t('service.paging.elementFault', { element: index + 1, fault })
    const id =
      isJsonObject(element) && typeof element.id === 'string' && element.id !== '' ? element.id : null
    aside.push({ id, fault, raw: element })
  }
  const isList =
    aside.length <= read.length || (aside.length <= mostAside && aside.every(({ id }) => id !== null))
  return isList ? { ok: true, value: { read, aside } } : { ok: false, fault: firstFault }
}

function decodeItems<T>(array: unknown[], schema: ItemSchema<T>): Decoded<T[]> {
  const items: T[] = []
  for (const [index, element] of array.entries()) {
    const parsed = schema.safeParse(element)
    if (!parsed.success) {
      const fault = wording(parsed.error)
      return { ok: false, fault: t('service.paging.elementFault', { element: index + 1, fault }) }
    }
    items.push(parsed.data)
  }
  return { ok: true, value: items }
}

/** Names the field, never its value: a problem holds nothing of a body. */
function wording(error: z.ZodError): string {
  const path = error.issues[0]?.path.join('.')
  return path ? t('service.paging.hasNoUsablePath', { path }) : t('service.paging.isNoSuchRecord')
}

const first = (about: JsonObject[], ...names: string[]): unknown => {
  for (const name of names) {
    for (const object of about) {
      if (object[name] !== undefined && object[name] !== null) return object[name]
    }
  }
  return undefined
}

const mentions = (about: JsonObject[], ...names: string[]): boolean =>
  about.some((object) => names.some((name) => Object.hasOwn(object, name)))

function cursorOf(about: JsonObject[]): string | null {
  const value = first(about, 'nextCursor', 'endCursor', 'cursor')
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** null: the answer says that there is more, but gives neither a cursor nor a page. */
function continuation(about: JsonObject[], received: number, request: ListRequest): Continuation | null {
  const hasMore = hasMoreOf(about)
  if (hasMore === false) return endOf(about, request)
  const cursor = cursorOf(about)
  if (cursor !== null) return { kind: 'cursor', cursor }
  const page = pageOf(about, request)
  if (page !== null) return nextPage(about, page, received, request, hasMore ?? false)
  if (hasMore) return null
  if (mentions(about, 'nextCursor', 'endCursor', 'cursor', 'hasMore', 'hasNextPage')) return { kind: 'end' }
  // Neither a cursor nor a page anywhere: a list without paging, unless this was already a later page of one.
  if (request.cursor !== undefined || request.page !== undefined) return { kind: 'end' }
  const total = count(totalIn(about))
  if (total !== null && total > 0 && received >= total) return { kind: 'end' }
  return { kind: 'window' }
}

function nextPage(
  about: JsonObject[],
  page: number,
  received: number,
  request: ListRequest,
  hasMore: boolean,
): Continuation {
  const size = count(first(about, 'pageSize')) || received
  const total = count(totalIn(about))
  const said = pagesIn(about) || (total && size ? Math.ceil(total / size) : 0)
  // Where no number of pages is given, a full page has another one after it, which may turn out empty.
  const known = said || (received > 0 && received >= size ? page + 1 : page)
  const totalPages = hasMore ? Math.max(known, page + 1) : known
  if (page >= totalPages) return { kind: 'end' }
  const rescale = request.page === undefined && size > 0 && size !== request.limit
  if (!rescale) return { kind: 'page', page: page + 1, totalPages }
  // The first request names only `limit`, which a list with page numbers does not know: it answered with its own
  // page size. From the next request on the size is ours, so the place is counted in our pages; what comes twice
  // by that is no error, what were skipped would be lost.
  return {
    kind: 'page',
    page: Math.floor((page * size) / request.limit) + 1,
    totalPages: Math.max(1, Math.ceil((totalPages * size) / request.limit)),
  }
}

function totalOf(about: JsonObject[], items: readonly unknown[], request: ListRequest): number | null {
  const total = count(totalIn(about))
  if (total !== 0) return total
  const later = request.cursor !== undefined || (request.page !== undefined && request.page > 1)
  return later || items.length > 0 ? null : 0
}
