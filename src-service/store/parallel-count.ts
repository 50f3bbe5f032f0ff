import { type ServiceDatabase, statements } from './statements'

/**
 * Counts the contacts that fit a condition over `contact AS c`, in which everything is written that was bound, by as many
 * workers as PostgreSQL gives. It gives none to what asks for the elements of a list, row by row: what a list is asked is taken
 * for unknown, and those of whom the whole is unknown then, mostly nobody, are counted by themselves.
 */
export function parallelCount(db: ServiceDatabase): (condition: string) => Promise<number> {
  const sql = statements(db)
  return sql.snapshot(async (condition) => {
    const known = withoutLists(condition)
    // Prepared each time: every condition is another question.
    const { fit, unknown } = await sql.made<[], { fit: number; unknown: number }>(
      `SELECT mod(total, ${each}) AS fit, div(total, ${each}) AS unknown
       FROM (SELECT coalesce(sum(CASE ${known} WHEN true THEN 1 WHEN false THEN 0 ELSE ${each} END), 0) AS total FROM contact AS c) AS counted`,
    )()
    if (unknown === 0) return fit
    const listed = sql.count<[]>(
      `SELECT count(*) FROM contact AS c WHERE (${known}) IS NULL AND (${condition})`,
    )
    return fit + (await listed())
  })
}

/** What one who is unknown counts in the sum of those who fit, so that the condition is worked out once: more than contacts are. */
const each = 2 ** 40

const asks = 'EXISTS '

/** A condition with NULL for each `EXISTS (SELECT 1 FROM jsonb_array_elements(list) ...)`. */
function withoutLists(condition: string): string {
  const tokens = [...condition.matchAll(/'(?:[^']|'')*'|[()]|[^'()]+/g)].map(([token]) => token)
  let known = ''
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? ''
    if (token.endsWith(asks) && tokens[at + 2] === 'SELECT 1 FROM jsonb_array_elements') {
      known += `${token.slice(0, -asks.length)}CAST(NULL AS boolean)`
      at = closing(tokens, at + 1)
    } else known += token
  }
  return known
}

/** Where the parenthesis is closed that is opened at a place. */
function closing(tokens: readonly string[], opened: number): number {
  let depth = 0
  for (let at = opened; at < tokens.length; at++) {
    if (tokens[at] === '(') depth++
    if (tokens[at] === ')' && --depth === 0) return at
  }
  return tokens.length
}
