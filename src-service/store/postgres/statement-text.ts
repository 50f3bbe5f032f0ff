import { contactWriting } from './contact-writes'
import { projectTables } from './schema'

/** A statement as PostgreSQL takes it. */
export interface StatementText {
  text: string
  /** What to send for what is bound, the project at its end; `again` where the same was sent on a connection that was lost. */
  values(bound: readonly unknown[], project: number, again?: boolean): unknown[]
  /** What it writes to; null where it only reads. */
  writes: { table: string; what: 'INSERT' | 'UPDATE' | 'DELETE' } | null
  /** It takes the lock of those who write by itself, so that it can be a transaction of its own. */
  locks: boolean
}

type Token = { text: string; depth: number; isWord: boolean }

const pattern =
  /'(?:[^']|'')*'|"[^"]*"|@\w+|\?|[A-Za-z_]\w*|\d+(?:\.\d+)?|\s+|::|->>|->|#>>|#>|<=|>=|<>|\|\||./gs

function tokensOf(text: string): Token[] {
  let depth = 0
  return [...text.matchAll(pattern)].map(([found]) => {
    if (found === ')') depth--
    const token = { text: found, depth, isWord: /^[A-Za-z_]/.test(found) }
    if (found === '(') depth++
    return token
  })
}

/** Hints for the planner of SQLite alone, which keeps no figures of what the tables hold. */
const hints = [
  /\bINDEXED BY \w+/g,
  /\bCOLLATE BINARY\b/g,
  /\bCROSS (?=JOIN \w+ AS \w+ ON\b)/g,
  /(?<=[(\s])\+(?=\w+\.\w)/g,
] as const

/**
 * A statement of the service for PostgreSQL: every table in it that holds what belongs to projects is narrowed to one
 * project, so that no query module can forget to, and an engine that is spread over machines by project asks one of them.
 * @throws Error for a statement whose form is not known.
 */
export function statementText(text: string): StatementText {
  const plain = hints.reduce((rest, hint) => rest.replaceAll(hint, ''), text)
  const names: string[] = []
  let positions = 0
  const numbered = tokensOf(plain).map((token) => {
    if (token.text === '?') return { ...token, text: `$${++positions}` }
    if (!token.text.startsWith('@')) return token
    const name = token.text.slice(1)
    if (!names.includes(name)) names.push(name)
    return { ...token, text: `$${names.indexOf(name) + 1}` }
  })
  if (positions > 0 && names.length > 0) throw new Error('A statement binds by name or by place, not both.')
  const own = Math.max(positions, names.length)
  const project = `$${own + 1}`
  const narrowed = narrow(numbered, project, `$${own + 2}`)
  const isNarrowed = narrowed.includes(project)
  const called = numbered.find(({ text: word }) => writing.has(word))
  return {
    text: narrowed,
    writes: called ? (writing.get(called.text) ?? null) : writesOf(numbered),
    locks: called !== undefined,
    values(bound, of, again = false) {
      const given = names.length > 0 ? named(bound[0], names) : bound.slice(0, positions)
      return [...given, ...(isNarrowed ? [of] : []), ...(called ? [again] : [])]
    },
  }
}

function named(bound: unknown, names: readonly string[]): unknown[] {
  if (typeof bound !== 'object' || bound === null)
    throw new Error('A statement that binds by name gets an object.')
  return names.map((name) => {
    const value: unknown = Reflect.get(bound, name)
    if (value === undefined) throw new Error(`Nothing is bound to @${name}.`)
    return value
  })
}

/** The next token that is no space, from a place on. */
function next(tokens: readonly Token[], from: number): number {
  let at = from
  while (at < tokens.length && tokens[at]?.text.trim() === '') at++
  return at
}

/**
 * Functions that write, and what for others to hear. The first thing each is given is the project, the last whether it was asked
 * before; it is a transaction by itself, with the lock of those who write.
 */
const writing: ReadonlyMap<string, StatementText['writes']> = new Map(
  [contactWriting].map(({ name, writes }) => [name, writes]),
)

function writesOf(tokens: readonly Token[]): StatementText['writes'] {
  const words = tokens.filter(({ text }) => text.trim() !== '').map(({ text }) => text)
  const [first = '', second = '', third = ''] =
    words[0] === 'WITH' ? words.slice(words.indexOf('INSERT')) : words
  if (first === 'INSERT' || first === 'DELETE') return { table: third, what: first }
  return first === 'UPDATE' ? { table: second, what: first } : null
}

/** Narrows every table to the project that is bound to `project`, and tells functions that write what is bound to `again`. */
function narrow(tokens: readonly Token[], project: string, again: string): string {
  const out = tokens.map(({ text }) => text)
  tokens.forEach(({ text }, at) => {
    if (text === 'FROM' || text === 'JOIN') narrowRead(tokens, out, at, project)
    if (text === 'UPDATE' || text === 'INTO') narrowWrite(tokens, out, at, project)
    if (writing.has(text)) {
      out[next(tokens, at + 1)] = `(CAST(${project} AS integer), `
      out[
        tokens.findIndex((token, end) => end > at && token.text === ')' && token.depth === tokens[at]?.depth)
      ] = `, CAST(${again} AS boolean))`
    }
    if (text === 'CONFLICT') {
      const open = next(tokens, at + 1)
      if (tokens[open]?.text === '(') out[open] = '(project, '
    }
  })
  return out.join('')
}

function narrowRead(tokens: readonly Token[], out: string[], at: number, project: string): void {
  const place = next(tokens, at + 1)
  const table = tokens[place]?.text ?? ''
  if (!projectTables.has(table)) return
  // What is locked must be the rows that are given, and not those of the project.
  const isLocked = tokens.some(
    (token, after) => after > at && token.text === 'FOR' && token.depth === tokens[at]?.depth,
  )
  if (isLocked || (at >= 2 && tokens[at - 2]?.text === 'DELETE')) {
    restrict(tokens, out, place, `${table}.project = ${project}`)
    return
  }
  const alias = tokens[next(tokens, place + 1)]?.text === 'AS' ? '' : ` AS ${table}`
  out[place] = `(SELECT * FROM ${table} WHERE project = ${project})${alias}`
}

function narrowWrite(tokens: readonly Token[], out: string[], at: number, project: string): void {
  const place = next(tokens, at + 1)
  const table = tokens[place]?.text ?? ''
  if (!projectTables.has(table)) return
  if (tokens[at]?.text === 'UPDATE') restrict(tokens, out, place, `${table}.project = ${project}`)
  else insertProject(tokens, out, place, project)
}

/** Adds a condition to that of a statement whose table stands at `place`: one that writes, or locks what it reads. */
function restrict(tokens: readonly Token[], out: string[], place: number, condition: string): void {
  const depth = tokens[place]?.depth ?? 0
  const firstOf = (...words: readonly string[]) =>
    tokens.findIndex((token, at) => at > place && token.depth === depth && words.includes(token.text))
  const after = firstOf('RETURNING', 'ORDER', 'LIMIT', 'FOR')
  const end = after < 0 ? tokens.length : after
  const where = firstOf('WHERE')
  if (where >= 0) {
    out[where] = `WHERE ${condition} AND (`
    out[end - 1] += ')'
  } else out[end - 1] += ` WHERE ${condition}`
  if (after >= 0) out[after] = ` ${out[after]}`
}

/** Has an INSERT whose table stands at `place` write the project too. */
function insertProject(tokens: readonly Token[], out: string[], place: number, project: string): void {
  const columns = next(tokens, place + 1)
  if (tokens[columns]?.text !== '(') throw new Error('An INSERT names its columns.')
  out[columns] = '(project, '
  const depth = tokens[place]?.depth ?? 0
  const what = tokens.findIndex(
    (token, at) =>
      at > columns && token.depth === depth && (token.text === 'VALUES' || token.text === 'SELECT'),
  )
  if (tokens[what]?.text === 'SELECT') out[what] = `SELECT CAST(${project} AS integer), `
  else out[next(tokens, what + 1)] = `(${project}, `
}
