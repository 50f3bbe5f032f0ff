import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Pool } from 'pg'
import { type Filling, makeDatabase } from '../../data-folder'
import { writing } from '../../folder-faults'
import type { RequestLimit } from '../../http/rate-limit'
import { type Keys, keepKeys } from '../../keys'
import type { ServiceDatabase } from '../statements'
import { copyFile } from './copy-file'
import { prepareDatabase } from './migrations'
import { hearNotices, type Notices } from './notices'
import { openMakingPool, openPool } from './pool'
import { postgresDatabase } from './postgres-database'
import { addProject, findProject } from './projects'
import { sharedLimit } from './shared-limit'

/** Which project of which database. */
export interface DatabaseOptions {
  /** `postgres://` URL, with the password of its user if there is one. */
  url: string
  /** The name of the project: made where there is none. */
  project: string
  /** The most connections at a time. */
  connections: number
}

/** A project that is open in this process. */
export interface OpenedProject {
  /** One for each part of this process that keeps something of it in mind. */
  database(): ServiceDatabase
  /**
   * Has `begin` called when nobody else works for the project, and what it resolves to called when that is over
   * (notices.ts).
   */
  work: Notices['work']
  /** How many requests any minute may hold of one of its interfaces, over all processes. */
  limit(api: string, perMinute: number): RequestLimit
  close(): Promise<void>
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
  const lost = (error: unknown): void => failed('A connection to the database', error)
  const pool = openPool({ url, connections, lost })
  const notices = hearNotices(
    { connectionString: url, application_name: 'postroom-service' },
    project,
    failed,
  )
  return {
    database: () => postgresDatabase(pool, project, notices),
    work: notices.work,
    limit: (api, perMinute) => sharedLimit(pool, project, api, perMinute),
    async close() {
      await notices.close()
      await pool.end()
    },
  }
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
