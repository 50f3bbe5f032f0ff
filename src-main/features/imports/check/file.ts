import { chmodSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { connect, encrypt } from '../../../core/database/database'
import { lookAt } from '../../../core/database/location'
import { problem } from '../../../core/problems'
import { importFile, ofImport } from './import-file'
import { workItemTable } from '../../../jobs/store/work-items'

/** The version of the file's schema: its `user_version`. */
const version = 2

/**
 * The file of one import. The rows of the source lie in `chunk`, as texts of some 50 kB, because a
 * million rows of a table would take longer to write than to read and check. What is told about each row is `state`,
 * in blobs of a thousand rows; only what a person did to a row (`edit`), what was odd about it (`row_fault`) and what a
 * run did with it (`work_item`) has a row of its own.
 *
 * A source is read into a new `generation`, which becomes the current one when all of it is there.
 */
const schema = `
  CREATE TABLE fact (name TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE pasted (one INTEGER PRIMARY KEY CHECK (one = 1), text TEXT NOT NULL) STRICT;
  CREATE TABLE chunk (
    generation INTEGER NOT NULL,
    first INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    format INTEGER NOT NULL,
    lines BLOB NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX chunk_by_first ON chunk (generation, first, rows);
  CREATE TABLE row_fault (
    generation INTEGER NOT NULL, row INTEGER NOT NULL, code TEXT NOT NULL, sentence TEXT NOT NULL,
    PRIMARY KEY (generation, row)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE edit (
    seq INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    row INTEGER,
    col INTEGER NOT NULL,
    before TEXT NOT NULL,
    after TEXT NOT NULL
  ) STRICT;
  CREATE TABLE state (segment INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
  CREATE TABLE verdict (email TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID;
  ${workItemTable}
`

/** Pages of the log after which SQLite copies it into the database. */
const checkpointPages = 4000

/** Bytes of a page: rows lie in texts of some 50 kB, which long pages hold with less to do. */
const pageBytes = 16_384

/**
 * Opens the file of an import, making it where there is none. `key`: 32 bytes as hex, or null for a plain file of mode
 * 0600, as the cache has it. Throws `cache_damaged`, `cache_newer`, `cache_busy`, `disk_full` or `file_unwritable`.
 */
export function openImportFile(folder: string, id: number, key: string | null): Database {
  try {
    return open(importFile(folder, id), join(folder, 'imports'), key)
  } catch (error) {
    throw ofImport(error)
  }
}

function open(path: string, folder: string, key: string | null): Database {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  rmSync(`${path}-sealed`, { force: true })
  // Rows that were read while there was no keychain are encrypted as soon as there is one, as the cache is.
  if (key !== null && lookAt(path) === 'plain') encrypt(path, `${path}-sealed`, key)
  // SQLite gives its log and index the mode of the database.
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
  const db = connect(path, key)
  try {
    const found = Number(db.pragma('user_version', { simple: true }))
    // Of an older one no import knows: the copy that did was set aside.
    if (found > version) throw problem('cache_newer')
    if (found !== 0 && found < version) throw problem('cache_damaged')
    if (found === 0) db.pragma(`page_size = ${pageBytes}`)
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    db.pragma('temp_store = MEMORY')
    db.pragma(`wal_autocheckpoint = ${checkpointPages}`)
    db.pragma('journal_size_limit = 67108864')
    db.pragma('cache_size = -4096')
    if (found === 0) {
      db.transaction(() => {
        db.exec(schema)
        db.pragma(`user_version = ${version}`)
      })()
    }
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
