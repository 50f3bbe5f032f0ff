import type { Dialect } from './dialect'
import { uuidIds } from './ids'

/** Deployed services as they are known (wire.md, forms C, F, G and H): UUIDs, the total on the first page only. */
export const deployed: Dialect = {
  ids: uuidIds,
  eventsPage: false,
  eventSaysAddress: true,
  flatWhenMissing: true,
  saysRetryAfter: false,
  deleted: null,
  contacts({ items, cursor, total, first }) {
    const rest = JSON.stringify({ cursor, hasMore: cursor !== null, total: first ? total : 0 })
    return `{"data":[${items.join(',')}],${rest.slice(1)}`
  },
  events: ({ items }) => `{"events":[${items.join(',')}]}`,
  eventNames: (eventNames) => JSON.stringify({ eventNames }),
  domains: (items) => `[${items.join(',')}]`,
  record: (json) => json,
}
