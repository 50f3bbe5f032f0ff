import { Hono } from 'hono'
import { verifyRequestSchema } from '../../src-shared/interface/verification'
import { type Env, requireKey } from '../http/guards'
import { readBody } from '../http/input'
import { json } from '../http/respond'
import type { Verify } from '../verification/verify'

/** POST /v1/verify (interface.md section 4). */
export function verifyRoutes(verify: Verify): Hono<Env> {
  const app = new Hono<Env>()
  app.post('/', requireKey('secret'), async (c) => {
    const { email } = await readBody(c, verifyRequestSchema)
    // A public endpoint: wrapped in every dialect (interface.md section 4, "Response envelopes").
    return json(c, JSON.stringify({ success: true, data: await verify(email) }))
  })
  return app
}
