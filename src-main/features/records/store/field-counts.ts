import type { Statement } from 'better-sqlite3'
import { z } from 'zod'
import { lazyObject } from '../../../../src-shared/lazily'
import { dataFieldSchema, type DataField } from '../../../../src-shared/bridge/contacts'
import type { Session } from '../../../core/database/session'
import type { SourceCounters } from './sources'

const savedSchema = lazyObject(() => ({ revision: z.number(), fields: z.array(dataFieldSchema) }))

/** The fields of each source's records as they were last counted, so that showing them needs no index. */
export class RecordFieldCounts {
  private readonly stored: Statement<[number], string | null>
  private readonly storing: Statement<[string, number]>

  constructor(session: Session) {
    this.stored = session.column('SELECT fields FROM record_source WHERE number = ?')
    this.storing = session.db.prepare('UPDATE record_source SET fields = ? WHERE number = ?')
  }

  /** null where records changed since, or were never counted. */
  get({ number, revision }: SourceCounters): DataField[] | null {
    const text = this.stored.get(number) ?? null
    if (text === null) return null
    const saved = savedSchema.parse(JSON.parse(text))
    return saved.revision === revision ? saved.fields : null
  }

  /** Within a transaction. */
  set({ number, revision }: SourceCounters, fields: DataField[]): void {
    this.storing.run(JSON.stringify({ revision, fields }), number)
  }
}
