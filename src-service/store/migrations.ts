import type Database from 'better-sqlite3'
import { type Keys, keepKeys, storeKeys } from '../keys'

/** Databases from this version on are brought up to date; older ones are set aside. */
export const oldestMigrated = 3

/**
 * Brings a database of an earlier version up to date, in one transaction: a kill in between leaves it as it was.
 * @param folder Its data folder: the keys that the database held in clear are kept beside it from now on.
 */
export function migrate(db: Database.Database, folder: string): void {
  // What is overwritten must not be found in the file.
  db.pragma('secure_delete = ON')
  const clear = db
    .prepare<[], Keys>(
      `SELECT secret_key AS "secretKey", public_key AS "publicKey", token AS "recordsToken"
       FROM project, record_account`,
    )
    .get()
  if (!clear) throw new Error('The database holds no keys.')
  keepKeys(folder, clear)
  db.transaction(() => {
    db.exec(`ALTER TABLE project RENAME COLUMN secret_key TO secret_hash;
      ALTER TABLE project RENAME COLUMN public_key TO public_hash;
      ALTER TABLE record_account RENAME COLUMN token TO token_hash;`)
    storeKeys(db, clear)
    db.pragma('user_version = 4')
  }).exclusive()
  // The log holds the pages as they were.
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.pragma('secure_delete = OFF')
}
