import { createHash, randomUUID } from 'node:crypto'
import type { ContactCondition } from '../mail/message'
import { keptStatements } from './kept-statements'
import { parallelCount } from './parallel-count'
import { type ServiceDatabase, statements } from './statements'

/** Counts the contacts that fit a condition. */
export type ConditionCount = (who: ContactCondition) => Promise<number>

/** Fewer contacts than these are counted as fast as a count that is kept is found. */
const worthKeeping = 20_000
/** Conditions of a project whose counts are kept at most: each is asked, now and then, of every contact that changes. */
const keptAtMost = 50

interface KeptCount {
  /** Of now, or where it is not ready what was added since it was noted. */
  contacts: number
  isReady: boolean
  token: string
  isAskedToday: boolean
}

/**
 * Counts over PostgreSQL that are kept once they were counted (postgres/condition-triggers.ts): later ones are looked up, and
 * exact, whoever has changed contacts meanwhile. It is told to keep a count first, then counts what a moment holds, while others
 * write, and what was added up to that moment: the count is right from then on. Conditions that ask for more than the contact's own
 * row, or for the time, are counted each time, and so are small audiences. Not to be called within what only reads.
 * @param counted Counts them anew.
 */
export function keptCounts(
  db: ServiceDatabase,
  counted: ConditionCount,
  fromContacts = worthKeeping,
): ConditionCount {
  const sql = statements(db)
  const anew = parallelCount(db)
  const contacts = sql.count<[]>(sql.rowCount('contact'))
  const state = 'k.is_ready AS "isReady", k.token, k.asked_on = CURRENT_DATE AS "isAskedToday"'
  const asCompared = sql.row<[hash: string], KeptCount & { hasChanged: boolean }>(
    `SELECT k.contacts, ${state}, EXISTS (SELECT 1 FROM contact_before) AS "hasChanged" FROM condition_count AS k WHERE k.hash = ?`,
  )
  const asChanged = keptStatements((where) =>
    sql.row<unknown[], KeptCount>(
      `SELECT k.contacts + now.contacts - before.contacts AS contacts, ${state} FROM condition_count AS k
       CROSS JOIN (SELECT count(*) AS contacts FROM contact_before AS b CROSS JOIN LATERAL
         (SELECT * FROM contact WHERE seq = b.seq OFFSET 0) AS c WHERE ${where}) AS now
       CROSS JOIN (SELECT count(*) AS contacts FROM contact_before AS c WHERE c.email IS NOT NULL AND (${where})) AS before
       WHERE k.hash = ?`,
    ),
  )
  const note = sql.run<[{ hash: string; condition: string; token: string }]>(
    `INSERT INTO condition_count (hash, condition, token) SELECT @hash, @condition, @token
     WHERE (SELECT count(*) FROM condition_count) < ${keptAtMost} ON CONFLICT (hash) DO NOTHING`,
  )
  const complete = sql.run<[missing: number, hash: string, token: string]>(
    `UPDATE condition_count SET contacts = contacts + ?, is_ready = true WHERE hash = ? AND token = ? AND NOT is_ready`,
  )
  const askedToday = sql.run<[hash: string]>(
    'UPDATE condition_count SET asked_on = CURRENT_DATE WHERE hash = ?',
  )

  return async (who) => {
    if (!isOfRow(who) || (await contacts()) < fromContacts) return counted(who)
    const condition = withValues(who)
    if (who.isTimed) return anew(condition)
    const hash = createHash('sha256').update(condition).digest('base64url')
    const find = async (): Promise<KeptCount | null> => {
      const found = await asCompared(hash)
      return found?.hasChanged ? asChanged(who.where)(...who.values, ...who.values, hash) : found
    }
    const known = await find()
    if (known?.isReady) {
      if (!known.isAskedToday) await askedToday(hash)
      return known.contacts
    }
    if (!known) await note({ hash, condition, token: randomUUID() })
    const [count, noted] = await db.transaction(async () => [await anew(condition), await find()] as const, {
      readOnly: true,
    })
    if (noted) await complete(count - noted.contacts, hash, noted.token)
    return count
  }
}

/** Whether the row of a contact alone tells if it fits. */
function isOfRow({ where }: ContactCondition): boolean {
  return !/\b(FROM|JOIN) (?!jsonb_array_elements\()/.test(where)
}

/** A condition with what is bound written into it. */
function withValues({ where, values }: ContactCondition): string {
  let at = 0
  return where.replaceAll(/'(?:[^']|'')*'|\?/g, (found) =>
    found === '?' ? literal(values[at++] ?? null) : found,
  )
}

/** As PostgreSQL reads it, whatever its settings say of backslashes: of no type, as what is bound is. */
function literal(value: string | number | null): string {
  if (value === null) return 'NULL'
  const quoted = `'${String(value).replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
  return quoted.includes('\\') ? ` E${quoted}` : quoted
}
