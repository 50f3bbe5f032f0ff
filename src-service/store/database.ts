import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { addFunctions } from './sqlite-functions'
import { migrate, oldestMigrated } from './migrations'
import { schemaVersion } from './schema'

/**
 * Opens a database file that only its owner may read, making it when it is not there. Where another process holds it,
 * waits `patience` milliseconds.
 */
export function openPrivately(path: string, patience = 5000): Database.Database {
  // SQLite gives its WAL the mode of the database file: made here, 0600 holds for all of them.
  closeSync(openSync(path, 'a', 0o600))
  const db = new Database(path, { timeout: patience })
  addFunctions(db)
  return db
}

/**
 * Opens the service's database for serving, brought up to date; null for one that is too old for that, which is left as it
 * is.
 * @throws Error in words when it is damaged, not the service's, or of a newer version; it is left as it is.
 */
export function openDatabase(path: string): Database.Database | null {
  if (isCutShort(path)) throw damaged(path)
  const db = openPrivately(path)
  try {
    // The tables are read here too: what is wrong with them is found out before anything is written.
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
    const version = Number(db.pragma('user_version', { simple: true }))
    if (version === 0) throw new Error(`${path} is not a database of the service. ${startElsewhere}`)
    if (version < oldestMigrated) {
      db.close()
      return null
    }
    if (version > schemaVersion) {
      throw new Error(`${path} was made by a newer version of the service. ${startElsewhere}`)
    }
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    db.pragma('cache_size = -65536')
    if (version < schemaVersion) migrate(db, dirname(path))
    return db
  } catch (error) {
    db.close()
    const broken = error instanceof Database.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code)
    throw broken ? damaged(path, error) : error
  }
}

const startElsewhere = 'Move it away, or start with another --data.'

const damaged = (path: string, cause?: unknown): Error =>
  new Error(`${path} is damaged and cannot be opened. ${startElsewhere}`, { cause })

/** Whether a database file is shorter than its header says. SQLite would find out only when it reads what is missing. */
function isCutShort(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(100)
    const read = readSync(file, header, 0, 100, 0)
    if (read < 100 || header.toString('latin1', 0, 15) !== 'SQLite format 3') return false
    // What is missing may still be in the WAL: a service that was killed while it moved it over.
    const { size: pending } = statSync(`${path}-wal`, { throwIfNoEntry: false }) ?? { size: 0 }
    const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
    return pending === 0 && fstatSync(file).size < header.readUInt32BE(28) * pageSize
  } finally {
    closeSync(file)
  }
}
