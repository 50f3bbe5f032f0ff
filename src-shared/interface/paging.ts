import type { z } from 'zod'

/**
 * What is asked of a list: the same request in both conventions that occur, so that either kind of service
 * understands it (interface.md section 4, "Pagination"; wire.md, "List shapes").
 */
export interface ListRequest {
  /** 1 to 100 for cursor and page lists; the newest-first window of events may ask for more. */
  limit: number
  cursor?: string
  /** 1-based. */
  page?: number
}

/** How the answer continues. `window`: the list has no paging; asking for more is all one can do. */
export type Continuation =
  | { kind: 'cursor'; cursor: string }
  | { kind: 'page'; page: number; totalPages: number }
  | { kind: 'window' }
  | { kind: 'end' }

/** One page of a list, whatever form it came in. */
export interface ListPage<T> {
  items: T[]
  next: Continuation
  /** null where the service did not say, or said 0 on a page that is not the first. */
  total: number | null
}

/** An element of a list that its schema did not accept: kept out, counted, said. */
export type ItemSchema<T> = z.ZodType<T>
