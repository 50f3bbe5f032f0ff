import { type ServiceDatabase, statements } from './statements'

/**
 * Counts the contacts that fit a condition over `contact AS c`, in which everything is written that was bound, by as many
 * workers as PostgreSQL gives. It gives none to what asks for the elements of a list, row by row: those who have a list where
 * the condition asks for one, which most conditions meet in nobody, are told apart, and counted by themselves.
 */
export function parallelCount(db: ServiceDatabase): (condition: string) => Promise<number> {
  const sql = statements(db)
  return sql.snapshot(async (condition) => {
    const { plain, isListed } = withoutLists(condition)
    // Prepared each time: every condition is another question.
    const count = sql.made<[], { plain: number; listed: number }>(
      `SELECT count(*) FILTER (WHERE (${plain}) AND NOT (${isListed})) AS plain, count(*) FILTER (WHERE ${isListed}) AS listed
       FROM contact AS c`,
    )
    const found = await count()
    if (found.listed === 0) return found.plain
    return (
      found.plain +
      (await sql.count<[]>(`SELECT count(*) FROM contact AS c WHERE (${isListed}) AND (${condition})`)())
    )
  })
}

const asks = 'EXISTS '
const elements = 'SELECT 1 FROM jsonb_array_elements'

/** A condition as it is of those without lists, and who has one: `EXISTS (SELECT 1 FROM jsonb_array_elements(list) ...)`. */
function withoutLists(condition: string): { plain: string; isListed: string } {
  const tokens = [...condition.matchAll(/'(?:[^']|'')*'|[()]|[^'()]+/g)].map(([token]) => token)
  const lists = new Set<string>()
  let plain = ''
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? ''
    if (token.endsWith(asks) && tokens[at + 2] === elements) {
      lists.add(tokens.slice(at + 4, closing(tokens, at + 3)).join(''))
      plain += `${token.slice(0, -asks.length)}false`
      at = closing(tokens, at + 1)
    } else plain += token
  }
  const isListed = [...lists].map((list) => `coalesce(jsonb_typeof(${list}) = 'array', false)`)
  return { plain, isListed: isListed.join(' OR ') || 'false' }
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
