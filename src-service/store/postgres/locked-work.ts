import type { Pool, PoolClient } from 'pg'

/**
 * Does something in a transaction that holds a lock of this number: of several processes one does it at a time, and those who
 * come meanwhile wait for it.
 */
export async function underLock<Result>(
  pool: Pool,
  lock: number,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${lock})`)
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}
