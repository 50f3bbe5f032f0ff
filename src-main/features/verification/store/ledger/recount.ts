import type { Session } from '../../../../core/database/session'
import type { Ledger } from './ledger'

/** Rows read at a time. */
const page = 1000

/** Counts a ledger from before there were counts, once: the step of the schema only made room for them. */
export function countLedger(session: Session, { addressed, grounds, known }: Ledger): void {
  const isKept = session.column<[], number>('SELECT kept FROM ledger_counts')
  if (isKept.get() !== 0) return
  const verdicts = session.tuples<[string, number], [string, number, number]>(
    'SELECT email, max(at), ground FROM verdict WHERE email > ? GROUP BY email ORDER BY email LIMIT ?',
  )
  const contacts = session.tuples<[number, number], [number, string, number]>(
    'SELECT row, email, subscribed FROM contact WHERE row > ? ORDER BY row LIMIT ?',
  )
  session.write(() => {
    for (let rows = verdicts.all('', page); rows.length > 0;) {
      for (const [email, , ground] of rows) addressed.judged(email, null, grounds.kindOf(ground))
      rows = verdicts.all(rows.at(-1)?.[0] ?? '', page)
    }
    for (let rows = contacts.all(0, page); rows.length > 0;) {
      for (const [row, email, subscribed] of rows) known.count(row, email, subscribed === 1)
      rows = contacts.all(rows.at(-1)?.[0] ?? 0, page)
    }
    session.db.exec('UPDATE ledger_counts SET kept = 1')
  })
}
