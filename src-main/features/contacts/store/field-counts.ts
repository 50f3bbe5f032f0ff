import { z } from 'zod'
import { dataFieldSchema, type DataField } from '../../../../src-shared/bridge/contacts'
import type { Session } from '../../../core/database/session'

const savedSchema = z.array(dataFieldSchema)

/**
 * The keys of `data` with their counts, as the index last counted them. They are dropped with the first change of a
 * contact, in its transaction, so what is here is exact. It saves loading the index each time the list is opened.
 */
export class FieldCounts {
  private known: DataField[] | null | undefined = undefined

  constructor(private readonly session: Session) {
    session.onRollback(() => {
      this.known = undefined
    })
  }

  /** null: a contact changed since they were counted. */
  get(): DataField[] | null {
    if (this.known === undefined) this.known = this.read()
    return this.known
  }

  set(fields: DataField[]): void {
    this.session.write(() => {
      this.session.db
        .prepare('INSERT OR REPLACE INTO field_count (one, fields) VALUES (1, ?)')
        .run(JSON.stringify(fields))
    })
    this.known = fields
  }

  /** Within a transaction that changes a contact. */
  drop(): void {
    if (this.get() === null) return
    this.session.db.exec('DELETE FROM field_count')
    this.known = null
  }

  private read(): DataField[] | null {
    const row = this.session.db.prepare<[], { fields: string }>('SELECT fields FROM field_count').get()
    return row === undefined ? null : savedSchema.parse(JSON.parse(row.fields))
  }
}
