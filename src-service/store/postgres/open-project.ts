import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Pool } from 'pg'
import { type Filling, makeDatabase } from '../../data-folder'
import { writing } from '../../folder-faults'
import { keepKeys } from '../../keys'
import type { ServiceDatabase } from '../statements'
import { copyFile } from './copy-file'
import { prepareDatabase } from './migrations'
import { openPool } from './pool'
import { postgresDatabase } from './postgres-database'
import { addProject, findProject } from './projects'

/** Which project of which database. */
export interface DatabaseOptions {
  /** `postgres://` URL, with the password of its user if there is one. */
  url: string
  /** The name of the project: made where there is none. */
  project: string
  /** The most connections at a time. */
  connections: number
}

/**
 * Opens a project of a database of PostgreSQL, making what is not there: the tables, the project, and its sample.
 * @param folder Where the keys of a project that is made here are kept.
 * @param lost Told of a connection that was lost while nobody used it.
 * @throws Error in words where the database does not let itself be used.
 */
export async function openProject(
  { url, project: name, connections }: DatabaseOptions,
  folder: string,
  filling: Filling,
  lost: (error: unknown) => void,
): Promise<ServiceDatabase> {
  const pool = openPool({ url, connections, lost })
  try {
    await prepareDatabase(pool)
    const project = (await findProject(pool, name)) ?? (await makeProject(pool, name, folder, filling))
    return { ...postgresDatabase(pool, project), close: () => pool.end() }
  } catch (error) {
    await pool.end()
    throw error
  }
}

/** A project begins as a file does: what fills one is written once. */
async function makeProject(pool: Pool, name: string, folder: string, filling: Filling): Promise<number> {
  const making = writing(folder, () => mkdtempSync(join(folder, 'making-')))
  try {
    const path = join(making, 'service.db')
    const keys = await makeDatabase(path, filling)
    const file = new Database(path, { readonly: true })
    try {
      return await addProject(pool, name, async (client, project) => {
        await copyFile(file, client, project)
        keepKeys(folder, keys)
      })
    } finally {
      file.close()
    }
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}
