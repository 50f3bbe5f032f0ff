import { atomic } from '../../http/atomic'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { campaignStatuses } from '../../../src-shared/interface/campaign'
import { type DeployedCampaigns, createDeployedCampaigns } from '../../campaigns/deployed-campaigns'
import {
  changedDeployedFields,
  deployedCampaignSchema,
  type FieldParts,
  newDeployedFields,
} from '../../campaigns/deployed-fields'
import { deployedCampaign, deployedStats, wrapped } from '../../dialect/deployed-campaign'
import { JsonText, projectName } from '../../dialect/deployed-record'
import { validBody } from '../../http/deployed/body'
import { looseBody } from '../../http/deployed/loose-body'
import { plain } from '../../http/deployed/refusals'
import { type Env, requireKey } from '../../http/guards'
import { json } from '../../http/respond'
import type { ServiceContext } from '../../service-context'
import type { CampaignRow } from '../../store/campaigns'
import { answerRows, usualSorts } from './numbered-list'
import { campaignOf } from './named'
import { deployedSegment } from '../../dialect/deployed-segment'
import type { RouteParts } from '../parts'
import { readCondition } from './segments'

const testSchema = z.object({ email: z.email() })

/** What the routes of campaigns work with. */
export interface CampaignParts {
  campaigns: DeployedCampaigns
  fields: FieldParts
  /** A segment as JSON text; null where it is gone. */
  segmentText(seq: number): Promise<string | null>
}

/**
 * /campaigns and what is below it (deployed.md section 5), but for what came late.
 * In one piece: it is a table of routes.
 */
export function deployedCampaignRoutes(
  { db, store, dialect }: ServiceContext,
  parts: CampaignParts,
): Hono<Env> {
  const { ids } = dialect
  const { campaigns: rows } = store
  const { campaigns, fields, segmentText } = parts
  const app = new Hono<Env>()
  const atomically = atomic(db)
  app.use(requireKey('secret'))
  const named = (c: Context<Env, '/:id'>): Promise<CampaignRow> => campaignOf(c.req.param('id'), ids, rows)
  const bare = (row: CampaignRow): string => deployedCampaign(row, ids)

  /** With its segment, whole. */
  async function whole(row: CampaignRow): Promise<string> {
    const text = row.segment === null ? null : await segmentText(row.segment)
    return deployedCampaign(row, ids, { segment: text === null ? null : new JsonText(text) })
  }

  app.get('/', async (c) => {
    const { search = '', archived } = c.req.query()
    const asked = c.req.query('status')
    const status = campaignStatuses.find((known) => known === asked)
    if (asked && !status) throw plain(400, 'Invalid status value')
    const filter = {
      ...(status && { status }),
      ...(search.trim() !== '' && { search: search.trim(), searchesSenders: true }),
      archived: archived === 'true',
    }
    return answerRows(c, {
      sorts: usualSorts,
      max: Number.MAX_SAFE_INTEGER - 1,
      read: (query) => rows.list(query, filter),
      text: whole,
      beside: { archivedCount: await rows.archivedCount() },
    })
  })

  app.post('/', atomically, async (c) => {
    const said = await newDeployedFields(validBody(c, deployedCampaignSchema), fields)
    return json(c, wrapped(bare(await campaigns.create(said))), 201)
  })

  app.get('/:id', async (c) => json(c, wrapped(await whole(await named(c)))))

  app.put('/:id', atomically, async (c) => {
    const before = await named(c)
    const said = await changedDeployedFields(before, looseBody(c), fields)
    return json(c, wrapped(bare(await campaigns.change(before, said))))
  })

  app.delete('/:id', atomically, async (c) => {
    const row = await named(c)
    if (row.status !== 'DRAFT') throw plain(400, 'Only draft campaigns can be deleted')
    await rows.remove(row.seq)
    return json(c, JSON.stringify({ success: true, message: 'Campaign deleted successfully' }))
  })

  app.post('/:id/send', atomically, async (c) => {
    const row = await named(c)
    const sent = await campaigns.send(row, startOf(looseBody(c).any('scheduledFor')))
    const message = sent.status === 'SCHEDULED' ? 'Campaign scheduled successfully' : 'Campaign is being sent'
    const project = { name: projectName }
    return json(c, wrapped(deployedCampaign(sent, ids, { project }), { message }))
  })

  app.post('/:id/cancel', atomically, async (c) => {
    const { row, revertPending } = await campaigns.cancel(await named(c))
    return json(c, wrapped(bare(row), { message: 'Campaign cancelled successfully', revertPending }))
  })

  app.post('/:id/test', async (c) => {
    const row = await named(c)
    const { email } = validBody(c, testSchema)
    await campaigns.test(row, email)
    return json(c, JSON.stringify({ success: true, message: `Test email sent to ${email}` }))
  })

  app.get('/:id/stats', async (c) => json(c, wrapped(deployedStats(await named(c)))))

  app.post('/:id/duplicate', atomically, async (c) => {
    const copy = await campaigns.duplicate(await named(c))
    return json(c, wrapped(bare(copy), { message: 'Campaign duplicated successfully' }), 201)
  })

  return app
}

/** When a campaign is to start, milliseconds since 1970; null: now. @throws ServiceFailure plain 400 for what is no date */
function startOf(said: unknown): number | null {
  if (!said) return null
  const at = typeof said === 'string' || typeof said === 'number' ? new Date(said).getTime() : Number.NaN
  if (Number.isNaN(at)) throw plain(400, 'Invalid scheduledFor date format')
  return at
}

/** What the routes of campaigns work with, of the parts of a service. */
export function campaignParts({ context, queue, segments, campaigns }: RouteParts): CampaignParts {
  const { domains } = context.store
  const rows = segments.segments
  return {
    campaigns: createDeployedCampaigns(context, queue, campaigns.sending, segments),
    fields: {
      domains,
      findSegment: (id) => segments.audience.findSegment(id),
      readCondition: async (said) => readCondition(said, null, await rows.all()),
    },
    async segmentText(seq) {
      const row = await rows.get(seq)
      return row && deployedSegment(row, await segments.sweptCounts.of(row), context.dialect.ids)
    },
  }
}
