import { tell, toKeep } from '../../../../src-shared/messages/told'
import type { Stepped, Session } from '../../../core/database/session'
import type { VerdictStore } from './ledger/api'
import type { VerdictClass } from '../../../../src-shared/bridge/verdicts'
import { problem } from '../../../core/problems'
import type { Ledger } from './ledger/ledger'
import { dayMs } from './ledger/spans'
import type { LedgerEntry, LedgerVerdict } from './ledger/api'

/** Who follows the ledger. Within the transaction that adds verdicts over these addresses, in lower case. */
type VerdictFollower = (emails: readonly string[]) => void

/** Addresses asked about or verdicts added in one call, at most. */
const batch = 1000

/** `at`, `ground`, `suggestion`. */
type VerdictTuple = [number, number, string | null]

/**
 * The ledger: every verdict over an address there ever was. Verdicts cost requests, so they stay when the copy is
 * emptied. A verdict of the same address and instant as one before takes its place; nothing else is ever changed.
 * In one piece: its calls share the statements at its head.
 */
export function verdictStore(
  session: Session,
  ledger: Ledger,
  follow: VerdictFollower,
): Pick<Stepped<VerdictStore>, 'freshOf' | 'add' | 'history' | 'past'> {
  const { grounds, kinds, rules, overrides, addressed, known } = ledger
  const rows = 'SELECT at, ground, suggestion FROM verdict WHERE email = ?'
  const newest = session.tuples<[string], VerdictTuple>(`${rows} ORDER BY at DESC LIMIT 1`)
  const same = session.tuples<[string, number], VerdictTuple>(`${rows} AND at = ?`)
  const before = session.tuples<[string, number], VerdictTuple>(`${rows} AND at < ? ORDER BY at DESC LIMIT 1`)
  const latest = session.tuples<[string, number], VerdictTuple>(`${rows} ORDER BY at DESC LIMIT ?`)
  const put = session.db.prepare<[string, number, number, string | null]>(
    `INSERT INTO verdict (email, at, ground, suggestion) VALUES (?, ?, ?, ?)
     ON CONFLICT (email, at) DO UPDATE SET ground = excluded.ground, suggestion = excluded.suggestion`,
  )
  const verdictOf = (email: string, [at, ground, suggestion]: VerdictTuple): LedgerVerdict => ({
    email,
    at,
    suggestion,
    ...grounds.get(ground),
  })
  const classOf = ([, ground]: VerdictTuple): VerdictClass => kinds.classOf(grounds.kindOf(ground))
  /** How old a verdict may become, by what its signs amount to. */
  const lasts = (name: VerdictClass): number =>
    (name === 'unknown' ? rules.expiry.unknown : rules.expiry.known) * dayMs

  /** A verdict with the override of its domain, if there is one. */
  const inEffect = (verdict: LedgerVerdict): LedgerVerdict => {
    const override = overrides.ofEmail(verdict.email)
    if (override === null) return verdict
    const { domain, class: name, note } = override
    const given = { domain, class: name, note }
    return {
      ...verdict,
      class: name,
      reasons: [
        note === '' ? toKeep('told.domainClass', given) : toKeep('told.domainClassWhy', given),
        ...verdict.reasons,
      ],
      override: { domain, class: name, note },
    }
  }

  /** Within a transaction: adds one verdict, whose address is in lower case. */
  const add = (entry: LedgerEntry): { row: VerdictTuple; isFlip: boolean; isBehind: boolean } => {
    const { email, at, suggestion, vendor = null } = entry
    const row: VerdictTuple = [at, grounds.idOf({ ...entry, vendor }, withoutOwn(entry)), suggestion]
    const last = newest.get(email)
    const isBehind = last !== undefined && last[0] > at
    const there = last?.[0] === at ? last : isBehind ? same.get(email, at) : undefined
    if (there?.[1] === row[1] && there[2] === suggestion) return { row, isFlip: false, isBehind }
    const earlier = last === undefined ? undefined : last[0] < at ? last : before.get(email, at)
    known.follow(email, () => put.run(email, ...row))
    if (!isBehind) addressed.judged(email, last ? grounds.kindOf(last[1]) : null, grounds.kindOf(row[1]))
    return { row, isFlip: earlier !== undefined && classOf(earlier) !== classOf(row), isBehind }
  }

  return {
    freshOf: ({ emails, now, unknownSince = null, since = null }) => {
      limit(emails)
      return session.read(() =>
        inOrder(emails).flatMap((email) => {
          const row = newest.get(email)
          if (row === undefined) return []
          const verdict = verdictOf(email, row)
          if (now - verdict.at >= lasts(verdict.class) || verdict.at < (since ?? 0)) return []
          const isAskedAgain = verdict.class === 'unknown' && verdict.at < (unknownSince ?? 0)
          return isAskedAgain ? [] : [inEffect(verdict)]
        }),
      )
    },

    add: (entries) => {
      limit(entries)
      const counts = { flipped: 0, behind: 0 }
      const verdicts: LedgerVerdict[] = []
      session.write(() => {
        const folded = entries.map((entry, place) => ({
          entry: { ...entry, email: fold(entry.email) },
          place,
        }))
        for (const { entry, place } of folded.sort((one, other) => inAlphabet(one.entry, other.entry))) {
          const { row, isFlip, isBehind } = add(entry)
          if (isFlip) counts.flipped += 1
          if (isBehind) counts.behind += 1
          verdicts[place] = inEffect(verdictOf(entry.email, row))
        }
        follow(folded.map(({ entry }) => entry.email))
      })
      return { ...counts, verdicts }
    },

    history: ({ email: asked, limit: most }) =>
      session.read(() => {
        const email = fold(asked)
        return latest.all(email, most).map((row) => {
          const verdict = verdictOf(email, row)
          const { answer, vendor } = grounds.answerOf(row[1])
          return { ...verdict, answer: withOwn(answer, verdict), ...(vendor === null ? {} : { vendor }) }
        })
      }),

    past: ({ email: asked, limit: most, now }) =>
      session.read(() => {
        const email = fold(asked)
        const held = overrides.ofEmail(email)
        const found = latest.all(email, most + 1)
        return found.slice(0, most).map((row, index) => {
          const verdict = verdictOf(email, row)
          const earlier = found[index + 1]
          const { answer, vendor } = grounds.answerOf(row[1])
          const { class: name, reasons, suggestion, source, at } = verdict
          return {
            email,
            class: name,
            reasons,
            suggestion,
            source,
            at,
            was: earlier === undefined ? null : classOf(earlier),
            expired: now - at >= lasts(name),
            override: held === null ? null : { class: held.class, note: held.note },
            vendor,
            answer: withOwn(answer, verdict),
          }
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
function withOwn(
  answer: LedgerEntry['answer'],
  { email, suggestion }: Pick<LedgerVerdict, 'email' | 'suggestion'>,
): LedgerEntry['answer'] {
  if (answer?.email === true) answer.email = email
  if (answer?.suggestedEmail === true) answer.suggestedEmail = suggestion
  return answer
}

/** As the copy compares addresses. */
const fold = (email: string): string => email.toLowerCase()

/** Each once, in the order of the table: neighbours lie on the same page of it. */
const inOrder = (emails: readonly string[]): string[] => [...new Set(emails.map(fold))].sort()

const inAlphabet = (one: LedgerEntry, other: LedgerEntry): number => (one.email < other.email ? -1 : 1)

function limit(items: readonly unknown[]): void {
  if (items.length > batch)
    throw problem('internal', { why: tell('verification.store.moreThanBatchAddresses', { batch }) })
}
