import type { Pool, PoolClient } from 'pg'
import { isLost } from './faults'

/** What a connection is set to work for. Whoever takes one for another project sets it anew. */
const setFor = new WeakMap<PoolClient, number>()

/** Connections that see the rows of one project. */
export interface Connections {
  /**
   * Asks something first on a connection that is kept for the caller, who releases it. Those that were lost while nobody used
   * them are passed over: what is asked must not have been done twice when it is asked again.
   */
  asking<Result>(
    ask: (client: PoolClient) => Promise<Result>,
  ): Promise<{ client: PoolClient; result: Result }>
  /** Asks something, and lets go of the connection. */
  ask<Result>(ask: (client: PoolClient) => Promise<Result>): Promise<Result>
}

/**
 * The connections of a pool, for a project. What a connection is set to stays with it, so that one who reads something has
 * to ask for nothing else; a pooler that gives the same connection to others after each transaction must not lie between.
 */
export function projectConnections(pool: Pool, project: number): Connections {
  // Compiling a condition to machine code takes longer than asking it of 300,000 contacts.
  const settings = `SET service.project = '${project}'; SET jit = off`

  /** Sets a connection that worked for another project: sent before what is asked, on the same way to the database. */
  async function set(client: PoolClient): Promise<void> {
    if (setFor.get(client) === project) return
    setFor.delete(client)
    await client.query(settings)
    setFor.set(client, project)
  }

  async function asking<Result>(ask: (client: PoolClient) => Promise<Result>) {
    for (let left = pool.options.max ?? 1; ; left--) {
      const client = await pool.connect()
      const [isSet, asked] = await Promise.allSettled([set(client), ask(client)])
      if (isSet.status === 'fulfilled' && asked.status === 'fulfilled') return { client, result: asked.value }
      // What was answered for another project is given to nobody, and what is not set belongs to nobody.
      const error: unknown = isSet.status === 'rejected' ? isSet.reason : Reflect.get(asked, 'reason')
      client.release(isSet.status === 'rejected' || isLost(error))
      if (left === 0 || !isLost(error)) throw error
    }
  }

  return {
    asking,
    async ask(ask) {
      const { client, result } = await asking(ask)
      client.release()
      return result
    },
  }
}
