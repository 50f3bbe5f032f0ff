import type { ListText, NumberedText, SpecifiedDialect } from './dialect'
import { specifiedHttp } from './http-rules'
import { prefixedIds } from './ids'
import { specifiedRules } from './rules'

const wrapped = (json: string): string => `{"success":true,"data":${json}}`

function list({ items, cursor, total }: ListText): string {
  const rest = JSON.stringify({ nextCursor: cursor, hasMore: cursor !== null, total })
  return wrapped(`{"items":[${items.join(',')}],${rest.slice(1)}`)
}

function whole(items: string[]): string {
  return list({ items, cursor: null, total: items.length })
}

/** The general description: everything in `{success, data}`, every list alike (wire.md, form B). */
export const envelope: SpecifiedDialect = {
  routes: 'specified',
  http: specifiedHttp,
  ids: prefixedIds,
  rules: specifiedRules,
  deleted: '{"success":true}',
  paging: () => 'cursor',
  list: (_name, page) => list(page),
  // The general description knows no page numbers: `paging` never asks for them.
  pages: (_name, { items }: NumberedText) => whole(items),
  eventNames: (names) => whole(names.map((name) => JSON.stringify(name))),
  record: wrapped,
}
