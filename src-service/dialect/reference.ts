import type { Dialect, ListText } from './dialect'
import { prefixedIds } from './ids'

function named(key: string, { items, cursor, total }: ListText): string {
  const rest = JSON.stringify({ cursor, hasMore: cursor !== null, total })
  return `{"${key}":[${items.join(',')}],${rest.slice(1)}`
}

/** The endpoint reference pages: bare records, lists named after what they hold (wire.md, forms A, D and H). */
export const reference: Dialect = {
  ids: prefixedIds,
  eventsPage: true,
  eventSaysAddress: false,
  flatWhenMissing: false,
  saysRetryAfter: true,
  deleted: null,
  contacts: (page) => named('contacts', page),
  events: (page) => named('events', page),
  eventNames: (eventNames) => JSON.stringify({ eventNames }),
  domains: (items) => named('domains', { items, cursor: null, total: items.length, first: true }),
  record: (json) => json,
}
