import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { join } from 'node:path'
import { writing, writingAsync } from './folder-faults'
import { type Keys, keepKeys, newKeys, storeKeys } from './keys'
import { type FillProgress, fillSample } from './sample/fill'
import { fillFeatures } from './sample/fill-features'
import { openDatabase, openPrivately } from './store/database'
import { ensureRecordAccount } from './records/account'
import { createProject } from './store/project'
import { noteSample } from './store/sample'
import { indexes, schemaVersion, tables } from './store/schema'

/** What a new database is filled with. */
export interface Filling {
  contacts: number
  /** Milliseconds since 1970 that the sample leads up to; undefined: the hour it is now. */
  anchor?: number
  onProgress?: FillProgress
  /** Told the new name of a database of an older version, which was set aside. */
  onSetAside?: (path: string) => void
}

/**
 * Opens the database of a data folder, making and filling it at the first start. One of a version too old is set aside, under
 * its name with the date, and made anew. The database gets its name only when it is whole: a first start that is cut short
 * leaves nothing behind that a second one would take for data.
 * @throws Error in words when the folder cannot be written or the database cannot be opened.
 */
export async function openDataFolder(folder: string, filling: Filling): Promise<Database.Database> {
  const path = join(folder, 'service.db')
  return writingAsync(folder, async () => {
    const found = existsSync(path) ? openDatabase(path) : await makeWhole(folder, path, filling)
    return found ?? (await makeAnew(folder, path, filling))
  })
}

async function makeAnew(folder: string, path: string, filling: Filling): Promise<Database.Database> {
  const stamp = new Date().toISOString().replaceAll(/[-:.]/g, '')
  const aside = join(folder, `service.set-aside-${stamp}.db`)
  for (const end of ['', '-wal', '-shm']) {
    if (existsSync(path + end)) renameSync(path + end, aside + end)
  }
  filling.onSetAside?.(aside)
  return makeWhole(folder, path, filling)
}

async function makeWhole(folder: string, path: string, filling: Filling): Promise<Database.Database> {
  makeFolder(folder)
  const unfinished = join(folder, 'service.db.filling')
  rmSync(unfinished, { force: true })
  try {
    keepKeys(folder, await makeDatabase(unfinished, filling))
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
  renameSync(unfinished, path)
  const db = openDatabase(path)
  if (db) return db
  throw new Error(`${path} was made, and is of an older version.`)
}

/**
 * Makes a data folder that only its owner may look into, where there is none.
 * @throws Error in words when it cannot be made.
 */
export function makeFolder(folder: string): void {
  writing(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }))
}

/** Makes a file of a database, whole and filled. Gives the keys that open what is in it. */
export async function makeDatabase(path: string, { contacts, anchor, onProgress }: Filling): Promise<Keys> {
  const db = openPrivately(path)
  try {
    // Nothing to roll back to: a file that is cut short is thrown away.
    db.pragma('journal_mode = OFF')
    db.pragma('synchronous = OFF')
    db.pragma('cache_size = -65536')
    db.exec(tables)
    createProject(db)
    noteSample(db, contacts)
    const hour = 60 * 60 * 1000
    const sample = fillSample(db, {
      contacts,
      anchor: anchor ?? Math.floor(Date.now() / hour) * hour,
      onProgress,
    })
    db.exec(indexes)
    await fillFeatures(db, sample)
    ensureRecordAccount(db, Date.now())
    const keys = newKeys()
    storeKeys(db, keys)
    db.pragma(`user_version = ${schemaVersion}`)
    return keys
  } finally {
    db.close()
  }
}
