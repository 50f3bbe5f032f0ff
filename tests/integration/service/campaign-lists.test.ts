import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { campaignSchema } from '../../../src-shared/interface/campaign'
import { addPeople, type CampaignService, openForCampaigns } from './campaign-setup'
import { errorOf } from './open'

const list = z.object({
  campaigns: z.array(campaignSchema),
  cursor: z.string().nullable(),
  hasMore: z.boolean(),
  total: z.number(),
})

describe('the list of campaigns', () => {
  let service: CampaignService
  beforeAll(async () => {
    service = await openForCampaigns()
    await addPeople(service.stored, 1)
    for (let at = 1; at <= 23; at++)
      await service.create({ name: `Letter ${at}`, subject: `About ${at % 3}` })
    await service.create({ name: '100%_of! all', subject: 'Plain ÆRØ' })
    await service.inState('SENT')
    await service.inState('SCHEDULED')
  })
  afterAll(() => service.stop())

  const page = async (query: string) => {
    const { status, body } = await service.ask('GET', `/campaigns${query}`)
    expect(status).toBe(200)
    return list.parse(body)
  }
  async function namesOf(query: string): Promise<string[]> {
    const names: string[] = []
    let cursor = ''
    do {
      const read = await page(`${query}&cursor=${cursor}`)
      names.push(...read.campaigns.map(({ name }) => name))
      cursor = read.cursor ?? ''
    } while (cursor !== '')
    return names
  }

  it('is newest first, in pages of 20', async () => {
    const { campaigns, hasMore, total } = await page('')
    expect(campaigns.slice(0, 4).map(({ name }) => name)).toEqual([
      'Spring',
      'Spring',
      '100%_of! all',
      'Letter 23',
    ])
    expect([campaigns.length, hasMore, total]).toEqual([20, true, 26])
  })

  it.each([1, 7, 26, 100])('gives every campaign once in pages of %i', async (limit) => {
    const letters = Array.from({ length: 23 }, (_, at) => `Letter ${23 - at}`)
    expect(await namesOf(`?limit=${limit}`)).toEqual(['Spring', 'Spring', '100%_of! all', ...letters])
  })

  it('holds campaigns as they are read one by one', async () => {
    const [first] = (await page('?limit=1')).campaigns
    expect(first && (await service.read(first.id))).toEqual(first)
  })

  it.each([
    ['SCHEDULED', 1],
    ['SENT', 1],
    ['DRAFT', 24],
    ['CANCELLED', 0],
  ])('filters by status: %s', async (status, total) => {
    const read = await page(`?limit=100&status=${status}`)
    expect([read.total, read.campaigns.length]).toEqual([total, total])
    expect(new Set(read.campaigns.map((campaign) => campaign.status)).size).toBe(Math.min(1, total))
  })

  it.each([
    ['part of a name, in any case', 'LETTER 2', 5],
    ['part of a subject', 'about 1', 8],
    ['other letters than ASCII in any case', 'ærø', 1],
    ['a per cent sign as it is', '%', 1],
    ['an underscore as it is', '_', 1],
    ['an exclamation mark as it is', '!', 1],
    ['a quote as it is', "'", 0],
    ['nothing: all', '', 26],
  ])('searches: %s', async (_what, text, total) => {
    expect((await namesOf(`?limit=9&search=${encodeURIComponent(text)}`)).length).toBe(total)
    expect((await page(`?search=${encodeURIComponent(text)}`)).total).toBe(total)
  })

  it('takes status and search together', async () => {
    expect((await page('?status=DRAFT&search=spring')).total).toBe(0)
  })

  it.each([
    ['status=DONE', 'status'],
    ['status=', 'status'],
    ['status=draft', 'status'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['cursor=nonsense', 'cursor'],
  ])('refuses %s with 400', async (query, field) => {
    expect(errorOf(await service.ask('GET', `/campaigns?${query}`))).toEqual({
      status: 400,
      code: 'BAD_REQUEST',
      fields: [field],
    })
  })
})

describe.each(['reference', 'envelope'] as const)('campaigns in the dialect %s', (dialect) => {
  let service: CampaignService
  const bare = dialect !== 'envelope'
  const wrapped = (data: unknown) => (bare ? data : { success: true, data })
  const record = z.union([
    campaignSchema,
    z.object({ success: z.literal(true), data: campaignSchema }).transform(({ data }) => data),
  ])

  beforeAll(async () => {
    service = await openForCampaigns({ dialect })
    await addPeople(service.stored, 2)
  })
  afterAll(() => service.stop())

  const made = async () => {
    const answer = await service.ask('POST', '/campaigns', {
      body: { name: 'A', subject: 'B', body: 'C', from: 'news@mail.example', audienceType: 'ALL' },
    })
    const campaign = record.parse(answer.body)
    expect(answer.body).toEqual(wrapped(campaign))
    return campaign
  }
  const ask = async (method: string, path: string, body?: unknown) =>
    (await service.ask(method, path, { body })).body

  it('are single records of its form', async () => {
    const campaign = await made()
    const { id } = campaign
    expect(id).toMatch(/^cmp_[0-9a-z]{10}$/)
    expect(await ask('GET', `/campaigns/${id}`)).toEqual(wrapped(campaign))
  })

  it('are sent and cancelled with answers of its form', async () => {
    const campaign = await made()
    const path = `/campaigns/${campaign.id}`
    const more = { totalRecipients: 2 }
    expect(await ask('POST', `${path}/send`, {})).toEqual(
      wrapped({ ...campaign, ...more, status: 'SENDING' }),
    )
    expect(await ask('POST', `${path}/cancel`)).toEqual(
      wrapped({ ...campaign, ...more, status: 'CANCELLED' }),
    )
  })

  it('are changed by the method it knows, and by no other', async () => {
    const campaign = await made()
    const path = `/campaigns/${campaign.id}`
    expect(await ask('PATCH', path, { name: 'D' })).toEqual(wrapped({ ...campaign, name: 'D' }))
    expect((await service.ask('PUT', path, { body: { name: 'E' } })).status).toBe(404)
  })

  it('have statistics and tests of its form', async () => {
    const { id } = await made()
    const counts = {
      totalRecipients: 0,
      sentCount: 0,
      deliveredCount: 0,
      openedCount: 0,
      clickedCount: 0,
      bouncedCount: 0,
      complainedCount: 0,
      unsubscribedCount: 0,
    }
    const rates = { openRate: 0, clickRate: 0, bounceRate: 0 }
    expect(await ask('GET', `/campaigns/${id}/stats`)).toEqual(wrapped({ ...counts, ...rates }))
    expect(await ask('POST', `/campaigns/${id}/test`, { email: 'a@desk.example' })).toEqual(
      wrapped({ email: expect.any(String), to: 'a@desk.example' }),
    )
  })

  it('are listed in its form', async () => {
    await made()
    const body = await ask('GET', '/campaigns?limit=1&pageSize=1')
    const total = expect.any(Number)
    const one = [expect.objectContaining({ name: 'A' })]
    const forms = {
      reference: { campaigns: one, cursor: expect.any(String), hasMore: true, total },
      envelope: wrapped({ items: one, nextCursor: expect.any(String), hasMore: true, total }),
    }
    expect(body).toEqual(forms[dialect])
  })

  it('are not created without what is required: 422', async () => {
    expect(errorOf(await service.ask('POST', '/campaigns', { body: { name: 'A' } }))).toMatchObject({
      status: 422,
      fields: ['subject', 'body', 'from', 'audienceType'],
    })
  })
})
