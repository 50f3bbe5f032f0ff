import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CampaignStatus, campaignStatuses } from '../../../src-shared/interface/campaign'
import { standardErrorSchema } from '../../../src-shared/interface/errors'
import { addPeople, type CampaignService, openForCampaigns } from './campaign-setup'

interface Call {
  name: string
  method: string
  rest: string
  body?: unknown
  /** The state that each state becomes; what is not here is refused. */
  becomes: Partial<Record<CampaignStatus, CampaignStatus>>
}

const unchanged = Object.fromEntries(campaignStatuses.map((status) => [status, status]))
const later = { scheduledFor: '2099-01-01T00:00:00Z' }

// wire.md, "Campaign": every call, and what it makes of every state.
const calls: Call[] = [
  { name: 'read', method: 'GET', rest: '', becomes: unchanged },
  { name: 'statistics', method: 'GET', rest: '/stats', becomes: unchanged },
  { name: 'test', method: 'POST', rest: '/test', body: { email: 'a@desk.example' }, becomes: unchanged },
  {
    name: 'change',
    method: 'PATCH',
    rest: '',
    body: { subject: 'Changed' },
    becomes: { DRAFT: 'DRAFT', SCHEDULED: 'SCHEDULED' },
  },
  { name: 'send now', method: 'POST', rest: '/send', body: {}, becomes: { DRAFT: 'SENDING' } },
  { name: 'send later', method: 'POST', rest: '/send', body: later, becomes: { DRAFT: 'SCHEDULED' } },
  {
    name: 'cancel',
    method: 'POST',
    rest: '/cancel',
    becomes: { SCHEDULED: 'CANCELLED', SENDING: 'CANCELLED' },
  },
]
const moves = calls.flatMap((call) =>
  campaignStatuses.map((status) => ({ ...call, status, to: call.becomes[status] })),
)
const allowed = moves.filter(({ to }) => to !== undefined)
const refused = moves.filter(({ to }) => to === undefined)

describe('a campaign', () => {
  let service: CampaignService
  beforeAll(async () => {
    service = await openForCampaigns()
    await addPeople(service.stored, 2)
  })
  afterAll(() => service.stop())

  it.each(allowed)('$name: $status becomes $to', async ({ method, rest, body, status, to }) => {
    const { id } = await service.inState(status)
    expect((await service.ask(method, `/campaigns/${id}${rest}`, { body })).status).toBe(200)
    expect((await service.read(id)).status).toBe(to)
  })

  it.each(refused)(
    '$name: $status refuses with 409 and stays as it is',
    async ({ method, rest, body, status }) => {
      const before = await service.inState(status)
      const answer = await service.ask(method, `/campaigns/${before.id}${rest}`, { body })
      const { error } = standardErrorSchema.parse(answer.body)
      expect([answer.status, error.code]).toEqual([409, 'CONFLICT'])
      expect(error.message).toContain(`The campaign is ${status}.`)
      expect(await service.read(before.id)).toEqual(before)
    },
  )
})
