import type { Pool, PoolClient } from 'pg'
import { underLock } from './locked-work'

/** Held by whoever makes a project, so that of several processes that start at once one does. */
const makingLock = 0x706f7374

/**
 * Makes a project of this name with what `fill` puts into it, in one transaction. Where another process has made it
 * meanwhile, nothing is filled.
 * @returns Its number.
 */
export async function addProject(
  pool: Pool,
  name: string,
  fill: (client: PoolClient, project: number) => Promise<void>,
): Promise<number> {
  return underLock(pool, makingLock, async (client) => {
    const found = await client.query<{ project: number }>(
      'SELECT project FROM service_project WHERE name = $1',
      [name],
    )
    return found.rows[0]?.project ?? insertProject(client, name, fill)
  })
}

async function insertProject(
  client: PoolClient,
  name: string,
  fill: (client: PoolClient, project: number) => Promise<void>,
): Promise<number> {
  const { rows } = await client.query<{ project: number }>(
    'INSERT INTO service_project (name) VALUES ($1) RETURNING project',
    [name],
  )
  const project = rows[0]?.project ?? 0
  await fill(client, project)
  return project
}

/** The number of a project; null where there is none of this name. */
export async function findProject(pool: Pool, name: string): Promise<number | null> {
  const { rows } = await pool.query<{ project: number }>(
    'SELECT project FROM service_project WHERE name = $1',
    [name],
  )
  return rows[0]?.project ?? null
}
