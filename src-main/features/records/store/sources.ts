import type { Statement } from 'better-sqlite3'
import type { Session } from '../../../core/database/session'

/** A connection's counters, kept with the rows they count. */
export interface SourceCounters {
  number: number
  connection: string
  rows: number
  /** The number of the last change of any of its records. */
  changes: number
  /** Grows with every transaction that changed its records. */
  revision: number
}

/** The connections that have anything in the copy. Counters are changed with the transaction, read again after a rollback. */
export class RecordSources {
  private readonly known = new Map<string, SourceCounters>()
  private readonly one: Statement<[string], SourceCounters>
  private readonly everyone: Statement<[], string>
  private readonly adding: Statement<[string]>
  private readonly writing: Statement<[number, number, number, number]>

  constructor(private readonly session: Session) {
    const { db } = session
    this.one = db.prepare(
      'SELECT number, connection, rows, changes, revision FROM record_source WHERE connection = ?',
    )
    this.everyone = session.column('SELECT connection FROM record_source')
    this.adding = db.prepare('INSERT OR IGNORE INTO record_source (connection) VALUES (?)')
    this.writing = db.prepare('UPDATE record_source SET rows = ?, changes = ?, revision = ? WHERE number = ?')
    session.onRollback(() => this.known.clear())
  }

  /** The source of a connection; null where nothing of it was stored yet. */
  get(connectionId: string): SourceCounters | null {
    const known = this.known.get(connectionId) ?? this.one.get(connectionId)
    if (known === undefined) return null
    this.known.set(connectionId, known)
    return known
  }

  /** Every source, in no order. */
  all(): SourceCounters[] {
    return this.everyone.all().flatMap((connection) => this.get(connection) ?? [])
  }

  /** Within a transaction. */
  make(connectionId: string): SourceCounters {
    const found = this.get(connectionId)
    if (found) return found
    this.adding.run(connectionId)
    const made = this.get(connectionId)
    if (!made) throw new Error('The source was not stored.')
    return made
  }

  byNumber(number: number): SourceCounters | null {
    for (const source of this.known.values()) if (source.number === number) return source
    const connection = this.session
      .column<[number], string>('SELECT connection FROM record_source WHERE number = ?')
      .get(number)
    return connection === undefined ? null : this.get(connection)
  }

  /** Within a transaction that changed counters. */
  write(source: SourceCounters): void {
    source.revision += 1
    this.writing.run(source.rows, source.changes, source.revision, source.number)
  }

  /** Within a transaction that deletes a source. */
  forget(connectionId: string): void {
    this.known.delete(connectionId)
  }
}
