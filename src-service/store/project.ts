import { randomBytes } from 'node:crypto'
import type { ServiceDatabase } from './database'
import { type Stored, named, statements } from './statements'

/** The one project of this service. */
export interface Project {
  secretKey: string
  publicKey: string
  /** Set in the database by hand (or by a test): every key then gets 403 PROJECT_DISABLED. */
  disabled: boolean
}

/** Makes the project with fresh keys: 24 random bytes each. */
export function createProject(db: ServiceDatabase): void {
  const key = (prefix: string): string => prefix + randomBytes(24).toString('base64url')
  db.prepare('INSERT INTO project (only, secret_key, public_key) VALUES (1, ?, ?)').run(
    key('sk_'),
    key('pk_'),
  )
}

/** Returns a reader of the project. It reads the row each time, so that a change shows at the next request. */
export function projectReader(db: ServiceDatabase): () => Project {
  const read = statements(db).made<[], Stored<Project, 'disabled'>>(
    `SELECT ${named('secret_key, public_key, disabled')} FROM project WHERE only = 1`,
  )
  return () => {
    const found = read()
    return { ...found, disabled: found.disabled === 1 }
  }
}
