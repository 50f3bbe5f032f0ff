import { describe, expect, it } from 'vitest'
import { call, flat, member, noon, plain, standard, started, table, textAt } from './calls'

const minute = 60_000

describe('uploads (deployed.md section 8)', () => {
  const form = (type: string, bytes: number) => {
    const data = new FormData()
    data.append('image', new Blob([new Uint8Array(bytes)], { type }), 'logo.png')
    return data
  }

  it('keep a picture, and say where', async () => {
    const service = await started()
    const uploaded = await call(service, 'POST /uploads/image', form('image/png', 5))
    const key = textAt(uploaded.body, 'key')
    expect(uploaded).toMatchObject({
      status: 200,
      body: {
        url: expect.stringContaining(key),
        key,
        filename: 'logo.png',
        contentType: 'image/png',
        size: 5,
      },
    })
    expect(service.state.uploads).toMatchObject([{ key, bytes: Buffer.alloc(5) }])
  })

  it('take pictures of 10 MB at most, and of four kinds', async () => {
    const service = await started()
    expect(await call(service, 'POST /uploads/image', form('image/svg+xml', 5))).toMatchObject(plain(500))
    expect(await call(service, 'POST /uploads/image', form('image/png', 10 * 1024 * 1024 + 1))).toMatchObject(
      plain(500),
    )
  })

  it('are refused where there is no storage', async () => {
    const service = await started({ uploads: false })
    expect(await call(service, 'POST /uploads/image', form('image/png', 5))).toMatchObject(flat(503))
  })
})

describe('activity (deployed.md section 8)', () => {
  /** Two events, a minute apart, and then a mail. */
  async function filled() {
    const clock = { now: noon }
    const service = await started({}, clock)
    for (const event of ['signup', 'login']) {
      await call(service, 'POST /v1/track', { event, email: 'ada@example.com' })
      clock.now += minute
    }
    await call(service, 'POST /v1/send', {
      to: 'ada@example.com',
      subject: 'S',
      body: 'B',
      from: 'a@example.com',
    })
    return service
  }

  it('is one list, newest first, with a cursor of a time and an id', async () => {
    const service = await filled()
    const first = await call(service, 'GET /activity?limit=5')
    expect(first.body).toMatchObject({
      data: { length: 5, 4: { metadata: { eventName: 'login' } } },
      hasMore: true,
    })
    expect(textAt(first.body, 'cursor')).toBe(`${noon + minute}_${textAt(first.body, 'data', 4, 'id')}`)
    const rest = await call(service, `GET /activity?limit=5&cursor=${textAt(first.body, 'cursor')}`)
    expect(rest.body).toMatchObject({ data: [{ metadata: { eventName: 'signup' } }], hasMore: false })
    expect(rest.body).not.toHaveProperty('cursor')
  })

  it('goes on with what is older than the last row, and loses what has the same time', async () => {
    const service = await filled()
    const first = await call(service, 'GET /activity?limit=1')
    const rest = await call(service, `GET /activity?cursor=${textAt(first.body, 'cursor')}`)
    expect(rest.body).toMatchObject({ data: [{ metadata: { eventName: 'login' } }, {}] })
  })

  it('can be of some types, of one contact, of some days', async () => {
    const service = await filled()
    const [ada] = service.state.contacts.all()
    const typed = await call(service, 'GET /activity?types=email.sent,email.opened')
    expect(typed.body).toMatchObject({
      data: [
        {
          type: 'email.sent',
          contactId: ada?.id,
          contactEmail: 'ada@example.com',
          metadata: { subject: 'S' },
        },
      ],
    })
    expect((await call(service, 'GET /activity?contactId=nobody')).body).toMatchObject({ data: [] })
    expect((await call(service, 'GET /activity?endDate=2020-01-01')).body).toMatchObject({ data: [] })
    expect((await call(service, 'GET /activity/stats')).body).toMatchObject({
      totalEvents: 4,
      totalEmailsSent: 1,
    })
  })

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
  it('has a row for every day, thirty unless said and ninety at most', async () => {
    const service = await started()
    await call(service, 'POST /v1/send', {
      to: 'ada@example.com',
      subject: 'S',
      body: 'B',
      from: 'a@example.com',
    })
    const rows = (await call(service, 'GET /analytics/timeseries')).body
    expect(rows).toMatchObject({
      length: 31,
      30: { date: '2026-09-01', emails: 1 },
      0: { date: '2026-08-02', emails: 0 },
    })
    const year = await call(service, 'GET /analytics/timeseries?startDate=2025-09-01')
    expect(year.body).toHaveLength(90)
  })

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

describe('what a key is not for (deployed.md section 8)', () => {
  table(
    [
      {
        says: 'is well without a key',
        asks: 'GET /health',
        with: { authorization: null },
        answers: { status: 200 },
      },
      {
        says: 'tells of itself without a key',
        asks: 'GET /config',
        with: { authorization: null },
        answers: { status: 200 },
      },
      { says: 'knows no person by a key', asks: 'GET /users/@me', answers: standard(401, 'UNAUTHORIZED') },
      { says: 'breaks on projects by a key', asks: 'GET /projects/any', answers: plain(500) },
      {
        says: 'knows no project without one',
        asks: 'GET /projects/any',
        with: { authorization: null },
        answers: standard(401, 'UNAUTHORIZED'),
      },
    ],
    () => undefined,
  )
})
