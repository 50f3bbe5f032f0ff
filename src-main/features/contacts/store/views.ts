import type { Stepped, Session } from '../../../core/database/session'
import type { ViewStore } from './api'
import { savedViewSchema } from '../../../../src-shared/bridge/contacts'

interface ViewRow {
  id: string
  name: string
  query: string
  columns: string
}

/** The saved views' part of the store, in the order in which they were made. */
export function viewStore(session: Session): Stepped<ViewStore> {
  const { db } = session
  const all = db.prepare<[], ViewRow>('SELECT id, name, query, columns FROM saved_view ORDER BY rowid')
  const put = db.prepare<[ViewRow]>(
    `INSERT INTO saved_view (id, name, query, columns) VALUES (@id, @name, @query, @columns)
     ON CONFLICT (id) DO UPDATE SET name = @name, query = @query, columns = @columns`,
  )
  const drop = db.prepare<[string]>('DELETE FROM saved_view WHERE id = ?')
  return {
    list: () =>
      session.read(() =>
        all
          .all()
          .map(({ id, name, query, columns }) =>
            savedViewSchema.parse({ id, name, query: JSON.parse(query), columns: JSON.parse(columns) }),
          ),
      ),
    save: ({ id, name, query, columns }) =>
      session.write(() => {
        put.run({ id, name, query: JSON.stringify(query), columns: JSON.stringify(columns) })
      }),
    remove: (id) =>
      session.write(() => {
        drop.run(id)
      }),
  }
}
