import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { makeFolder } from './data-folder'
import { lockFolder } from './folder-lock'
import { openPrivately } from './store/database'
import { oldestMigrated } from './store/migrations'
import { schemaVersion } from './store/schema'
import { codeOf } from '../src-shared/error-code'

/** What a backup holds, counted in it. */
export interface BackupFacts {
  contacts: number
  events: number
  messages: number
}

/**
 * Writes the database of a data folder to a file, as it is at one instant: SQLite's own VACUUM INTO, which holds up no
 * service that runs on the folder. The file gets its name when it was read again and found whole.
 * @throws Error in words.
 */
export function backUp(folder: string, file: string): BackupFacts {
  const path = join(folder, 'service.db')
  if (!existsSync(path)) throw new Error(`${path} is not there: nothing to back up.`)
  return makeFile(file, (unfinished) => {
    const db = openPrivately(path)
    try {
      db.prepare('VACUUM INTO ?').run(unfinished)
    } finally {
      db.close()
    }
  })
}

/**
 * Puts a backup into a data folder that has no database. It gets its name when it was read there and found whole.
 * @throws Error in words, also where a service runs on the folder.
 */
export function restore(file: string, folder: string): BackupFacts {
  if (!existsSync(file)) throw new Error(`${file} is not there.`)
  makeFolder(folder)
  const letGo = lockFolder(folder)
  try {
    return makeFile(join(folder, 'service.db'), (unfinished) => copyFileSync(file, unfinished))
  } finally {
    letGo()
  }
}

/** Makes a database file of this name, which no file has yet, for its owner alone. */
function makeFile(file: string, write: (unfinished: string) => void): BackupFacts {
  for (const end of ['', '-wal', '-shm']) {
    if (existsSync(file + end)) throw new Error(`${file + end} is there already. Move it away.`)
  }
  const unfinished = `${file}.unfinished`
  rmSync(unfinished, { force: true })
  try {
    closeSync(openSync(unfinished, 'wx', 0o600))
    write(unfinished)
    const facts = verify(unfinished)
    sync(unfinished)
    renameSync(unfinished, file)
    if (process.platform !== 'win32') sync(dirname(file))
    return facts
  } catch (error) {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(unfinished + end, { force: true })
    const code = codeOf(error)
    if (code === '') throw error
    throw /^SQLITE_(NOTADB|CORRUPT)/.test(code)
      ? damaged(error)
      : new Error(`${file} cannot be written (${code}).`, { cause: error })
  }
}

/** Reads all of a database. Throws in words where it is not a whole one of the service. */
function verify(path: string): BackupFacts {
  const db = new Database(path)
  try {
    const version = Number(db.pragma('user_version', { simple: true }))
    if (version < oldestMigrated || version > schemaVersion)
      throw new Error('It is not a database of this version of the service.')
    if (db.pragma('integrity_check', { simple: true }) !== 'ok') throw damaged()
    const count = (table: string): number =>
      db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
    return { contacts: count('contact'), events: count('event'), messages: count('message') }
  } finally {
    db.close()
  }
}

const damaged = (cause?: unknown): Error => new Error('What was read is damaged.', { cause })

function sync(path: string): void {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
