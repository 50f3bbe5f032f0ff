import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type FillProgress, fillSample } from './sample/fill'
import { type ServiceDatabase, openDatabase, openPrivately } from './store/database'
import { createProject } from './store/project'
import { indexes, schemaVersion, tables } from './store/schema'

/** What an empty data folder is filled with. */
export interface Filling {
  contacts: number
  /** Milliseconds since 1970 that the sample leads up to; undefined: the hour it is now. */
  anchor?: number
  onProgress?: FillProgress
}

/**
 * Opens the database of a data folder, making and filling it at the first start. The database gets its name only when
 * it is whole: a first start that is cut short leaves nothing behind that a second one would take for data.
 * @throws Error when the folder cannot be written, or another version of the service made the database.
 */
export function openDataFolder(folder: string, filling: Filling): ServiceDatabase {
  const path = join(folder, 'service.db')
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const unfinished = join(folder, 'service.db.filling')
    rmSync(unfinished, { force: true })
    makeDatabase(unfinished, filling)
    renameSync(unfinished, path)
  }
  return openDatabase(path)
}

function makeDatabase(path: string, { contacts, anchor, onProgress }: Filling): void {
  const db = openPrivately(path)
  try {
    // Nothing to roll back to: a file that is cut short is thrown away.
    db.pragma('journal_mode = OFF')
    db.pragma('synchronous = OFF')
    db.pragma('cache_size = -65536')
    db.exec(tables)
    createProject(db)
    const hour = 60 * 60 * 1000
    fillSample(db, { contacts, anchor: anchor ?? Math.floor(Date.now() / hour) * hour, onProgress })
    db.exec(indexes)
    db.pragma(`user_version = ${schemaVersion}`)
  } finally {
    db.close()
  }
}
