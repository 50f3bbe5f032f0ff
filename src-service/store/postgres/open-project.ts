import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Pool } from 'pg'
import { type Filling, makeDatabase } from '../../data-folder'
import { writing } from '../../folder-faults'
import { type Keys, keepKeys } from '../../keys'
import { copyFile } from './copy-file'
import { prepareDatabase } from './migrations'
import { type OpenedProject, openShared } from './shared-database'
import { openMakingPool } from './pool'
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
 * @param failed Told of what went wrong while nobody asked for anything: all of it is tried again.
 * @throws Error in words where the database does not let itself be used.
 */
export async function openProject(
  { url, project: name, connections }: DatabaseOptions,
  folder: string,
  filling: Filling,
  failed: (what: string, error: unknown) => void,
): Promise<OpenedProject> {
  const project = await withMakingPool(url, async (pool) => {
    await prepareDatabase(pool)
    const keep = (keys: Keys): void => keepKeys(folder, keys)
    return (await findProject(pool, name)) ?? makeProject(pool, name, folder, filling, keep)
  })
  const shared = openShared({ url, connections }, failed)
  const opened = await shared.open(project).catch(async (error: unknown) => {
    await shared.close()
    throw error
  })
  return { ...opened, close: shared.close }
}

/** Does something over connections of its own. */
export async function withMakingPool<Result>(
  url: string,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const pool = openMakingPool(url)
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/**
 * Makes a project, with keys that nobody has: they are given here and never again.
 * @throws Error in words where there is one of this name.
 */
export async function makeNewProject(options: DatabaseOptions, filling: Filling): Promise<Keys> {
  return withMakingPool(options.url, async (pool) => {
    await prepareDatabase(pool)
    if ((await findProject(pool, options.project)) !== null)
      throw new Error(`There is a project ${options.project} already.`)
    let made: Keys | undefined
    await makeProject(pool, options.project, tmpdir(), filling, (keys) => (made = keys))
    if (!made) throw new Error(`There is a project ${options.project} already.`)
    return made
  })
}

/** A project begins as a file does: what fills one is written once. `folder` is where it is filled. */
async function makeProject(
  pool: Pool,
  name: string,
  folder: string,
  filling: Filling,
  keep: (keys: Keys) => void,
): Promise<number> {
  const making = writing(folder, () => mkdtempSync(join(folder, 'postroom-making-')))
  try {
    const path = join(making, 'service.db')
    const keys = await makeDatabase(path, filling)
    const file = new Database(path, { readonly: true })
    try {
      return await addProject(pool, name, async (client, project) => {
        await copyFile(file, client, project)
        keep(keys)
      })
    } finally {
      file.close()
    }
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}
