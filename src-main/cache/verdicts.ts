import type { Statement } from 'better-sqlite3'
import { z } from 'zod'
import { verdictSchema } from '../../src-shared/bridge/verdicts'
import { problem } from '../problems'
import { hashOf } from './hash'
import type { Session } from './session'
import type { SteppedStore } from './steps'
import type { LedgerEntry, LedgerVerdict } from './store'

/** Addresses asked about or verdicts added in one call, at most: a few milliseconds. */
const batch = 1000

const rowSchema = z.object({
  email: z.string(),
  at: z.number(),
  suggestion: z.string().nullable(),
  class: verdictSchema.shape.class,
  source: verdictSchema.shape.source,
  signs: z.string(),
  reasons: z.string(),
})
const entrySchema = rowSchema.extend({ answer: z.string().nullable() })
const textsSchema = z.array(z.string())

/** What a verdict rests on, as it is stored: once for all verdicts that rest on the same. */
interface Ground {
  class: string
  source: string
  signs: string
  reasons: string
  answer: string | null
}

/**
 * The ledger: every verdict over an address there ever was. Verdicts cost requests, so they stay when the copy is
 * emptied. A verdict of the same address and instant as one before takes its place; nothing else is ever changed.
 */
export function verdictStore(session: Session): SteppedStore['verdicts'] {
  const { db } = session
  const columns = 'v.email, v.at, v.suggestion, g.class, g.source, g.signs, g.reasons'
  const tables = 'verdict v JOIN verdict_ground g ON g.id = v.ground'
  const newest = db.prepare<[string], unknown>(
    `SELECT ${columns} FROM ${tables} WHERE v.email = ? ORDER BY v.at DESC LIMIT 1`,
  )
  const history = db.prepare<[string, number], unknown>(
    `SELECT ${columns}, g.answer FROM ${tables} WHERE v.email = ? ORDER BY v.at DESC LIMIT ?`,
  )
  const classBefore = db
    .prepare<[string, number], string>(
      `SELECT g.class FROM ${tables} WHERE v.email = ? AND v.at < ? ORDER BY v.at DESC LIMIT 1`,
    )
    .pluck()
  const put = db.prepare<[string, number, number, string | null]>(
    `INSERT INTO verdict (email, at, ground, suggestion) VALUES (?, ?, ?, ?)
     ON CONFLICT (email, at) DO UPDATE SET ground = excluded.ground, suggestion = excluded.suggestion`,
  )
  const grounds = new Grounds(session)

  return {
    freshOf: ({ emails, now, expiry }) => {
      limit(emails)
      const oldest = (verdict: LedgerVerdict) =>
        now - (verdict.class === 'unknown' ? expiry.unknownMs : expiry.knownMs)
      return session.read(() =>
        inOrder(emails).flatMap((email) => {
          const row = newest.get(email)
          if (row === undefined) return []
          const verdict = toVerdict(rowSchema.parse(row))
          return verdict.at > oldest(verdict) ? [verdict] : []
        }),
      )
    },

    add: (entries) => {
      limit(entries)
      return session.write(() => {
        let flipped = 0
        const sorted = [...entries].sort((one, other) => (fold(one.email) < fold(other.email) ? -1 : 1))
        for (const entry of sorted) {
          const email = fold(entry.email)
          const before = classBefore.get(email, entry.at)
          if (before !== undefined && before !== entry.class) flipped += 1
          put.run(email, entry.at, grounds.idOf(toGround(entry, email)), entry.suggestion)
        }
        return { flipped }
      })
    },

    history: ({ email, limit: most }) =>
      session.read(() => history.all(fold(email), most).map((row) => toEntry(entrySchema.parse(row)))),
  }
}

type GroundValues = [number, string, string, string, string, string | null]

/** Finds grounds by the hash of their text, and makes those that are not there yet. */
class Grounds {
  private readonly find: Statement<GroundValues, number>
  private readonly make: Statement<GroundValues>

  constructor({ db }: Session) {
    this.find = db
      .prepare<GroundValues, number>(
        `SELECT id FROM verdict_ground
         WHERE hash = ? AND class = ? AND source = ? AND signs = ? AND reasons = ? AND answer IS ?`,
      )
      .pluck()
    this.make = db.prepare<GroundValues>(
      'INSERT INTO verdict_ground (hash, class, source, signs, reasons, answer) VALUES (?, ?, ?, ?, ?, ?)',
    )
  }

  /** Within a transaction. */
  idOf({ class: name, source, signs, reasons, answer }: Ground): number {
    const hash = hashOf([name, source, signs, reasons, answer ?? ''].join('\n'))
    const values: GroundValues = [hash, name, source, signs, reasons, answer]
    return this.find.get(...values) ?? Number(this.make.run(...values).lastInsertRowid)
  }
}

function toGround(entry: LedgerEntry, email: string): Ground {
  return {
    class: entry.class,
    source: entry.source,
    signs: JSON.stringify(entry.signs),
    reasons: JSON.stringify(entry.reasons),
    answer: entry.answer === null ? null : JSON.stringify(withoutOwn(entry.answer, email, entry.suggestion)),
  }
}

/** An answer without what the verdict's row says already, so that the rest is the same text for many addresses. */
function withoutOwn(answer: Record<string, unknown>, email: string, suggestion: string | null) {
  const rest: Record<string, unknown> = { ...answer }
  if (typeof rest.email === 'string' && fold(rest.email) === email) rest.email = true
  if (suggestion !== null && rest.suggestedEmail === suggestion) rest.suggestedEmail = true
  return rest
}

function toVerdict(row: z.infer<typeof rowSchema>): LedgerVerdict {
  return {
    email: row.email,
    class: row.class,
    reasons: textsSchema.parse(JSON.parse(row.reasons)),
    suggestion: row.suggestion,
    source: row.source,
    at: row.at,
    signs: textsSchema.parse(JSON.parse(row.signs)),
  }
}

const answerSchema = z.record(z.string(), z.unknown())

function toEntry(row: z.infer<typeof entrySchema>): LedgerEntry {
  const verdict = toVerdict(row)
  if (row.answer === null) return { ...verdict, answer: null }
  const answer = answerSchema.parse(JSON.parse(row.answer))
  if (answer.email === true) answer.email = row.email
  if (answer.suggestedEmail === true) answer.suggestedEmail = row.suggestion
  return { ...verdict, answer }
}

/** As the copy compares addresses. */
const fold = (email: string): string => email.toLowerCase()

/** Each once, in the order of the table: neighbours lie on the same page of it. */
const inOrder = (emails: readonly string[]): string[] => [...new Set(emails.map(fold))].sort()

function limit(items: readonly unknown[]): void {
  if (items.length > batch) throw problem('internal', { why: `More than ${batch} addresses in one call.` })
}
