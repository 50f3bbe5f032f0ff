import { closeSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { schemaVersion } from './schema'

/** An open database of the service. */
export type ServiceDatabase = Database.Database

/** Opens a database file that only its owner may read, making it when it is not there. */
export function openPrivately(path: string): ServiceDatabase {
  // SQLite gives its WAL the mode of the database file: made here, 0600 holds for all of them.
  closeSync(openSync(path, 'a', 0o600))
  return new Database(path, { timeout: 5000 })
}

/**
 * Opens the service's database for serving.
 * @throws Error in words when another version of the service made the file.
 */
export function openDatabase(path: string): ServiceDatabase {
  const db = openPrivately(path)
  const version = db.pragma('user_version', { simple: true })
  if (version !== schemaVersion) {
    db.close()
    throw new Error(`${path} was made by another version of the service. Start with another data folder.`)
  }
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('cache_size = -65536')
  return db
}
