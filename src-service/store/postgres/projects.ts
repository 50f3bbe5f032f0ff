import type { Pool } from 'pg'

/**
 * Makes a project of this name, without anything in it.
 * @returns Its number. @throws Error in words where there is one.
 */
export async function addProject(pool: Pool, name: string): Promise<number> {
  const { rows } = await pool.query<{ project: number }>(
    'INSERT INTO service_project (name) VALUES ($1) ON CONFLICT DO NOTHING RETURNING project',
    [name],
  )
  const [made] = rows
  if (!made) throw new Error(`There is a project ${name} already.`)
  return made.project
}

/** The number of a project; null where there is none of this name. */
export async function findProject(pool: Pool, name: string): Promise<number | null> {
  const { rows } = await pool.query<{ project: number }>(
    'SELECT project FROM service_project WHERE name = $1',
    [name],
  )
  return rows[0]?.project ?? null
}
