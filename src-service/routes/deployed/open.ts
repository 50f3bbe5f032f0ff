import { Hono } from 'hono'
import { unexpected } from '../../http/deployed/refusals'
import { ServiceFailure } from '../../http/failure'
import { type Env, requireKey } from '../../http/guards'

/** GET /config, which needs no key, and what only a person who is signed in may ask (deployed.md section 8). */
export function openRoutes(): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/config', (c) => c.json({ features: { storage: { enabled: true } } }))
  for (const path of ['/users/@me', '/users/@me/projects']) {
    app.get(path, () => {
      throw new ServiceFailure('UNAUTHORIZED', 'Nobody is signed in.')
    })
  }
  app.get('/projects/:id', requireKey('secret'), () => {
    throw unexpected()
  })
  return app
}
