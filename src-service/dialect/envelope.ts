import type { Dialect, ListText } from './dialect'
import { prefixedIds } from './ids'

const wrapped = (json: string): string => `{"success":true,"data":${json}}`

function list({ items, cursor, total }: ListText): string {
  const rest = JSON.stringify({ nextCursor: cursor, hasMore: cursor !== null, total })
  return wrapped(`{"items":[${items.join(',')}],${rest.slice(1)}`)
}

function whole(items: string[]): string {
  return list({ items, cursor: null, total: items.length, first: true })
}

/** The general description: everything in `{success, data}`, every list alike (wire.md, form B). */
export const envelope: Dialect = {
  ids: prefixedIds,
  eventsPage: true,
  eventSaysAddress: false,
  flatWhenMissing: false,
  saysRetryAfter: true,
  deleted: '{"success":true}',
  contacts: list,
  events: list,
  eventNames: (names) => whole(names.map((name) => JSON.stringify(name))),
  domains: whole,
  record: wrapped,
}
