import type { Ids } from '../dialect/ids'
import { isoTime } from '../dialect/iso-time'
import type { RecordRow } from './record-rows'
import type { UserRow } from './user-list'

/** A record as JSON text: its own names and its fields beside each other. */
export function recordJson({ seq, type, fields, createdAt, updatedAt }: RecordRow, ids: Ids): string {
  const own = `"id":"${ids.encode('record', seq)}","type":${JSON.stringify(type)},`
  const said = fields === '{}' ? '' : `${fields.slice(1, -1)},`
  return `{${own}${said}"createdAt":"${isoTime(createdAt)}","updatedAt":"${isoTime(updatedAt)}"}`
}

/** A user as JSON text. */
export function userJson({ seq, name, email, role, active, createdAt }: UserRow, ids: Ids): string {
  return JSON.stringify({
    id: ids.encode('user', seq),
    name,
    email,
    role,
    active,
    createdAt: isoTime(createdAt),
  })
}

/** A part of a list, its elements as JSON text. */
export interface ListPart {
  items: string[]
  skip: number
  /** Of the whole list. */
  total: number
}

// Where in a list an element is, as opaque text. Nothing takes it: the interface pages by `skip`.
const cursorOf = (at: number): string => Buffer.from(`record:${at}`).toString('base64url')

/** `items` and `pageInfo` (interface.md section 4). An empty part has empty cursors: they are strings. */
export function withPageInfo({ items, skip, total }: ListPart): string {
  const pageInfo = {
    hasNextPage: skip + items.length < total,
    hasPreviousPage: skip > 0 && total > 0,
    startCursor: items.length > 0 ? cursorOf(skip) : '',
    endCursor: items.length > 0 ? cursorOf(skip + items.length - 1) : '',
  }
  return `{"items":[${items.join(',')}],"pageInfo":${JSON.stringify(pageInfo)}}`
}

/** An array under the name of its operation, and `totalCount`. */
export function withTotal(name: 'items' | 'users'): (part: ListPart) => string {
  return ({ items, total }) => `{"${name}":[${items.join(',')}],"totalCount":${total}}`
}
