import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { lazyObject } from '../../src-shared/lazily'
import {
  campaignStatuses,
  createCampaignRequestSchema,
  sendCampaignRequestSchema,
  testCampaignRequestSchema,
  updateCampaignRequestSchema,
} from '../../src-shared/interface/campaign'
import type { CampaignService } from '../campaigns/campaigns'
import { campaignJson, campaignStatsJson } from '../dialect/records'
import type { SpecifiedDialect } from '../dialect/dialect'
import { type Env, requireKey } from '../http/guards'
import { readBody, readQuery } from '../http/input'
import { answerList } from '../http/lists'
import { json } from '../http/respond'
import { rowNamed } from '../http/row-named'
import type { CampaignRow, Campaigns } from '../store/campaigns'

/** What GET /campaigns can be narrowed by. */
export const campaignFilterQuery = lazyObject(() => ({
  status: z.enum(campaignStatuses).optional(),
  search: z.string().optional(),
}))

/** /campaigns and what is below it (interface.md section 4; wire.md, "Campaign"). */
export function campaignRoutes(
  campaigns: Campaigns,
  service: CampaignService,
  dialect: SpecifiedDialect,
): Hono<Env> {
  const { ids } = dialect
  const app = new Hono<Env>()
  app.use(requireKey('secret'))

  const named = rowNamed(ids, 'campaign', (seq) => campaigns.get(seq), 'List the campaigns again.')
  const answer = (c: Context, row: CampaignRow, status: 200 | 201 = 200): Response =>
    json(c, dialect.record(campaignJson(row, ids)), status)

  app.get('/', async (c) => {
    const filter = readQuery(c, campaignFilterQuery)
    const read = (query: Parameters<Campaigns['list']>[0]) => campaigns.list(query, filter)
    return answerList(c, dialect, 'campaigns', read, (row) => campaignJson(row, ids))
  })

  app.post('/', async (c) =>
    answer(c, await service.create(await readBody(c, createCampaignRequestSchema)), 201),
  )

  app.get('/:id', async (c) => answer(c, await named(c)))

  app.patch('/:id', async (c) => {
    const request = await readBody(c, updateCampaignRequestSchema)
    return answer(c, await service.change((await named(c)).seq, request))
  })

  app.post('/:id/send', async (c) => {
    // Nothing needs to be said to send now, so a body without a word is one, too.
    const said = (await c.req.text()).trim()
    const unsaid = said === '' || said === 'null'
    const request = unsaid ? {} : await readBody(c, sendCampaignRequestSchema)
    return answer(c, await service.send((await named(c)).seq, request))
  })

  app.post('/:id/cancel', async (c) => answer(c, await service.cancel((await named(c)).seq)))

  app.post('/:id/test', async (c) => {
    const { email: to } = await readBody(c, testCampaignRequestSchema)
    const email = ids.encode('email', await service.test((await named(c)).seq, to))
    return json(c, dialect.record(JSON.stringify({ email, to })))
  })

  app.get('/:id/stats', async (c) => json(c, dialect.record(campaignStatsJson(await named(c)))))

  return app
}
