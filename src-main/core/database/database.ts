import { tell } from '../../../src-shared/messages/told'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import Connection, { type Database } from 'better-sqlite3'
import { problem } from '../problems'
import { translate } from './failures'
import { cacheFiles, fingerprint, lookAt, readMarker, writeMarker } from './location'
import { migrate, versionOf, type Migration } from './migrate'
import { carryOver } from './older-copy'
import { setAside } from './set-aside'
import type { CacheLocation } from './location'
import { codeOf } from '../../../src-shared/error-code'

/** How long a call waits for another program's lock, in milliseconds; then it is `cache_busy`. */
const busyTimeout = 250

/** Pages of the log after which SQLite copies it into the database (a page has 4,096 bytes). */
const checkpointPages = 4000

/**
 * Opens the database of a folder, making, encrypting or migrating it as needed. Throws `cache_wrong_key`,
 * `cache_damaged`, `cache_newer` (the file is left untouched), `cache_busy`, `disk_full` or `file_unwritable`.
 */
export function openDatabase(location: CacheLocation, migrations: readonly Migration[]): Database {
  if (location.key !== null && !/^[0-9a-f]{64}$/i.test(location.key)) {
    throw problem('internal', { why: tell('core.database.theKeyOfThe') })
  }
  try {
    return open(location, migrations)
  } catch (error) {
    throw translate(error)
  }
}

function open(location: CacheLocation, migrations: readonly Migration[]): Database {
  const { folder, key } = location
  const files = cacheFiles(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  rmSync(encryptingCopy(folder), { force: true })
  takeRenewed(folder)
  const look = lookAt(files.database)
  if (look === 'absent') {
    // SQLite gives its log and index the mode of the database.
    closeSync(openSync(files.database, 'a', 0o600))
  } else {
    const version = knownVersion(location, look === 'plain', migrations)
    if (look === 'plain' && key !== null) encrypt(files.database, encryptingCopy(folder), key)
    if (version > 0 && version < (migrations[0]?.number ?? 0)) renew(location, migrations)
  }
  chmodSync(files.database, 0o600)
  const db = connect(files.database, key)
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    db.pragma('temp_store = MEMORY')
    db.pragma(`wal_autocheckpoint = ${checkpointPages}`)
    db.pragma('journal_size_limit = 67108864')
    // Kilobytes, for each connection: more of an encrypted copy costs the memory, and no list comes sooner.
    db.pragma('cache_size = -8192')
    migrate(db, migrations)
    writeMarker(folder, key)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * A copy of a schema that no migration leads on from is set aside, and a new one takes its place with what cannot be read
 * anew. That is made whole beside it first, so that a kill at any moment loses nothing.
 */
function renew({ folder, key }: CacheLocation, [first]: readonly Migration[]): void {
  const old = connect(cacheFiles(folder).database, key, { fileMustExist: true })
  try {
    const number = first?.number ?? 0
    const path = renewedCopy(folder)
    rmSync(path, { force: true })
    closeSync(openSync(path, 'a', 0o600))
    const db = connect(path, key)
    try {
      // Its journal would hold plain pages on disk; what is not whole is thrown away.
      db.pragma('journal_mode = MEMORY')
      migrate(db, [{ number, name: 'carry over', up: carry }])
    } finally {
      db.close()
    }
  } finally {
    old.close()
  }
  setAside(folder, Date.now())
  takeRenewed(folder)

  function carry(db: Database): void {
    first?.up(db)
    carryOver(db, old, Date.now())
  }
}

/** Puts a copy that was made anew in its place, where the one before it was just moved out of it. */
function takeRenewed(folder: string): void {
  const { database } = cacheFiles(folder)
  const renewed = renewedCopy(folder)
  if (lookAt(database) !== 'absent') rmSync(renewed, { force: true })
  else if (lookAt(renewed) !== 'absent') renameSync(renewed, database)
}

function renewedCopy(folder: string): string {
  return join(folder, 'cache.renewed.db')
}

function encryptingCopy(folder: string): string {
  return join(folder, 'cache.encrypting.db')
}

/** A connection with its key; nothing is read yet. `raw:` spares the derivation that only a passphrase needs. */
export function connect(path: string, key: string | null, options: Connection.Options = {}): Database {
  const db = new Connection(path, { timeout: busyTimeout, ...options })
  if (key !== null) {
    db.pragma("cipher = 'aegis'")
    db.pragma(`key = 'raw:${key}'`)
  }
  return db
}

/**
 * The version, read without the right to write, so that a file this program does not understand stays as it is.
 * A wrong key and junk look alike to SQLite: the marker tells them apart.
 */
function knownVersion(location: CacheLocation, plain: boolean, migrations: readonly Migration[]): number {
  const { folder, key } = location
  const marker = readMarker(folder)
  if (!plain && key === null) {
    if (marker?.encrypted !== true) throw problem('cache_damaged')
    throw problem('cache_wrong_key', {
      why: tell('core.database.theCopyIsEncrypted'),
    })
  }
  const db = connect(cacheFiles(folder).database, plain ? null : key, { readonly: true, fileMustExist: true })
  try {
    const newest = migrations.at(-1)?.number ?? 0
    const version = versionOf(db)
    if (version > newest) throw problem('cache_newer')
    return version
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_NOTADB' || key === null || plain) throw error
    const known = marker?.keyFingerprint ?? null
    if (known !== null && known !== fingerprint(key)) throw problem('cache_wrong_key', {}, { cause: error })
    throw problem('cache_damaged', {}, { cause: error })
  } finally {
    db.close()
  }
}

/**
 * Encrypts a plain database: a copy of it, which then takes its place at once. Encrypting in place would leave a
 * file that nothing can read where the power fails halfway. `copy`: a path beside it that nothing else uses.
 */
export function encrypt(database: string, copy: string, key: string): void {
  const plain = connect(database, null)
  try {
    // Everything must be in the one file before it is copied; leaving WAL also proves that nobody else has it open.
    plain.pragma('wal_checkpoint(TRUNCATE)')
    plain.pragma('journal_mode = DELETE')
  } finally {
    plain.close()
  }
  copyFileSync(database, copy)
  chmodSync(copy, 0o600)
  const sealed = connect(copy, null)
  try {
    // The journal of the copy would hold plain pages on disk; the copy is thrown away if this fails.
    sealed.pragma('journal_mode = MEMORY')
    sealed.pragma("cipher = 'aegis'")
    sealed.pragma(`rekey = 'raw:${key}'`)
  } finally {
    sealed.close()
  }
  const proof = connect(copy, key, { readonly: true })
  try {
    versionOf(proof)
  } finally {
    proof.close()
  }
  const file = openSync(copy, 'r+')
  fsyncSync(file)
  closeSync(file)
  renameSync(copy, database)
}
