import { closeSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { migrations, schemaVersion } from './schema'

/** An open database of the service. */
export type ServiceDatabase = Database.Database

/** Opens a database file that only its owner may read, making it when it is not there. */
export function openPrivately(path: string): ServiceDatabase {
  // SQLite gives its WAL the mode of the database file: made here, 0600 holds for all of them.
  closeSync(openSync(path, 'a', 0o600))
  return new Database(path, { timeout: 5000 })
}

/**
 * Opens the service's database for serving, and brings one of an older version up to date.
 * @throws Error in words when a newer version of the service made the file.
 */
export function openDatabase(path: string): ServiceDatabase {
  const db = openPrivately(path)
  if (!migrate(db)) {
    db.close()
    throw new Error(`${path} was made by a newer version of the service. Start with another data folder.`)
  }
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('cache_size = -65536')
  return db
}

/** Brings a database up to date, in one transaction; false, and nothing changed, where it is of a newer version. */
function migrate(db: ServiceDatabase): boolean {
  const steps = db.transaction(() => {
    let version = Number(db.pragma('user_version', { simple: true }))
    for (let step = migrations[version]; step !== undefined; step = migrations[++version]) db.exec(step)
    if (version !== schemaVersion) return false
    db.pragma(`user_version = ${schemaVersion}`)
    return true
  })
  return steps.immediate()
}
