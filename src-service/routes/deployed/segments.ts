import { atomic } from '../../http/atomic'
import { inOrder } from '../../store/in-order'
import { type Context, Hono } from 'hono'
import { segmentTypes } from '../../../src-shared/interface/segment'
import { conditionFault, keptText } from '../../audience/deployed-grammar'
import { requireSegments } from '../../audience/deployed-counts'
import type { SegmentService } from '../../audience/segment-service'
import { deployedContact } from '../../dialect/deployed-contact'
import { projectName } from '../../dialect/deployed-record'
import { deployedSegment } from '../../dialect/deployed-segment'
import { emptied, filled } from '../../http/deployed/changed'
import { looseBody } from '../../http/deployed/loose-body'
import { answerPage, pageAsked } from '../../http/deployed/page-list'
import { flat, plain } from '../../http/deployed/refusals'
import { type Env, requireKey } from '../../http/guards'
import { json, nothing } from '../../http/respond'
import type { ServiceContext } from '../../service-context'
import type { SegmentRow } from '../../store/segments'
import { rowOf } from './named'

/** /segments and what is below it (deployed.md section 6), but for /members. In one piece: it is a table of routes. */
export function deployedSegmentRoutes(
  { db, store, dialect: { ids }, clock }: ServiceContext,
  { segments, members, matches, audience, sweptCounts: counts }: SegmentService,
): Hono<Env> {
  const app = new Hono<Env>()
  const atomically = atomic(db)
  app.use(requireKey('secret'))
  const named = (c: Context<Env, '/:id'>): Promise<SegmentRow> =>
    rowOf('segment', c.req.param('id'), ids, segments)
  const text = async (row: SegmentRow): Promise<string> => deployedSegment(row, await counts.of(row), ids)

  app.get('/', async (c) => json(c, `[${(await inOrder((await segments.all()).reverse(), text)).join(',')}]`))

  app.post('/', atomically, async (c) => {
    const body = looseBody(c)
    const name = body.text('name')
    if (!name) throw flat(400, 'Name is required')
    const type = body.oneOf('type', segmentTypes) ?? 'DYNAMIC'
    const said = body.any('condition') ?? null
    if (type === 'DYNAMIC' && said === null) throw flat(400, 'Condition is required')
    const fields = {
      ...{ name, type },
      description: body.text('description') ?? null,
      condition: type === 'DYNAMIC' ? readCondition(said, null, await segments.all()) : null,
      trackMembership: body.flag('trackMembership') ?? false,
    }
    const row = await segments.create(fields, clock.now())
    const project = { name: projectName }
    return json(c, deployedSegment(row, await counts.recount(row), ids, { project }), 201)
  })

  app.get('/:id', async (c) => json(c, await text(await named(c))))

  app.patch('/:id', atomically, async (c) => {
    const row = await named(c)
    const body = looseBody(c)
    const said = row.type === 'DYNAMIC' ? body.any('condition') : undefined
    const condition = said === undefined ? row.condition : readCondition(said, row.seq, await segments.all())
    const fields = {
      ...row,
      name: filled(body.text('name'), row.name),
      description: emptied(body.text('description'), row.description),
      trackMembership: filled(body.flag('trackMembership'), row.trackMembership),
      condition,
    }
    await segments.change(row.seq, fields, clock.now())
    const after = (await segments.get(row.seq)) ?? row
    if (said !== undefined) await counts.recount(after)
    return json(c, await text(after))
  })

  app.delete('/:id', atomically, async (c) => {
    const { seq } = await named(c)
    const user = await store.campaigns.unsentTo(seq)
    if (user !== null) throw plain(409, `Cannot delete segment: it is used by the campaign "${user}"`)
    await members.clear(seq)
    await segments.remove(seq)
    await counts.forget(seq)
    await store.campaigns.unlink(seq)
    return nothing(c)
  })

  app.get('/:id/contacts', async (c) => {
    const row = await named(c)
    const asked = pageAsked(c)
    const { pageSize: limit, skip } = asked
    const who = row.type === 'STATIC' ? null : await audience.segment(row.seq)
    const { rows, total } = who
      ? await matches.page(who, { limit, skip })
      : { rows: await members.lastCome(row.seq, { limit, skip }), total: await members.count(row.seq) }
    return answerPage(c, asked, { items: rows.map((contact) => deployedContact(contact, ids)), total })
  })

  app.post('/:id/refresh', async (c) =>
    json(c, JSON.stringify({ memberCount: await counts.recount(await named(c)) })),
  )

  app.post('/:id/compute', async (c) => {
    const row = await named(c)
    if (!row.trackMembership) throw plain(400, 'Segment does not track membership')
    return json(c, JSON.stringify(await counts.compute(row)))
  })

  return app
}

/** A condition of a request as the database keeps it. @throws ServiceFailure plain 400 for what is wrong with it */
export function readCondition(said: unknown, self: number | null, segments: readonly SegmentRow[]): string {
  const fault = conditionFault(said)
  if (fault !== null) throw plain(400, fault)
  const condition = keptText(said)
  requireSegments({ condition }, self, segments)
  return condition
}
