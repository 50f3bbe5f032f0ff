import type { MiddlewareHandler } from 'hono'
import type { ServiceDatabase } from '../store/statements'
import type { Env } from './guards'

/**
 * Has a request answered in one transaction: what it has read is still so when it writes, and a refusal takes back what it
 * began. For requests whose bodies are there already: others would wait for whoever sends one slowly.
 */
export function atomic(db: ServiceDatabase): MiddlewareHandler<Env> {
  return async (c, next) => {
    try {
      await db.transaction(async () => {
        await next()
        if (c.error) throw c.error
      })
    } catch (error) {
      // Hono has made it into a response already.
      if (error !== c.error) throw error
    }
  }
}
