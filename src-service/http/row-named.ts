import type { Context } from 'hono'
import type { IdKind, Ids } from '../dialect/ids'
import { ServiceFailure } from './failure'
import type { Env } from './guards'

/** Where rows are found that an address names. */
export interface RowsNamed<Row> {
  ids: Ids
  /** What they are, as the refusal says it. */
  kind: IdKind
  get(seq: number): Row | null
  /** What to do where there is none. */
  suggestion: string
}

/** The row that an address names by its id. @throws ServiceFailure RESOURCE_NOT_FOUND */
export function rowNamed<Row>(c: Context<Env, '/:id'>, { ids, kind, get, suggestion }: RowsNamed<Row>): Row {
  const seq = ids.decode(kind, c.req.param('id'))
  const row = seq === null ? null : get(seq)
  if (row) return row
  throw new ServiceFailure('RESOURCE_NOT_FOUND', `There is no ${kind} with this id.`, { suggestion })
}
