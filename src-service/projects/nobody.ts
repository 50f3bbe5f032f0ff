import Database from 'better-sqlite3'
import { ensureRecordAccount } from '../records/account'
import { createProject } from '../store/project'
import { indexes, tables } from '../store/schema'
import { sqliteDatabase } from '../store/sqlite-database'
import { addFunctions } from '../store/sqlite-functions'
import type { ServiceDatabase } from '../store/statements'

/** A project in memory that no key opens: what is asked for nobody's project is answered as any project answers it. */
export function nobodysDatabase(): ServiceDatabase {
  const db = new Database(':memory:')
  addFunctions(db)
  db.exec(tables)
  createProject(db)
  db.exec(indexes)
  ensureRecordAccount(db, 0)
  return sqliteDatabase(db)
}
