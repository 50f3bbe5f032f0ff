import { atomic } from '../../http/atomic'
import { inOrder } from '../../store/in-order'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { lazyObject } from '../../../src-shared/lazily'
import { deployedCampaign, wrapped } from '../../dialect/deployed-campaign'
import { timeOf } from '../../dialect/deployed-record'
import { validBody } from '../../http/deployed/body'
import { numberOf } from '../../http/deployed/page-list'
import { invalid, plain } from '../../http/deployed/refusals'
import { type Env, requireKey } from '../../http/guards'
import { json } from '../../http/respond'
import type { ServiceContext } from '../../service-context'
import { campaignMishaps } from '../../store/campaign-mishaps'
import type { CampaignRow } from '../../store/campaigns'
import { campaignOf } from './named'

const bulkSchema = lazyObject(() => ({ ids: z.array(z.uuid()).min(1), delete: z.boolean().optional() }))
/** The largest page of recipients, and the usual one. */
const recipientsMax = 100
const recipientsUsual = 50

/** What deployed services have of campaigns since late in 2026 (deployed.md section 5). */
export function deployedCampaignLateRoutes({ db, store, dialect, clock }: ServiceContext): Hono<Env> {
  const { ids } = dialect
  const { campaigns } = store
  const mishaps = campaignMishaps(db)
  const app = new Hono<Env>()
  const atomically = atomic(db)
  app.use(requireKey('secret'))
  const named = (c: Context<Env, '/:id/*'>): Promise<CampaignRow> =>
    campaignOf(c.req.param('id'), ids, campaigns)

  app.post('/bulk-update', atomically, async (c) => {
    const { ids: asked, delete: deletes = false } = validBody(c, bulkSchema)
    const rows = await inOrder(asked, async (id) => campaignOf(id, ids, campaigns))
    if (!deletes) return json(c, JSON.stringify({ deleted: 0 }))
    if (rows.some(({ status }) => status !== 'DRAFT')) {
      throw plain(400, 'Only draft campaigns can be deleted')
    }
    for (const { seq } of rows) await campaigns.remove(seq)
    return json(c, JSON.stringify({ deleted: rows.length }))
  })

  async function archive(c: Context<Env, '/:id/*'>, archived: boolean): Promise<Response> {
    const { seq, status } = await named(c)
    if (status === 'SCHEDULED' || status === 'SENDING') {
      throw plain(400, 'Cannot archive campaigns that are scheduled or sending')
    }
    await campaigns.setArchived({ seq, archived: archived ? 1 : 0, now: clock.now() })
    return json(c, wrapped(deployedCampaign(await named(c), ids)))
  }
  app.post('/:id/archive', atomically, (c) => archive(c, true))
  app.post('/:id/unarchive', atomically, (c) => archive(c, false))

  app.get('/:id/recipients', async (c) => {
    const { seq } = await named(c)
    const type = c.req.query('type')
    if (type !== 'bounced' && type !== 'complained') {
      const message = 'Expected bounced or complained'
      throw invalid([{ field: 'type', message, code: 'invalid_enum_value' }])
    }
    const limit = Math.max(1, Math.min(numberOf(c, 'limit', recipientsUsual), recipientsMax))
    // Nobody can tell this service of a complaint.
    const isBounced = type === 'bounced'
    const before = ids.decode('email', c.req.query('cursor') ?? '')
    const found = isBounced ? await mishaps.bounced(seq, before, limit + 1) : []
    const rows = found.slice(0, limit).map(({ message, contact, address, at }) => ({
      emailId: ids.encode('email', message),
      contactId: contact === null ? null : ids.encode('contact', contact),
      email: address,
      occurredAt: timeOf(at),
    }))
    const hasMore = found.length > limit
    const total = isBounced ? await mishaps.count(seq) : 0
    const cursor = hasMore ? { cursor: rows.at(-1)?.emailId } : {}
    return json(c, wrapped(JSON.stringify(rows), { ...cursor, hasMore, total }))
  })

  return app
}
