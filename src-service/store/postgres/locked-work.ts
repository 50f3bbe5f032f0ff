import type { Pool, PoolClient } from 'pg'

/**
 * Does something in a transaction that holds a lock of this number: of several processes one does it at a time, and those who
 * come meanwhile wait for it.
 */
export function underLock<Result>(
  pool: Pool,
  lock: number,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, `BEGIN; SELECT pg_advisory_xact_lock(${lock})`, work)
}

/** Does something in a transaction that begins so. */
export async function inTransaction<Result>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let isGone = false
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    // Where even this fails the connection is gone, and the database has taken it back by itself.
    await client.query('ROLLBACK').catch(() => (isGone = true))
    throw error
  } finally {
    client.release(isGone)
  }
}
