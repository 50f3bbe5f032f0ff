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
    return (await findProject(client, name)) ?? insertProject(client, name, fill)
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

/**
 * The number of a project; null where there is none of this name.
 * @throws Error in words where it is being moved here and not all there yet.
 */
export async function findProject(client: Pool | PoolClient, name: string): Promise<number | null> {
  const { rows } = await client.query<{ project: number; moving: string | null }>(
    'SELECT project, moving FROM service_project WHERE name = $1',
    [name],
  )
  const [found] = rows
  if (!found) return null
  if (found.moving !== null)
    throw new Error(
      `Not all of the project ${name} is there yet. Run the same move again: it goes on where it was cut off.`,
    )
  return found.project
}
