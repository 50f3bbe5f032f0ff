import { Hono } from 'hono'
import type { SpecifiedDialect } from '../dialect/dialect'
import type { Env } from '../http/guards'
import { json } from '../http/respond'
import { openApiDocument } from '../openapi/document'

/** GET /openapi.json: the interface in the forms of this dialect. It needs no key, and is made when first asked for. */
export function openApiRoutes(dialect: SpecifiedDialect, publicUrl: () => string): Hono<Env> {
  const app = new Hono<Env>()
  let made: string | undefined
  app.get('/', (c) => {
    made ??= JSON.stringify(openApiDocument(dialect, publicUrl()))
    return json(c, made)
  })
  return app
}
