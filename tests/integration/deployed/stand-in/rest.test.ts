import { describe, expect, it } from 'vitest'
import { call, flat, member, noon, started, textAt } from './calls'

describe('uploads (deployed.md section 8)', () => {
  const form = (type: string, bytes: number) => {
    const data = new FormData()
    data.append('image', new Blob([new Uint8Array(bytes)], { type }), 'logo.png')
    return data
  }

  it('are refused where there is no storage', async () => {
    const service = await started({ uploads: false })
    expect(await call(service, 'POST /uploads/image', form('image/png', 5))).toMatchObject(flat(503))
  })
})

const minute = 60_000

describe('activity (deployed.md section 8)', () => {
  it('tells what will be sent', async () => {
    const service = await started()
    service.seed(1)
    const campaign = { name: 'News', subject: 'S', body: 'B', from: 'a@example.com', audienceType: 'ALL' }
    const id = textAt((await call(service, 'POST /campaigns', campaign)).body, 'data', 'id')
    const scheduledFor = new Date(noon + minute).toISOString()
    await call(service, `POST /campaigns/${id}/send`, { scheduledFor })
    expect((await call(service, 'GET /activity/upcoming')).body).toMatchObject({
      activities: [{ id, timestamp: scheduledFor }],
    })
  })
})

describe('analytics (deployed.md section 8)', () => {
  it('ranks campaigns and events, bare', async () => {
    const service = await started()
    service.seed(2)
    const campaign = { name: 'News', subject: 'S', body: 'B', from: 'a@example.com', audienceType: 'ALL' }
    const id = textAt((await call(service, 'POST /campaigns', campaign)).body, 'data', 'id')
    await call(service, `POST /campaigns/${id}/send`, {})
    service.settleEmail(service.state.emails.all()[0]?.id ?? '', 'open')
    expect((await call(service, 'GET /analytics/top-campaigns')).body).toMatchObject([
      { id, sentCount: 2, openRate: 50 },
    ])
    expect((await call(service, 'GET /analytics/campaign-stats')).body).toMatchObject({
      total: 1,
      totalSent: 2,
    })
    const events = (await call(service, 'GET /analytics/top-events')).body
    expect(member(events, 0)).toEqual({ name: 'email.sent', count: 2 })
  })
})
