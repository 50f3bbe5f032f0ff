import type { Statement } from 'better-sqlite3'
import type { Slice } from '../../../../src-shared/bridge/base'
import type { CatalogueList } from '../../../../src-shared/interface/catalogue'
import type { Session, SqlValue } from '../../../core/database/session'
import type { CatalogueQuery } from './api'

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

/** A campaign with the very same body as a template. */
interface SameBody {
  templateId: string
  id: string
  name: string
  status: string
}

const columns = 'row, list, id, name, kind, created, updated, record, digest'
const orders = { name: 'name COLLATE NOCASE', created: 'created', updated: 'updated' } as const

/** Every statement over the table of the catalogue. Its lists hold thousands at most: a search reads one of them. */
export class CatalogueTable {
  private readonly byId: Statement<[string, string], CatalogueRow>
  private readonly byRow: Statement<[number], CatalogueRow>
  private readonly everyOne: Statement<[string], string>
  private readonly adding: Statement<[Omit<CatalogueRow, 'row'>]>
  private readonly changing: Statement<[CatalogueRow]>
  private readonly deleting: Statement<[number]>
  private readonly counting: Statement<[string], number>
  private readonly last: Statement<[string], number | null>
  private readonly sameBodies: Statement<[{ templateId: string | null }], SameBody>
  private readonly rowsBetween: Statement<[string, number, number], number>

  constructor(private readonly session: Session) {
    const { db } = session
    this.byId = db.prepare(`SELECT ${columns} FROM catalogue WHERE list = ? AND id = ?`)
    this.byRow = db.prepare(`SELECT ${columns} FROM catalogue WHERE row = ?`)
    this.everyOne = db
      .prepare<[string], string>(
        'SELECT record FROM catalogue WHERE list = ? ORDER BY created DESC, row DESC',
      )
      .pluck()
    this.adding = db.prepare(
      `INSERT INTO catalogue (list, id, name, kind, created, updated, record, digest)
       VALUES (@list, @id, @name, @kind, @created, @updated, @record, @digest)`,
    )
    this.changing = db.prepare(
      `UPDATE catalogue SET name = @name, kind = @kind, created = @created, updated = @updated, record = @record,
         digest = @digest
       WHERE row = @row`,
    )
    this.deleting = db.prepare('DELETE FROM catalogue WHERE row = ?')
    this.counting = db.prepare<[string], number>('SELECT count(*) FROM catalogue WHERE list = ?').pluck()
    this.last = db.prepare<[string], number | null>('SELECT max(row) FROM catalogue WHERE list = ?').pluck()
    this.sameBodies = db.prepare(
      `SELECT template.id AS templateId, campaign.id AS id, campaign.name AS name, campaign.kind AS status
       FROM catalogue template JOIN catalogue campaign
         ON campaign.digest = template.digest AND campaign.list = 'campaigns'
       WHERE template.list = 'templates' AND (@templateId IS NULL OR template.id = @templateId)
       ORDER BY campaign.created DESC, campaign.row DESC`,
    )
    this.rowsBetween = db
      .prepare<[string, number, number], number>(
        'SELECT row FROM catalogue NOT INDEXED WHERE list = ? AND row BETWEEN ? AND ? ORDER BY row',
      )
      .pluck()
  }

  find(list: CatalogueList, id: string): CatalogueRow | undefined {
    return this.byId.get(list, id)
  }

  get(row: number): CatalogueRow | undefined {
    return this.byRow.get(row)
  }

  /** JSON of each record, the newest first. */
  all(list: CatalogueList): string[] {
    return this.everyOne.all(list)
  }

  /** Campaigns with the body of a template; null: of each. */
  sameBody(templateId: string | null): SameBody[] {
    return this.sameBodies.all({ templateId })
  }

  add(row: Omit<CatalogueRow, 'row'>): number {
    return Number(this.adding.run(row).lastInsertRowid)
  }

  change(row: CatalogueRow): void {
    this.changing.run(row)
  }

  remove(row: number): void {
    this.deleting.run(row)
  }

  count(list: CatalogueList): number {
    return this.counting.get(list) ?? 0
  }

  /** The largest row in use by a list, 0 in an empty one. */
  lastRow(list: CatalogueList): number {
    return this.last.get(list) ?? 0
  }

  between(list: CatalogueList, from: number, to: number): number[] {
    return this.rowsBetween.all(list, from, to)
  }

  /** JSON of the records of a query at positions [offset, offset + limit), and how many match in all. */
  page(
    list: CatalogueList,
    { search, kinds, sort }: CatalogueQuery,
    { offset, limit }: Slice,
  ): { records: string[]; count: number } {
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
    const { db } = this.session
    const records = db
      .prepare<SqlValue[], string>(
        `SELECT record FROM catalogue WHERE ${where}
         ORDER BY ${orders[sort.by]} ${direction}, row ${direction} LIMIT ? OFFSET ?`,
      )
      .pluck()
      .all(...values, limit, offset)
    const count = db
      .prepare<SqlValue[], number>(`SELECT count(*) FROM catalogue WHERE ${where}`)
      .pluck()
      .get(...values)
    return { records, count: count ?? 0 }
  }
}
