import type { HttpRules } from './http-rules'
import type { Ids } from './ids'
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

/** How a list goes on: by cursor, or by page number. */
type Paging = 'cursor' | 'page'

/** One page of a list: its elements as JSON text, ready to be put together. */
export interface ListText {
  items: string[]
  /** Where the list goes on; null at the end. */
  cursor: string | null
  total: number
}

/** One page of a list that is paged by number. */
export interface NumberedText {
  items: string[]
  total: number
  /** 1-based. */
  page: number
  pageSize: number
}

/** What every dialect says. */
interface Manner {
  /** What holds for every request. */
  http: HttpRules
  ids: Ids
  rules: Rules
}

/** One of the documented ways to tell interface.md (wire.md, "What the interface leaves open"). */
export interface SpecifiedDialect extends Manner {
  routes: 'specified'
  /** The answer to a deletion: a body with 200, or nothing with 204. */
  deleted: string | null
  paging(list: ListName): Paging
  /** A list by cursor. */
  list(name: ListName, page: ListText): string
  /** A list by page number. */
  pages(name: ListName, page: NumberedText): string
  eventNames(names: string[]): string
  /** A single record, from its JSON text. */
  record(json: string): string
}

/** Deployed services (deployed.md): they have routes of their own, which know the form of every answer. */
export interface DeployedDialect extends Manner {
  routes: 'deployed'
}

/** The way in which a service answers. */
export type Dialect = SpecifiedDialect | DeployedDialect
