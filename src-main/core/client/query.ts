import type { ListRequest } from '../../../src-shared/interface/paging'

/**
 * The query of a list request. A first request names `limit` alone; a later one continues in the convention of the
 * answer before it: `cursor`, or `page` with `pageSize` (wire.md, "List shapes").
 */
export function listQuery(
  { limit, cursor, page }: ListRequest,
  filters: Record<string, string | number | boolean | undefined> = {},
): string {
  const query = new URLSearchParams({ limit: String(limit) })
  if (cursor !== undefined) query.set('cursor', cursor)
  if (page !== undefined) {
    query.set('page', String(page))
    query.set('pageSize', String(limit))
  }
  for (const [name, value] of Object.entries(filters)) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  return `?${query.toString()}`
}
