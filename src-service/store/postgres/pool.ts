import { Pool, type PoolConfig, types } from 'pg'

const [bigint, numeric, json, jsonb] = [20, 1700, 114, 3802]

/** What the service has in its columns: numbers that JavaScript has exactly, and JSON as text. */
function parserOf(type: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (type === bigint || type === numeric) return Number
  if (type === json) return (text) => text
  // Written as the service writes it: what is merged into it is compared with what was there.
  if (type === jsonb) return (text) => JSON.stringify(JSON.parse(text))
  return format === 'binary' ? types.getTypeParser(type, format) : types.getTypeParser(type)
}

/** How connections are made and kept. */
interface PoolOptions {
  /** `postgres://` URL of the database. */
  url: string
  /** The most connections at a time. */
  connections: number
  /** Told of a connection that was lost while nobody used it. */
  lost(error: unknown): void
}

/** Connections to a database of PostgreSQL: what is asked one after the other is sent without waiting for answers. */
export function openPool({ url, connections, lost }: PoolOptions): Pool {
  const pool = new Pool({ ...settings(url), max: connections, pipeline: true })
  pool.on('error', lost)
  // Whoever uses one that is lost is told by what they ask of it: nobody else need be.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Connections that something is made or copied over: COPY is sent alone. */
export function openMakingPool(url: string): Pool {
  const pool = new Pool({ ...settings(url), max: 2 })
  // What it was used for says so when it fails.
  pool.on('error', () => undefined)
  return pool
}

/** How many connections a pool has, by what they do: idle, busy, or waited for. */
export function connectionCounts(pool: Pool): Readonly<Record<string, number>> {
  return { idle: pool.idleCount, busy: pool.totalCount - pool.idleCount, waited: pool.waitingCount }
}

/** How large the database of a pool is, in bytes. */
export async function databaseSizes(pool: Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ size: number }>('SELECT pg_database_size(current_database()) AS size')
  return { database: rows[0]?.size ?? 0 }
}

function settings(url: string): PoolConfig {
  return {
    connectionString: url,
    application_name: 'postroom-service',
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser: parserOf as typeof types.getTypeParser },
  }
}
