import type { ContactCondition } from '../mail/message'

type Value = string | number | null

function isFragment(part: Value | ContactCondition): part is ContactCondition {
  return typeof part === 'object' && part !== null
}

/**
 * A piece of SQL: fragments are put in with their values, anything else becomes a `?`. Nothing of a condition ever gets
 * into the text itself.
 */
export function sql(texts: TemplateStringsArray, ...parts: (Value | ContactCondition)[]): ContactCondition {
  let where = texts[0] ?? ''
  const values: Value[] = []
  parts.forEach((part, index) => {
    where += (isFragment(part) ? part.where : '?') + (texts[index + 1] ?? '')
    if (isFragment(part)) for (const value of part.values) values.push(value)
    else values.push(part)
  })
  const isTimed = parts.some((part) => isFragment(part) && part.isTimed === true)
  return { where, values, ...(isTimed && { isTimed }) }
}

/** A piece of SQL that follows from what time it is. */
export const timed = (part: ContactCondition): ContactCondition => ({ ...part, isTimed: true })

/** What holds for everyone, and for nobody. */
export const always = sql`true`
export const never = sql`false`

/** All, or any, of these: as a tree of even depth, since SQLite takes no chain of more than a thousand. */
export function joined(parts: readonly ContactCondition[], logic: 'AND' | 'OR'): ContactCondition {
  const [first, second] = parts
  if (!first) return logic === 'AND' ? always : never
  if (!second) return first
  const middle = Math.ceil(parts.length / 2)
  const [left, right] = [joined(parts.slice(0, middle), logic), joined(parts.slice(middle), logic)]
  return logic === 'AND' ? sql`(${left} AND ${right})` : sql`(${left} OR ${right})`
}
