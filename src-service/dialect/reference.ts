import type { ListName, ListText, SpecifiedDialect } from './dialect'
import { specifiedHttp } from './http-rules'
import { prefixedIds } from './ids'
import { numbered } from './numbered'
import { specifiedRules } from './rules'

const keyOf = (name: ListName): string => (name === 'segmentContacts' ? 'contacts' : name)

function named(name: ListName, { items, cursor, total }: ListText): string {
  const rest = JSON.stringify({ cursor, hasMore: cursor !== null, total })
  return `{"${keyOf(name)}":[${items.join(',')}],${rest.slice(1)}`
}

/** The endpoint reference pages: bare records, lists named after what they hold (wire.md, forms A, D and H). */
export const reference: SpecifiedDialect = {
  routes: 'specified',
  http: { ...specifiedHttp, alternativeErrors: ['/v1/send', '/v1/verify'] },
  ids: prefixedIds,
  rules: specifiedRules,
  deleted: null,
  paging: (name) => (name === 'templates' ? 'page' : 'cursor'),
  list: named,
  pages: (name, page) => numbered(keyOf(name), page),
  eventNames: (eventNames) => JSON.stringify({ eventNames }),
  record: (json) => json,
}
