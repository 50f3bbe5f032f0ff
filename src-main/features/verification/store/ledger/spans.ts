import type { Session } from '../../../../core/database/session'

/** A day has so many milliseconds; days here are UTC days since 1970. */
export const dayMs = 86_400_000

/** The day of an instant. */
export const dayOf = (at: number): number => Math.floor(at / dayMs)

/** A verdict over a contact's address, as it is counted. `marks`: 1 subscribed, 2 a spelling is suggested. */
export interface CountedVerdict {
  at: number
  kind: number
  suggested: boolean
}

/** Contacts whose newest verdict is alike. */
export interface KnownCell {
  kind: number
  over: number
  marks: number
  day: number
  contacts: number
}

/** Contacts over whom a verdict of one day was followed by a newer one of another. */
export interface SpanCell {
  kind: number
  over: number
  since: number
  until: number
  contacts: number
}

const statements = (session: Session) => ({
  count: session.db.prepare<[number, number, number, number, number]>(
    `INSERT INTO known_count VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts`,
  ),
  span: session.db.prepare<[number, number, number, number, number]>(
    `INSERT INTO verdict_span VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts`,
  ),
  counts: session.db.prepare<[], KnownCell>('SELECT * FROM known_count WHERE contacts > 0'),
  spans: session.db.prepare<[], SpanCell>('SELECT * FROM verdict_span WHERE contacts > 0'),
  followedOnce: session.column<[], number>('SELECT 1 FROM verdict_span WHERE contacts > 0 LIMIT 1'),
})

/** The tables of counts over what is known of contacts. Within transactions. */
export type KnownCounts = ReturnType<typeof knownCounts>

/** Prepares what {@link KnownCounts} is made of. */
export function knownCounts(session: Session) {
  const sql = statements(session)
  return {
    /** Counts the newest verdict over contacts in (1 for each), or out (-1). */
    newest: ({ at, kind }: Pick<CountedVerdict, 'at' | 'kind'>, over: number, marks: number, by: number) =>
      sql.count.run(kind, over, marks, dayOf(at), by),
    /** Counts the verdicts that a newer one followed; in the order of their instants, the newest with them. */
    followed(history: readonly CountedVerdict[], over: number, by: 1 | -1): void {
      for (let index = 1; index < history.length; index += 1) {
        const [before, after] = [history[index - 1], history[index]]
        if (before && after) sql.span.run(before.kind, over, dayOf(before.at), dayOf(after.at), by)
      }
    },
    /** Whether any verdict over a contact was followed by a newer one. */
    anyFollowed: () => sql.followedOnce.get() !== undefined,
    allNewest: () => sql.counts.all(),
    allFollowed: () => sql.spans.all(),
  }
}
