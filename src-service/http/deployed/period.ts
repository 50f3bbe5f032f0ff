import type { Context } from 'hono'

const day = 86_400_000

/** A time of the query, milliseconds since 1970; null for none and for what is none. */
function timeAsked(c: Context, name: string): number | null {
  const at = Date.parse(c.req.query(name) ?? '')
  return Number.isNaN(at) ? null : at
}

/** From `startDate` to `endDate` of the query: the last thirty days unless said. Milliseconds since 1970. */
export function periodAsked(c: Context, now: number): { from: number; to: number } {
  const to = timeAsked(c, 'endDate') ?? now
  return { from: timeAsked(c, 'startDate') ?? to - 30 * day, to }
}
