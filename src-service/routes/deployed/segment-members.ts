import { type Context, Hono } from 'hono'
import { deployedMembership } from '../../audience/deployed-members'
import type { SegmentService } from '../../audience/segment-service'
import { looseBody } from '../../http/deployed/loose-body'
import { flat, plain, unexpected } from '../../http/deployed/refusals'
import { type Env, requireKey } from '../../http/guards'
import { json } from '../../http/respond'
import type { ServiceContext } from '../../service-context'
import type { SegmentRow } from '../../store/segments'
import { rowOf } from './named'

/** /segments/:id/members (deployed.md section 6). */
export function deployedMemberRoutes(
  context: ServiceContext,
  { segments, members, sweptCounts: counts }: SegmentService,
): Hono<Env> {
  const membership = deployedMembership(context, members)
  const app = new Hono<Env>()
  app.use(requireKey('secret'))

  async function asked(c: Context<Env, '/:id/members'>): Promise<{ row: SegmentRow; emails: string[] }> {
    const row = await rowOf('segment', c.req.param('id'), context.dialect.ids, segments)
    const emails = looseBody(c).any('emails')
    if (!Array.isArray(emails) || emails.length === 0) throw flat(400, 'emails must be a non-empty array')
    const texts = emails.filter((email) => typeof email === 'string')
    if (texts.length < emails.length) throw unexpected()
    if (row.type === 'DYNAMIC') throw plain(400, 'Cannot change the members of a dynamic segment')
    return { row, emails: texts }
  }

  app.post('/:id/members', async (c) => {
    const { row, emails } = await asked(c)
    const body = looseBody(c)
    const createsMissing = body.flag('createMissing') === true
    const createMissing = createsMissing ? { subscribed: body.flag('subscribed') ?? true } : null
    const added = await membership.add(row.seq, emails, createMissing)
    await counts.recount(row)
    return json(c, JSON.stringify(added))
  })

  app.delete('/:id/members', async (c) => {
    const { row, emails } = await asked(c)
    const removed = await membership.remove(row.seq, emails)
    await counts.recount(row)
    return json(c, JSON.stringify({ removed }))
  })

  return app
}
