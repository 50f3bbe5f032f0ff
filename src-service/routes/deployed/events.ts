import { type Context, Hono } from 'hono'
import { isReservedEventName } from '../../../src-shared/interface/event'
import { dataText } from '../../audience/data-rules'
import { deployedEvent } from '../../dialect/deployed-record'
import type { IdKind } from '../../dialect/ids'
import { isObject, looseBody } from '../../http/deployed/loose-body'
import { numberOf } from '../../http/deployed/page-list'
import { flat, unexpected } from '../../http/deployed/refusals'
import { type Env, requireKey } from '../../http/guards'
import { json } from '../../http/respond'
import { outboxStore } from '../../mail/outbox'
import type { ServiceContext } from '../../service-context'
import { eventSummary, workflowsOfEvent } from '../../store/event-summary'
import type { Segments } from '../../store/segments'
import { segmentsAsking } from './contact-fields'

/** How many events a list holds unless told; there is no most. */
const windows = { all: 100, ofContact: 50 }

/**
 * /events: newest first, counted, recorded with the secret key, and forgotten by name (deployed.md section 8).
 * In one piece: it is a table of routes.
 */
export function deployedEventRoutes(context: ServiceContext, segments: Segments): Hono<Env> {
  const { db, store, dialect } = context
  const { ids } = dialect
  const events = eventSummary(db)
  const workflowsOf = workflowsOfEvent(db)
  const outbox = outboxStore(db)
  const key = requireKey('secret')
  const app = new Hono<Env>()

  app.get('/', key, async (c) => {
    const rows = await events.newest(windowOf(c, windows.all), c.req.query('eventName') || undefined)
    const items = rows.map((row) => {
      const contact = row.contactEmail === null ? null : { email: row.contactEmail }
      return deployedEvent(row, ids, { contact })
    })
    return json(c, `{"events":[${items.join(',')}]}`)
  })

  app.get('/names', key, async (c) => c.json({ eventNames: (await events.counts()).map(({ name }) => name) }))
  app.get('/stats', key, async (c) => c.json(await events.counts()))

  app.get('/contact/:contactId', key, async (c) => {
    const contact = ids.decode('contact', c.req.param('contactId'))
    const rows = contact === null ? [] : await events.newestOf(contact, windowOf(c, windows.ofContact))
    return json(c, `{"events":[${rows.map((row) => deployedEvent(row, ids)).join(',')}]}`)
  })

  app.post('/track', key, async (c) => {
    const body = looseBody(c)
    const name = body.text('name')
    if (!name) throw flat(400, 'Event name is required')
    const contact = await referred('contact', body.text('contactId'))
    const email = await referred('email', body.text('emailId'))
    const { seq } = await store.eventWriter.record({
      name,
      contact: contact ?? 0,
      email: email ?? undefined,
      data: storedData(body.any('data')),
    })
    const row = await events.get(seq)
    if (!row) throw new Error('The new event is not there.')
    return json(c, deployedEvent(row, ids), 201)
  })

  /** The row that an id stands for; null without one. @throws ServiceFailure the plain 500 where there is none */
  async function referred(
    kind: Extract<IdKind, 'contact' | 'email'>,
    id: string | null | undefined,
  ): Promise<number | null> {
    if (id === null || id === undefined) return null
    const seq = ids.decode(kind, id)
    const isThere = kind === 'contact' ? store.contacts.get : outbox.exists
    if (seq === null || !(await isThere(seq))) throw unexpected()
    return seq
  }

  async function usageOf(name: string) {
    const usedInSegments = await segmentsAsking(segments, `event.${name}`, ids)
    const usedInWorkflows = (await workflowsOf({ event: name })).map((row) => ({
      id: ids.encode('workflow', row.seq),
      name: row.name,
    }))
    return { usedInSegments, usedInWorkflows, uses: usedInSegments.length + usedInWorkflows.length }
  }

  app.get('/:name/usage', key, async (c) => {
    const name = c.req.param('name')
    const { uses, ...usedIn } = await usageOf(name)
    const { events: totalCount, contacts: uniqueContacts } = await events.usage(name)
    return c.json({
      ...usedIn,
      totalCount,
      uniqueContacts,
      canDelete: uses === 0 && !isReservedEventName(name),
    })
  })

  app.delete('/:name', key, async (c) => {
    const name = c.req.param('name')
    if (isReservedEventName(name)) throw flat(400, 'Cannot delete a reserved event')
    const { uses } = await usageOf(name)
    if (uses > 0) throw flat(400, `Cannot delete event: used in ${uses} segment(s) or workflow(s)`)
    return c.json({ deletedCount: await events.remove(name) })
  })
  return app
}

function windowOf(c: Context<Env>, otherwise: number): number {
  const limit = numberOf(c, 'limit', otherwise)
  if (limit < 0) throw unexpected()
  return limit
}

/** Data of an event as it is stored: any JSON. @throws ServiceFailure 422 for an object that is too large */
function storedData(data: unknown): string | undefined {
  if (data === undefined || data === null) return undefined
  return isObject(data) ? dataText(data) : JSON.stringify(data)
}
