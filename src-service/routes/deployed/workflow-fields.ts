import { Hono } from 'hono'
import { type Env, requireKey } from '../../http/guards'
import { json } from '../../http/respond'
import type { ServiceContext } from '../../service-context'
import { contactFields } from '../../store/contact-fields'
import { dataFields } from './contact-fields'

/** /workflows/fields: what a condition of a step can ask for (deployed.md section 7). */
export function workflowFieldRoutes({ db }: ServiceContext): Hono<Env> {
  const fields = contactFields(db)
  const app = new Hono<Env>()
  app.use(requireKey('secret'))

  app.get('/', (c) => {
    const typedFields = [
      { field: 'contact.email', type: 'string' },
      { field: 'contact.subscribed', type: 'boolean' },
      ...dataFields(fields).map(({ field, type }) => ({ field, type })),
    ]
    const names = typedFields.map(({ field }) => field)
    return json(c, JSON.stringify({ fields: names, typedFields, count: names.length }))
  })

  return app
}
