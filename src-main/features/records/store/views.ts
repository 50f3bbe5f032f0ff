import type { Stepped, Session } from '../../../core/database/session'
import type { RecordStore } from './api'
import { recordViewSchema } from '../../../../src-shared/bridge/records'

interface RecordViewRow {
  id: string
  source: number
  name: string
  query: string
  columns: string
}

/** The saved views of records, in the order in which they were made. */
export function recordViews(
  session: Session,
  numberOf: (connectionId: string) => number,
): Pick<Stepped<RecordStore>, 'views' | 'saveView' | 'removeView'> {
  const { db } = session
  const all = db.prepare<[string], RecordViewRow>(
    `SELECT * FROM record_view WHERE source = (SELECT number FROM record_source WHERE connection = ?) ORDER BY rowid`,
  )
  const put = db.prepare<[RecordViewRow]>(
    `INSERT INTO record_view (id, source, name, query, columns) VALUES (@id, @source, @name, @query, @columns)
     ON CONFLICT (id) DO UPDATE SET name = @name, query = @query, columns = @columns`,
  )
  const drop = db.prepare<[string]>('DELETE FROM record_view WHERE id = ?')
  return {
    views: (connectionId) =>
      session.read(() =>
        all
          .all(connectionId)
          .map(({ id, name, query, columns }) =>
            recordViewSchema.parse({ id, name, query: JSON.parse(query), columns: JSON.parse(columns) }),
          ),
      ),
    saveView: ({ connectionId, view: { id, name, query, columns } }) =>
      session.write(() => {
        const source = numberOf(connectionId)
        put.run({ id, source, name, query: JSON.stringify(query), columns: JSON.stringify(columns) })
      }),
    removeView: ({ id }) =>
      session.write(() => {
        drop.run(id)
      }),
  }
}
