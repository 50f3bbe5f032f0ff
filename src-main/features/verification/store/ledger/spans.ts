import type { Statement } from 'better-sqlite3'
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

/** The tables of counts over what is known of contacts. Within transactions. */
export class KnownCounts {
  private readonly count: Statement<[number, number, number, number, number]>
  private readonly span: Statement<[number, number, number, number, number]>
  private readonly counts: Statement<[], KnownCell>
  private readonly spans: Statement<[], SpanCell>
  private readonly followedOnce: Statement<[], number>

  constructor(session: Session) {
    const { db } = session
    this.count = db.prepare(
      `INSERT INTO known_count VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts`,
    )
    this.span = db.prepare(
      `INSERT INTO verdict_span VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET contacts = contacts + excluded.contacts`,
    )
    this.counts = db.prepare('SELECT * FROM known_count WHERE contacts > 0')
    this.spans = db.prepare('SELECT * FROM verdict_span WHERE contacts > 0')
    this.followedOnce = db
      .prepare<[], number>('SELECT 1 FROM verdict_span WHERE contacts > 0 LIMIT 1')
      .pluck()
  }

  /** Counts the newest verdict over contacts in (1 for each), or out (-1). */
  newest({ at, kind }: Pick<CountedVerdict, 'at' | 'kind'>, over: number, marks: number, by: number): void {
    this.count.run(kind, over, marks, dayOf(at), by)
  }

  /** Counts the verdicts that a newer one followed; in the order of their instants, the newest with them. */
  followed(history: readonly CountedVerdict[], over: number, by: 1 | -1): void {
    for (let index = 1; index < history.length; index += 1) {
      const [before, after] = [history[index - 1], history[index]]
      if (before && after) this.span.run(before.kind, over, dayOf(before.at), dayOf(after.at), by)
    }
  }

  /** Whether any verdict over a contact was followed by a newer one. */
  anyFollowed(): boolean {
    return this.followedOnce.get() !== undefined
  }

  allNewest(): KnownCell[] {
    return this.counts.all()
  }

  allFollowed(): SpanCell[] {
    return this.spans.all()
  }
}
