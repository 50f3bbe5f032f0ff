import { problem } from '../problems'
import type { Session } from './session'
import type { SteppedStore } from './steps'
import type { LedgerEntry, LedgerVerdict } from './store'
import type { Grounds } from './verdict-grounds'

/** Who follows the ledger. Within the transaction that adds verdicts over these addresses, in lower case. */
export type VerdictFollower = (emails: readonly string[]) => void

/** Addresses asked about or verdicts added in one call, at most. */
const batch = 1000

/** `at`, `ground`, `suggestion`. */
type Row = [number, number, string | null]

/**
 * The ledger: every verdict over an address there ever was. Verdicts cost requests, so they stay when the copy is
 * emptied. A verdict of the same address and instant as one before takes its place; nothing else is ever changed.
 */
export function verdictStore(
  session: Session,
  grounds: Grounds,
  follow: VerdictFollower,
): SteppedStore['verdicts'] {
  const { db } = session
  const rows = 'SELECT at, ground, suggestion FROM verdict WHERE email = ?'
  const newest = db.prepare<[string], Row>(`${rows} ORDER BY at DESC LIMIT 1`).raw()
  const history = db.prepare<[string, number], Row>(`${rows} ORDER BY at DESC LIMIT ?`).raw()
  const classBefore = db
    .prepare<[string, number], string>(
      `SELECT g.class FROM verdict v JOIN verdict_ground g ON g.id = v.ground
       WHERE v.email = ? AND v.at < ? ORDER BY v.at DESC LIMIT 1`,
    )
    .pluck()
  const put = db.prepare<[string, number, number, string | null]>(
    `INSERT INTO verdict (email, at, ground, suggestion) VALUES (?, ?, ?, ?)
     ON CONFLICT (email, at) DO UPDATE SET ground = excluded.ground, suggestion = excluded.suggestion`,
  )
  const verdictOf = (email: string, [at, ground, suggestion]: Row): LedgerVerdict => ({
    email,
    at,
    suggestion,
    ...grounds.get(ground),
  })

  return {
    freshOf: ({ emails, now, expiry }) => {
      limit(emails)
      return session.read(() =>
        inOrder(emails).flatMap((email) => {
          const row = newest.get(email)
          if (row === undefined) return []
          const verdict = verdictOf(email, row)
          const age = now - verdict.at
          return age < (verdict.class === 'unknown' ? expiry.unknownMs : expiry.knownMs) ? [verdict] : []
        }),
      )
    },

    add: (entries) => {
      limit(entries)
      return session.write(() => {
        let flipped = 0
        const folded = entries.map((entry) => ({ ...entry, email: fold(entry.email) }))
        for (const entry of folded.sort((one, other) => (one.email < other.email ? -1 : 1))) {
          const { email, at, suggestion } = entry
          const before = classBefore.get(email, at)
          if (before !== undefined && before !== entry.class) flipped += 1
          put.run(email, at, grounds.idOf(entry, withoutOwn(entry)), suggestion)
        }
        follow(folded.map(({ email }) => email))
        return { flipped }
      })
    },

    history: ({ email: asked, limit: most }) =>
      session.read(() => {
        const email = fold(asked)
        return history.all(email, most).map((row) => {
          const verdict = verdictOf(email, row)
          return { ...verdict, answer: withOwn(grounds.answerOf(row[1]), verdict) }
        })
      }),
  }
}

/** An answer without what the verdict's row says already, so that the rest is the same text for many addresses. */
function withoutOwn({ answer, email, suggestion }: LedgerEntry): LedgerEntry['answer'] {
  if (answer === null) return null
  const rest: Record<string, unknown> = { ...answer }
  if (typeof rest.email === 'string' && fold(rest.email) === email) rest.email = true
  if (suggestion !== null && rest.suggestedEmail === suggestion) rest.suggestedEmail = true
  return rest
}

/** The opposite of {@link withoutOwn}. */
function withOwn(answer: LedgerEntry['answer'], { email, suggestion }: LedgerVerdict): LedgerEntry['answer'] {
  if (answer?.email === true) answer.email = email
  if (answer?.suggestedEmail === true) answer.suggestedEmail = suggestion
  return answer
}

/** As the copy compares addresses. */
const fold = (email: string): string => email.toLowerCase()

/** Each once, in the order of the table: neighbours lie on the same page of it. */
const inOrder = (emails: readonly string[]): string[] => [...new Set(emails.map(fold))].sort()

function limit(items: readonly unknown[]): void {
  if (items.length > batch) throw problem('internal', { why: `More than ${batch} addresses in one call.` })
}
