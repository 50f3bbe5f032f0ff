import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import type { Connections } from './connections'
import { isLost } from './faults'

/** A row as the driver gives it. */
export type StoredRow = Record<string, unknown>

/**
 * A transaction of PostgreSQL. What begins and parts it is sent with the next statement, in one way to the database and back,
 * and not at all where no statement comes; so is its connection taken with the first statement.
 */
export class TransactionSession {
  #client: PoolClient | null = null
  #starting: Promise<unknown> | null = null
  #unsent: string[]

  /** @param begin What begins it. */
  constructor(
    private readonly connections: Connections,
    begin: string,
  ) {
    this.#unsent = [begin]
  }

  /** Runs a statement. @throws What the database says. */
  async query(statement: QueryConfig): Promise<QueryResult<StoredRow>> {
    if (!this.#client && this.#starting) await this.#starting
    const before = this.#unsent.splice(0).join('; ')
    if (this.#client) return sent(this.#client, before, statement)
    if (before === '') throw new Error('The transaction did not begin.')
    const starting = this.connections.asking((client) => begun(client, before, statement))
    this.#starting = starting
    const { client, result } = await starting
    this.#client = client
    if ('error' in result) throw result.error
    return result
  }

  /** Has what comes be taken back alone. */
  savepoint(name: string): void {
    this.#unsent.push(`SAVEPOINT ${name}`)
  }

  /** Keeps what was done since a savepoint. */
  keep(name: string): void {
    if (!this.#unsend(name)) this.#unsent.push(`RELEASE ${name}`)
  }

  /** Takes back what was done since a savepoint. */
  takeBack(name: string): void {
    // What waits to be sent lies within it, and would be refused where a statement has failed.
    if (!this.#unsend(name)) this.#unsent = [`ROLLBACK TO ${name}`, `RELEASE ${name}`]
  }

  /** Ends it, and lets go of the connection. @throws What the database says where nothing of it is kept. */
  async end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    await this.#starting?.catch(() => undefined)
    const client = this.#client
    if (!client) return
    const text = [...this.#unsent.splice(0), how].join('; ')
    let isGone = true
    try {
      const done: QueryResult | QueryResult[] = await client.query(text)
      isGone = false
      // Where a statement has failed the database takes back what it is asked to keep.
      if ([done].flat().at(-1)?.command !== how) throw new Error('The database took back what was written.')
    } finally {
      // Where it fails the connection is gone, and the database has taken everything back by itself.
      client.release(isGone)
    }
  }

  /** Ends one that has only read, without waiting for it. */
  leave(): void {
    // What comes next on the connection comes after it.
    this.#client?.query('COMMIT').catch(() => undefined)
    this.#client?.release()
  }

  /** Drops a savepoint that was not sent. */
  #unsend(name: string): boolean {
    const at = this.#unsent.lastIndexOf(`SAVEPOINT ${name}`)
    if (at < 0) return false
    this.#unsent.length = at
    return true
  }
}

/** What is refused is refused within the transaction, which has begun all the same. */
async function begun(client: PoolClient, before: string, statement: QueryConfig) {
  return sent(client, before, statement).catch((error: unknown) => {
    if (isLost(error)) throw error
    return { error }
  })
}

async function sent(
  client: PoolClient,
  before: string,
  statement: QueryConfig,
): Promise<QueryResult<StoredRow>> {
  if (before === '') return client.query<StoredRow>(statement)
  const [, result] = await Promise.all([client.query(before), client.query<StoredRow>(statement)])
  return result
}
