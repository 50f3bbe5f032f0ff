import { Hono } from 'hono'
import { z } from 'zod'
import { validBody } from '../../http/deployed/body'
import { type Env, requireKey } from '../../http/guards'
import type { Verify } from '../../verification/verify'

const verifySchema = z.object({ email: z.email() })

/** POST /v1/verify (deployed.md section 2). */
export function deployedVerifyRoutes(verify: Verify): Hono<Env> {
  const app = new Hono<Env>()
  app.post('/', requireKey('secret'), async (c) => {
    const { email } = validBody(c, verifySchema)
    return c.json({ success: true, data: await verify(email) })
  })
  return app
}
