import { randomBytes } from 'node:crypto'
import type { ServiceDatabase } from '../store/database'

/** What opens the record-management interface: it has nothing in common with the project's keys. */
export interface RecordAccount {
  /** The personal access token. */
  token: string
  companyId: string
  workspaceId: string
}

/**
 * Makes the account where there is none: at the first start, and in a database of a version that had no records. The
 * token is somebody's, so there is one user: whoever started the service.
 */
export function ensureRecordAccount(db: ServiceDatabase, now: number): void {
  const make = db.transaction(() => {
    const made = db
      .prepare<[string, string, string]>(
        'INSERT OR IGNORE INTO record_account (only, token, company_id, workspace_id) VALUES (1, ?, ?, ?)',
      )
      .run(
        `pat_${randomBytes(24).toString('base64url')}`,
        `com_${randomBytes(8).toString('hex')}`,
        `wsp_${randomBytes(8).toString('hex')}`,
      )
    if (made.changes === 0) return
    db.prepare<[string, string, string, number]>(
      'INSERT INTO record_user (name, email, role, active, created_at) VALUES (?, ?, ?, 1, ?)',
    ).run('Service owner', 'owner@localhost', 'admin', now)
  })
  make.immediate()
}

/** Returns a reader of the account. It reads the row each time, so that a change shows at the next request. */
export function recordAccountReader(db: ServiceDatabase): () => RecordAccount {
  const row = db
    .prepare<[], [string, string, string]>(
      'SELECT token, company_id, workspace_id FROM record_account WHERE only = 1',
    )
    .raw()
  return () => {
    const found = row.get()
    if (!found) throw new Error('The database holds no record account.')
    return { token: found[0], companyId: found[1], workspaceId: found[2] }
  }
}
