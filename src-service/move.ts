import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writing } from './folder-faults'
import { lockFolder } from './folder-lock'
import { openDatabase } from './store/database'
import type { DatabaseOptions } from './store/postgres/open-project'

/**
 * Copies everything that a data folder holds into a project of PostgreSQL that is made for it; where it was cut off it goes on.
 * The folder stays as it is.
 * @returns How many rows each table got.
 * @throws Error in words, also where a service runs on the folder, or there is a project of this name.
 */
export async function moveFolder(folder: string, database: DatabaseOptions): Promise<Record<string, number>> {
  const path = join(folder, 'service.db')
  if (!existsSync(path)) throw new Error(`${path} is not there: nothing to move.`)
  // Nothing may be written to it meanwhile: it would be missing.
  const letGo = writing(folder, () => lockFolder(folder))
  try {
    const file = openDatabase(path)
    if (file === null) throw new Error('It is of a version that is too old: start the service on it once.')
    file.close()
    const { moveFile } = await import('./store/postgres/move-file')
    return await moveFile(path, database)
  } finally {
    letGo()
  }
}
