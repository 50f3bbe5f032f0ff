import { mergeOf } from '../audience/data-rules'
import type { TimerClock } from '../clock'
import { contactColumns, contactRow, type ContactRow, type StoredContact } from './contact-row'
import { gatheredCalls } from './gathered-calls'
import { foldAscii, type ServiceDatabase, statements } from './statements'

/** A contact to create, or to change by its address (without regard to case). */
export interface ContactUpsert {
  email: string
  subscribed?: boolean | undefined
  /** Whether a new one is subscribed where nothing is said: it is, unless this says so. */
  whenNew?: boolean
  /** Merged into what is there. */
  data: Record<string, unknown>
}

/** Null where it has to be done step by step: more follows from it than its row. */
type Upserted = { row: ContactRow; isNew: boolean } | null

/** How many are written at once: of as many, what kept counts compare is noted and not looked at (postgres/condition-triggers.ts). */
const most = 50

/** What write_contacts (postgres/contact-writes.ts) is given of one. @throws ServiceFailure where its data is too much. */
export function upsertText({ email, subscribed, whenNew = true, data }: ContactUpsert): string {
  const { set, gone } = mergeOf(data)
  const said = subscribed === undefined ? 'null' : Number(subscribed)
  const rest = gone.length > 0 ? `,"gone":${JSON.stringify(gone)}` : ''
  return `{"email":${JSON.stringify(email)},"said":${said},"fresh":${Number(subscribed ?? whenNew)},"data":${set}${rest}}`
}

/** Creates and changes contacts over PostgreSQL: whoever comes while others are written is written with the next ones, by one statement. */
export function contactUpserts(
  db: ServiceDatabase,
  clock: TimerClock,
): (upsert: ContactUpsert) => Promise<Upserted> {
  const sql = statements(db)
  type Written = StoredContact & { place: number | null; isLeft: boolean }
  const write = sql.rows<[{ contacts: string; now: number }], Written>(
    `SELECT ${contactColumns}, place, is_left AS "isLeft" FROM write_contacts(CAST(@contacts AS jsonb), @now)`,
  )

  async function together(given: readonly { email: string; text: string }[]): Promise<Upserted[]> {
    const contacts = `[${given.map(({ text }) => text).join(',')}]`
    const written = await write({ contacts, now: clock.now() })
    const rows = new Map(written.map((row) => [foldAscii(row.email), row]))
    return given.map(({ email }) => {
      const found = rows.get(foldAscii(email))
      if (!found || found.isLeft) return null
      const { place, isLeft: _, ...stored } = found
      return { row: contactRow(stored), isNew: place === null }
    })
  }

  const gathered = gatheredCalls({
    together,
    keyOf: ({ email }) => foldAscii(email),
    most,
    isOfAll: (error) => db.isTrouble(error),
  })

  return async (upsert) => {
    const given = { email: upsert.email, text: upsertText(upsert) }
    if (!db.isWithin()) return gathered(given)
    const [mine = null] = await db.transaction(() => together([given]))
    return mine
  }
}
