import { deployed } from './deployed'
import { envelope } from './envelope'
import type { Ids } from './ids'
import { reference } from './reference'

/** One page of a list: its elements as JSON text, ready to be put together. */
export interface ListText {
  items: string[]
  /** Where the list goes on; null at the end. */
  cursor: string | null
  total: number
  /** Whether this is the first page. */
  first: boolean
}

/** One of the documented ways to answer (wire.md, "What the interface leaves open"): forms and ids, not rules. */
export interface Dialect {
  ids: Ids
  /** Whether GET /events pages; otherwise it is a newest-first window (form G). */
  eventsPage: boolean
  /** Whether a listed event also says its contact's address. */
  eventSaysAddress: boolean
  /** Whether a missing required field gets the flat error body with 400. */
  flatWhenMissing: boolean
  /** Whether a 429 says when to come back. */
  saysRetryAfter: boolean
  /** The answer to a deletion: a body with 200, or nothing with 204. */
  deleted: string | null
  contacts(page: ListText): string
  events(page: ListText): string
  eventNames(names: string[]): string
  domains(items: string[]): string
  /** A single record, from its JSON text. */
  record(json: string): string
}

/** The dialects by the name `--dialect` takes. */
export const dialects = { reference, envelope, deployed } satisfies Record<string, Dialect>
/** The name of a dialect. */
export type DialectName = keyof typeof dialects
