import { deployed } from './deployed'
import { envelope } from './envelope'
import type { HttpRules } from './http-rules'
import type { Ids } from './ids'
import { reference } from './reference'
import type { Rules } from './rules'

/** The lists of the interface, by the name that the endpoint reference gives their array. */
export type ListName =
  | 'contacts'
  | 'templates'
  | 'campaigns'
  | 'segments'
  | 'segmentContacts'
  | 'workflows'
  | 'executions'
  | 'events'
  | 'domains'

/** How a list goes on: by cursor, by page number, or not at all. */
export type Paging = 'cursor' | 'page' | 'whole'

/** One page of a list: its elements as JSON text, ready to be put together. */
export interface ListText {
  items: string[]
  /** Where the list goes on; null at the end. */
  cursor: string | null
  total: number
  /** Whether this is the first page. */
  first: boolean
}

/** One page of a list that is paged by number. */
export interface NumberedText {
  items: string[]
  total: number
  /** 1-based. */
  page: number
  pageSize: number
}

/** One of the documented ways to answer (wire.md, "What the interface leaves open"; deployed.md). */
export interface Dialect {
  /** The routes it has: those of interface.md, or those of deployed services (deployed.md), each with rules of its own. */
  routes: 'specified' | 'deployed'
  /** What holds for every request. */
  http: HttpRules
  ids: Ids
  rules: Rules
  /** The answer to a deletion: a body with 200, or nothing with 204. */
  deleted: string | null
  paging(list: ListName): Paging
  /** A list by cursor, or whole. */
  list(name: ListName, page: ListText): string
  /** A list by page number. */
  pages(name: ListName, page: NumberedText): string
  eventNames(names: string[]): string
  /** A single record, from its JSON text. */
  record(json: string): string
}

/** The dialects by the name `--dialect` takes. */
export const dialects = { reference, envelope, deployed } satisfies Record<string, Dialect>
/** The name of a dialect. */
export type DialectName = keyof typeof dialects
/** The name of a dialect that tells interface.md, as wire.md settles it. */
export type SpecifiedName = Exclude<DialectName, 'deployed'>
