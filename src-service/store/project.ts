import { randomBytes } from 'node:crypto'
import type { ServiceDatabase } from './database'

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
  const row = db
    .prepare<[], [string, string, number]>(
      'SELECT secret_key, public_key, disabled FROM project WHERE only = 1',
    )
    .raw()
  return () => {
    const found = row.get()
    if (!found) throw new Error('The database holds no project.')
    return { secretKey: found[0], publicKey: found[1], disabled: found[2] === 1 }
  }
}
