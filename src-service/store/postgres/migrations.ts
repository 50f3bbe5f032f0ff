import type { Pool } from 'pg'
import { underLock } from './locked-work'
import { migrations, type Partitions, postgresVersion, schemaText } from './schema'

/** Held by whoever makes the tables, so that of several processes that start at once one does. */
const makingLock = 0x706f7373

/**
 * Makes the tables of a new database, or has those of an older version as they are now, in one transaction. Those who come
 * meanwhile wait for it, and find it done.
 * @param partitions How many parts each table gets; null for one piece.
 * @throws Error in words where the database is of a newer version of the service.
 */
export async function prepareDatabase(pool: Pool, partitions: Partitions = null): Promise<void> {
  await underLock(pool, makingLock, async (client) => {
    const known = await client.query(`SELECT to_regclass('service_schema') AS found`)
    if (known.rows[0]?.found === null) await client.query(schemaText(partitions))
    const { rows } = await client.query<{ version: number }>('SELECT version FROM service_schema')
    const version = rows[0]?.version ?? 0
    if (version > postgresVersion)
      throw new Error(
        'The database was made by a newer version of the service. Start that one, or name another database.',
      )
    if (version === postgresVersion) return
    // By their owner: whoever may only change rows is told so by the database.
    for (const step of migrations.slice(version - 1)) await client.query(step)
    await client.query(`UPDATE service_schema SET version = ${postgresVersion}`)
  })
}
