import type { Pool, PoolClient } from 'pg'

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
  const client = await pool.connect()
  try {
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${makingLock})`)
    const found = await client.query<{ project: number }>(
      'SELECT project FROM service_project WHERE name = $1',
      [name],
    )
    const project = found.rows[0]?.project ?? (await insertProject(client, name, fill))
    await client.query('COMMIT')
    return project
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
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
