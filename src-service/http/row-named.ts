import type { Context } from 'hono'
import type { IdKind, Ids } from '../dialect/ids'
import { ServiceFailure } from './failure'
import type { Env } from './guards'

/**
 * Finds the row that an address names by its id. `kind` is what it is, as the refusal says it; `suggestion`, what to do
 * where there is none. What it returns throws a ServiceFailure, RESOURCE_NOT_FOUND.
 */
export function rowNamed<Row>(
  ids: Ids,
  kind: IdKind,
  get: (seq: number) => Promise<Row | null>,
  suggestion: string,
): (c: Context<Env, '/:id'>) => Promise<Row> {
  return async (c) => {
    const seq = ids.decode(kind, c.req.param('id'))
    const row = seq === null ? null : await get(seq)
    if (row) return row
    throw new ServiceFailure('RESOURCE_NOT_FOUND', `There is no ${kind} with this id.`, { suggestion })
  }
}
