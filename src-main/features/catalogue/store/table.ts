import type { Slice } from '../../../../src-shared/bridge/base'
import type { CatalogueQuery } from '../../../../src-shared/bridge/catalogue'
import type { CatalogueList } from '../../../../src-shared/interface/catalogue'
import type { Session, SqlValue } from '../../../core/database/session'
import type { CatalogueStore } from './api'

/** A record as it is stored. `record` is its JSON, `digest` names its body; times as time.ts has them. */
export interface CatalogueRow {
  row: number
  list: string
  id: string
  name: string
  kind: string
  created: number
  updated: number
  record: string
  digest: string | null
}

const columns = 'row, list, id, name, kind, created, updated, record, digest'
const orders = { name: 'name COLLATE NOCASE', created: 'created', updated: 'updated' } as const

const statements = (session: Session) => ({
  byId: session.db.prepare<[string, string], CatalogueRow>(
    `SELECT ${columns} FROM catalogue WHERE list = ? AND id = ?`,
  ),
  byRow: session.db.prepare<[number], CatalogueRow>(`SELECT ${columns} FROM catalogue WHERE row = ?`),
  all: session.column<[string], string>(
    'SELECT record FROM catalogue WHERE list = ? ORDER BY created DESC, row DESC',
  ),
  add: session.db.prepare<[Omit<CatalogueRow, 'row'>]>(
    `INSERT INTO catalogue (list, id, name, kind, created, updated, record, digest)
     VALUES (@list, @id, @name, @kind, @created, @updated, @record, @digest)`,
  ),
  change: session.db.prepare<[CatalogueRow]>(
    `UPDATE catalogue SET name = @name, kind = @kind, created = @created, updated = @updated, record = @record,
       digest = @digest
     WHERE row = @row`,
  ),
  remove: session.db.prepare<[number]>('DELETE FROM catalogue WHERE row = ?'),
  count: session.column<[string], number>('SELECT count(*) FROM catalogue WHERE list = ?'),
  last: session.column<[string], number | null>('SELECT max(row) FROM catalogue WHERE list = ?'),
  sameBody: session.db.prepare<
    [{ templateId: string | null }],
    ReturnType<CatalogueStore['sameBody']>[number]
  >(
    `SELECT template.id AS templateId, campaign.id AS id, campaign.name AS name, campaign.kind AS status
     FROM catalogue template JOIN catalogue campaign
       ON campaign.digest = template.digest AND campaign.list = 'campaigns'
     WHERE template.list = 'templates' AND (@templateId IS NULL OR template.id = @templateId)
     ORDER BY campaign.created DESC, campaign.row DESC`,
  ),
  between: session.column<[string, number, number], number>(
    'SELECT row FROM catalogue NOT INDEXED WHERE list = ? AND row BETWEEN ? AND ? ORDER BY row',
  ),
})

/** What is done with the table of the catalogue. */
export type CatalogueTable = ReturnType<typeof catalogueTable>

/** Prepares every statement over the catalogue. Its lists hold thousands at most: a search reads one of them. */
export function catalogueTable(session: Session) {
  const sql = statements(session)
  return {
    find: (list: CatalogueList, id: string) => sql.byId.get(list, id),
    get: (row: number) => sql.byRow.get(row),
    /** JSON of each record, the newest first. */
    all: (list: CatalogueList) => sql.all.all(list),
    /** Campaigns with the body of a template; null: of each. */
    sameBody: (templateId: string | null) => sql.sameBody.all({ templateId }),
    add: (row: Omit<CatalogueRow, 'row'>) => Number(sql.add.run(row).lastInsertRowid),
    change: (row: CatalogueRow) => sql.change.run(row),
    remove: (row: number) => sql.remove.run(row),
    count: (list: CatalogueList) => sql.count.get(list) ?? 0,
    /** The largest row in use by a list, 0 in an empty one. */
    lastRow: (list: CatalogueList) => sql.last.get(list) ?? 0,
    between: (list: CatalogueList, from: number, to: number) => sql.between.all(list, from, to),
    /** JSON of the records of a query at positions [offset, offset + limit), and how many match in all. */
    page(list: CatalogueList, { search, kinds, sort }: CatalogueQuery, slice: Slice) {
      const values: SqlValue[] = [list]
      let where = 'list = ?'
      if (search.trim() !== '') {
        where += ` AND name LIKE ? ESCAPE '\\'`
        values.push(`%${search.trim().replace(/[\\%_]/g, '\\$&')}%`)
      }
      if (kinds !== null) {
        where += ' AND kind IN (SELECT value FROM json_each(?))'
        values.push(JSON.stringify(kinds))
      }
      const direction = sort.direction === 'asc' ? 'ASC' : 'DESC'
      const order = `${orders[sort.by]} ${direction}, row ${direction}`
      return recordPage(session, { from: `catalogue WHERE ${where}`, values, order, slice })
    },
  }
}

/** JSON of the records that a query finds at positions [offset, offset + limit), and how many it finds in all. */
export function recordPage(
  session: Session,
  asked: { from: string; values: SqlValue[]; order: string; slice: Slice },
): { records: string[]; count: number } {
  const { from, values, order, slice } = asked
  const sql = `SELECT record FROM ${from} ORDER BY ${order} LIMIT ? OFFSET ?`
  const records = session.column<SqlValue[], string>(sql).all(...values, slice.limit, slice.offset)
  const count = session.column<SqlValue[], number>(`SELECT count(*) FROM ${from}`).get(...values)
  return { records, count: count ?? 0 }
}
