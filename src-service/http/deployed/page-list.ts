import type { Context } from 'hono'
import { limits } from '../../../src-shared/interface/limits'
import { numbered } from '../../dialect/numbered'
import { json } from '../respond'
import { unexpected } from './refusals'

/** A number of the query; 0, text or nothing is `otherwise` (deployed.md section 1, "Page lists"). */
export function numberOf(c: Context, name: string, otherwise: number): number {
  return Number.parseInt(c.req.query(name) ?? '', 10) || otherwise
}

interface PageAsked {
  /** 1-based. */
  page: number
  pageSize: number
  /** Rows before it. */
  skip: number
}

/** The page of a query: 20 rows unless said, at most `max`. @throws ServiceFailure the plain 500 for a negative one */
export function pageAsked(c: Context, max: number = limits.page.max): PageAsked {
  const page = numberOf(c, 'page', 1)
  const pageSize = Math.min(numberOf(c, 'pageSize', limits.page.default), max)
  if (page < 0 || pageSize < 0) throw unexpected()
  return { page, pageSize, skip: (page - 1) * pageSize }
}

/** The order of a query: `sort` by one of these keys, else by createdAt; `dir` desc unless asc. */
export function orderAsked<Key extends string>(
  c: Context,
  keys: readonly Key[],
): { sort: Key | 'createdAt'; dir: 'asc' | 'desc' } {
  const asked = c.req.query('sort')
  const sort = keys.find((key) => key === asked) ?? 'createdAt'
  return { sort, dir: c.req.query('dir') === 'asc' ? 'asc' : 'desc' }
}

/** Answers `{data, total, page, pageSize, totalPages}`; `items` are JSON texts. */
export function answerPage(
  c: Context,
  { page, pageSize }: PageAsked,
  { items, total }: { items: string[]; total: number },
): Response {
  return json(c, numbered('data', { items, total, page, pageSize }))
}
