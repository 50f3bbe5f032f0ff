import { inOrder } from '../store/in-order'
import type { Context } from 'hono'
import { z } from 'zod'
import { lazyObject } from '../../src-shared/lazily'
import { limits } from '../../src-shared/interface/limits'
import type { SpecifiedDialect, ListName } from '../dialect/dialect'
import { type Cursor, encodeCursor } from '../store/cursor'
import type { SeqPage, SeqQuery } from '../store/seq-list'
import { badQuery, readQuery } from './input'
import { cursorField, limitField } from './query-fields'
import { json } from './respond'

const pageSize = limitField(limits.page.max, limits.page.default)
/** The query of a list that pages by cursor. */
export const cursorQuery = z.object({ limit: pageSize, cursor: cursorField })
/**
 * The query of a list that pages by number. `limit` is what the endpoint reference calls the size of a page (wire.md,
 * form D), `pageSize` what deployed services do.
 */
export const pageQuery = lazyObject(() => ({
  limit: pageSize,
  pageSize: pageSize.removeDefault().optional(),
  page: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'Must be a whole number from 1.')
    .transform(Number)
    .pipe(z.number().int().min(1))
    .default(1),
}))

/**
 * The place that a cursor of a list, newest first, stands for; undefined without one.
 * @throws ServiceFailure BAD_REQUEST for the cursor of another list.
 */
export function placeIn(
  name: ListName,
  cursor: Cursor | undefined,
): { after: number; total: number } | undefined {
  if (!cursor) return undefined
  const { list, sort, dir, after, total } = cursor
  if (list === name && sort === 'createdAt' && dir === 'desc' && typeof after === 'number')
    return { after, total }
  throw badQuery([{ field: 'cursor', message: 'Is not a cursor of this list.', code: 'custom' }])
}

/**
 * Answers with a list in the form the dialect has for it (wire.md, forms A, B and D). `read` gets what the query asks for,
 * `text` writes an element as JSON.
 * @throws ServiceFailure BAD_REQUEST for a limit, page or cursor that does not fit.
 */
export async function answerList<Row extends { seq: number }>(
  c: Context,
  dialect: SpecifiedDialect,
  name: ListName,
  read: (query: SeqQuery) => Promise<SeqPage<Row>>,
  text: (row: Row) => string | Promise<string>,
): Promise<Response> {
  if (dialect.paging(name) === 'page') {
    const query = readQuery(c, pageQuery)
    const limit = query.pageSize ?? query.limit
    const { rows, total } = await read({ limit, skip: (query.page - 1) * limit })
    return json(
      c,
      dialect.pages(name, { items: await inOrder(rows, text), total, page: query.page, pageSize: limit }),
    )
  }
  const { limit, cursor } = readQuery(c, cursorQuery)
  const after = placeIn(name, cursor)?.after
  const { rows, total, more } = await read({ limit, ...(after !== undefined && { after }) })
  const last = rows.at(-1)
  const next =
    more && last ? encodeCursor({ list: name, sort: 'createdAt', dir: 'desc', after: last.seq, total }) : null
  return json(c, dialect.list(name, { items: await inOrder(rows, text), cursor: next, total }))
}
