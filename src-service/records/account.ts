import { randomBytes } from 'node:crypto'
import type Database from 'better-sqlite3'
import { named, type ServiceDatabase, statements } from '../store/statements'

/** What opens the record-management interface: it has nothing in common with the project's keys. */
export interface RecordAccount {
  /** What is kept of the personal access token (keys.ts). */
  tokenHash: string
  companyId: string
  workspaceId: string
}

/**
 * Makes the account where there is none. No token opens it yet. It will be somebody's, so there is one user: whoever
 * started the service.
 */
export function ensureRecordAccount(db: Database.Database, now: number): void {
  const account = db.prepare<[company: string, workspace: string]>(
    `INSERT OR IGNORE INTO record_account (only, token_hash, company_id, workspace_id) VALUES (1, '', ?, ?)`,
  )
  const user = db.prepare<[now: number]>(
    `INSERT INTO record_user (name, email, role, active, created_at)
     VALUES ('Service owner', 'owner@localhost', 'admin', 1, ?)`,
  )
  const hex = () => randomBytes(8).toString('hex')
  db.transaction(() => {
    const made = account.run(`com_${hex()}`, `wsp_${hex()}`)
    if (made.changes > 0) user.run(now)
  })()
}

/** Returns a reader of the account. It reads the row each time, so that a change shows at the next request. */
export function recordAccountReader(db: ServiceDatabase): () => Promise<RecordAccount> {
  return statements(db).made(
    `SELECT ${named('token_hash, company_id, workspace_id')} FROM record_account WHERE "only" = 1`,
  )
}
