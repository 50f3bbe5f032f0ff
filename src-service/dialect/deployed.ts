import type { Dialect, ListName, Paging } from './dialect'
import { deployedHttp } from './http-rules'
import { uuidIds } from './ids'
import { numbered } from './numbered'
import { deployedRules } from './rules'

const pagings: Record<ListName, Paging> = {
  contacts: 'cursor',
  events: 'whole',
  templates: 'page',
  campaigns: 'page',
  segments: 'whole',
  segmentContacts: 'page',
  workflows: 'page',
  executions: 'page',
  domains: 'whole',
}

/** Deployed services as they are known (wire.md, forms C, E, F, G and H): UUIDs, the total on the first page only. */
export const deployed: Dialect = {
  routes: 'deployed',
  http: deployedHttp,
  ids: uuidIds,
  rules: deployedRules,
  deleted: null,
  paging: (name) => pagings[name],
  list(name, { items, cursor, total, first }) {
    if (name === 'events') return `{"events":[${items.join(',')}]}`
    if (pagings[name] === 'whole') return `[${items.join(',')}]`
    const rest = JSON.stringify({ cursor, hasMore: cursor !== null, total: first ? total : 0 })
    return `{"data":[${items.join(',')}],${rest.slice(1)}`
  },
  pages: (_name, page) => numbered('data', page),
  eventNames: (eventNames) => JSON.stringify({ eventNames }),
  record: (json) => json,
}
