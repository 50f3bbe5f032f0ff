import { inOrder } from '../../store/in-order'
import type { Context } from 'hono'
import { numbered } from '../../dialect/numbered'
import { orderAsked, pageAsked } from '../../http/deployed/page-list'
import { json } from '../../http/respond'
import type { SeqPage, SeqQuery } from '../../store/seq-list'

interface NumberedRows<Row> {
  /** What it may be sorted by beside createdAt, as SQL over its table. */
  sorts: Readonly<Record<string, string>>
  read(query: SeqQuery): Promise<SeqPage<Row>>
  text(row: Row): string | Promise<string>
  /** The largest page; 100 unless said. */
  max?: number
  /** The name of its array; `data` unless said. */
  key?: string
  /** What stands beside it. */
  beside?: Record<string, number>
}

/** Names and times of the last change, which most lists may be sorted by. */
export const usualSorts = { name: 'name', updatedAt: 'updated_at' }

/** Answers a list by page numbers, sorted as the query says (deployed.md section 1, "Page lists"). */
export async function answerRows<Row>(c: Context, rows: NumberedRows<Row>): Promise<Response> {
  const { sorts, max, read, text, key = 'data', beside } = rows
  const asked = pageAsked(c, max)
  const { sort, dir } = orderAsked(c, Object.keys(sorts))
  const column = sorts[sort]
  const order = `${column === undefined ? '' : `${column} ${dir}, `}seq ${dir}`
  const page = await read({ limit: asked.pageSize, skip: asked.skip, order })
  return json(
    c,
    numbered(key, { ...asked, items: await inOrder(page.rows, text), total: page.total }, beside),
  )
}
