import type Database from 'better-sqlite3'
import { named, type ServiceDatabase, statements, type Stored } from './statements'

/** The one project of this service. */
export interface Project {
  /** What is kept of its keys (keys.ts). */
  secretHash: string
  publicHash: string
  /** Set in the database by hand (or by a test): every key then gets 403 PROJECT_DISABLED. */
  disabled: boolean
}

/** Makes the project. No key opens it yet. */
export function createProject(db: Database.Database): void {
  db.exec(`INSERT INTO project (only, secret_hash, public_hash) VALUES (1, '', '')`)
}

/** Returns a reader of the project. It reads the row each time, so that a change shows at the next request. */
export function projectReader(db: ServiceDatabase): () => Promise<Project> {
  const read = statements(db).made<[], Stored<Project, 'disabled'>>(
    `SELECT ${named('secret_hash, public_hash, disabled')} FROM project WHERE "only" = 1`,
  )
  return async () => {
    const found = await read()
    return { ...found, disabled: found.disabled === 1 }
  }
}

/** Whether the project is there: a database that several share may have lost it since it was found. */
export async function isThere(db: ServiceDatabase): Promise<boolean> {
  return statements(db).has<[]>('SELECT 1 FROM project WHERE "only" = 1')()
}
