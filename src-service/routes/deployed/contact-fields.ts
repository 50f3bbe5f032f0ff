import { Hono } from 'hono'
import { fieldsAskedIn } from '../../audience/condition-fields'
import type { Ids } from '../../dialect/ids'
import { numberOf } from '../../http/deployed/page-list'
import { flat } from '../../http/deployed/refusals'
import { type Env, requireKey } from '../../http/guards'
import type { ServiceContext } from '../../service-context'
import { type ContactFields, contactFields } from '../../store/contact-fields'
import type { Segments } from '../../store/segments'
import { json } from '../../http/respond'

/** How many values of a field are listed, and at most. */
const valueLimits = { default: 100, max: 200 }

const standardFields = [
  { field: 'createdAt', type: 'date', coverage: 100 },
  { field: 'email', type: 'string', coverage: 100 },
  { field: 'subscribed', type: 'boolean', coverage: 100 },
  { field: 'updatedAt', type: 'date', coverage: 100 },
]

/** /contacts/fields: the fields that contacts have, who uses them, and getting rid of one (deployed.md section 3). */
export function contactFieldRoutes(
  { db, dialect, clock }: Pick<ServiceContext, 'db' | 'dialect' | 'clock'>,
  segments: Segments,
): Hono<Env> {
  const fields = contactFields(db)
  const key = requireKey('secret')
  const app = new Hono<Env>()

  app.get('/', key, async (c) => {
    const all = [...standardFields, ...(await dataFields(fields))].sort((a, b) =>
      a.field < b.field ? -1 : 1,
    )
    return c.json({ fields: all, count: all.length })
  })

  app.get('/:field/values', key, async (c) => {
    const field = c.req.param('field')
    const limit = Math.min(numberOf(c, 'limit', valueLimits.default), valueLimits.max)
    const values = await valuesOf(fields, field, limit)
    return c.json({ field, values, count: values.length, limit })
  })

  app.get('/:field/usage', key, async (c) => {
    const field = c.req.param('field')
    const dataKey = keyOf(field)
    const usedInSegments = await segmentsAsking(segments, field, dialect.ids)
    return c.json({
      usedInSegments,
      usedInCampaigns: [],
      contactCount: await (dataKey === null ? fields.contactCount() : fields.count(dataKey)),
      canDelete: usedInSegments.length === 0,
    })
  })

  app.delete('/:field', key, async (c) => {
    const field = c.req.param('field')
    const dataKey = keyOf(field)
    if (dataKey === null) throw flat(500, 'Can only delete custom data fields (data.*)')
    const uses = (await segmentsAsking(segments, field, dialect.ids)).length
    if (uses > 0) throw flat(400, `Cannot delete field: used in ${uses} segment(s)`)
    return c.json({ deletedFrom: await fields.remove(dataKey, clock.now()) })
  })
  return app
}

/** The segments whose conditions ask for one of these fields. */
export async function segmentsAsking(
  segments: Segments,
  field: string,
  ids: Ids,
): Promise<{ id: string; name: string }[]> {
  return (await segments.all())
    .filter(({ condition }) => fieldsAskedIn(condition).has(field))
    .map(({ seq, name }) => ({ id: ids.encode('segment', seq), name }))
}

/** The key in the data that a field means; null where it is none of the data. */
function keyOf(field: string): string | null {
  return field.startsWith('data.') ? field.slice('data.'.length) : null
}

/** The fields of the data, each with the share of contacts that have it, in whole percents. */
/** The fields in the data of contacts, each with the type of its values. */
export async function dataFields(fields: ContactFields) {
  const all = await fields.contactCount()
  return (await fields.keys()).map(({ key, type, text, contacts }) => ({
    field: `data.${key}`,
    type: typeOf(type, text),
    coverage: Math.round((contacts / all) * 100),
  }))
}

function typeOf(type: string, text: string | null): string {
  if (type === 'true' || type === 'false') return 'boolean'
  if (type === 'integer' || type === 'real') return 'number'
  const isDate = text !== null && /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{3})?Z?)?$/.test(text)
  return isDate ? 'date' : 'string'
}

async function valuesOf(fields: ContactFields, field: string, limit: number): Promise<unknown[]> {
  if (field === 'subscribed') return [true, false]
  const key = keyOf(field)
  return key === null ? [] : (await fields.values(key, limit)).map((text): unknown => JSON.parse(text))
}

/** /workflows/fields: what a condition of a step can ask for (deployed.md section 7). */
export function workflowFieldRoutes({ db }: ServiceContext): Hono<Env> {
  const fields = contactFields(db)
  const app = new Hono<Env>()
  app.use(requireKey('secret'))

  app.get('/', async (c) => {
    const typedFields = [
      { field: 'contact.email', type: 'string' },
      { field: 'contact.subscribed', type: 'boolean' },
      ...(await dataFields(fields)).map(({ field, type }) => ({ field, type })),
    ]
    const names = typedFields.map(({ field }) => field)
    return json(c, JSON.stringify({ fields: names, typedFields, count: names.length }))
  })

  return app
}
