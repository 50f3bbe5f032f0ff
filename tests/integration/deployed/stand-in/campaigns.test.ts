import { describe, expect, it } from 'vitest'
import type { DeployedService } from '../../../fixtures/deployed-service/start'
import { call, invalid, noon, plain, standard, started, table, textAt } from './calls'

const nobody = '00000000-0000-4000-8000-000000000000'
const whole = {
  name: 'News',
  subject: 'Hi',
  body: '<p>Hi</p>',
  from: 'news@example.com',
  audienceType: 'ALL',
}
const pro = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }],
}

async function made(service: DeployedService, body: object = {}): Promise<string> {
  return textAt((await call(service, 'POST /campaigns', { ...whole, ...body })).body, 'data', 'id')
}

describe('writing campaigns (deployed.md section 5)', () => {
  table(
    [
      ...(['name', 'subject', 'body', 'from', 'audienceType'] as const).map((key) => ({
        says: `asks for ${key}`,
        asks: 'POST /campaigns',
        body: { ...whole, [key]: undefined },
        answers: invalid(key),
      })),
      ...(['description', 'segmentId', 'audienceCondition'] as const).map((key) => ({
        says: `refuses null for ${key}`,
        asks: 'POST /campaigns',
        body: { ...whole, [key]: null },
        answers: invalid(key, 'invalid_type'),
      })),
      {
        says: 'wants a segment of who goes to a segment',
        asks: 'POST /campaigns',
        body: { ...whole, audienceType: 'SEGMENT' },
        answers: plain(400),
      },
      {
        says: 'wants a condition of who goes to a filter',
        asks: 'POST /campaigns',
        body: { ...whole, audienceType: 'FILTERED' },
        answers: plain(400),
      },
      {
        says: 'does not know a segment of another id',
        asks: 'POST /campaigns',
        body: { ...whole, audienceType: 'SEGMENT', segmentId: nobody },
        answers: plain(404),
      },
      {
        says: 'refuses Liquid that it cannot read',
        asks: 'POST /campaigns',
        body: { ...whole, subject: '{{ name' },
        answers: standard(400, 'VALIDATION_ERROR'),
      },
      {
        says: 'refuses a sender whose domain is not its own',
        asks: 'POST /campaigns',
        body: { ...whole, from: 'news@other.example' },
        answers: plain(403),
      },
      {
        says: 'creates a draft, counts its recipients, and shows no segment',
        asks: 'POST /campaigns',
        body: whole,
        answers: {
          status: 201,
          body: {
            success: true,
            data: {
              ...whole,
              ...{ type: 'MARKETING', status: 'DRAFT', totalRecipients: 2, sentCount: 0, archived: false },
              ...{
                description: null,
                fromName: null,
                replyTo: null,
                audienceCondition: null,
                segmentId: null,
              },
              ...{ scheduledFor: null, sentAt: null, complainedCount: 0, unsubscribedCount: 0 },
            },
          },
        },
      },
      { says: 'calls what is no id invalid', asks: 'GET /campaigns/none', answers: invalid('id') },
      {
        says: 'knows no campaign of another id',
        asks: `GET /campaigns/${nobody}`,
        answers: plain(404, 'Campaign not found'),
      },
      {
        says: 'has no PATCH',
        asks: `PATCH /campaigns/${nobody}`,
        body: {},
        answers: plain(404, 'Unknown route'),
      },
    ],
    (service) => {
      service.seed(3, (index) => ({ subscribed: index > 0 }))
    },
  )

  it.each([
    ['TRANSACTIONAL', 'everybody', 4],
    ['MARKETING', 'who is subscribed', 3],
    ['HEADLESS', 'who is subscribed', 3],
  ])('counts for %s %s', async (type, _who, totalRecipients) => {
    const service = await started()
    service.seed(4, (index) => ({ subscribed: index > 0 }))
    const { body } = await call(service, 'POST /campaigns', { ...whole, type })
    expect(body).toMatchObject({ data: { totalRecipients } })
  })

  it('shows the segment whole when it is read, and null where there is none', async () => {
    const service = await started()
    service.seed(3)
    const segment = textAt(
      (await call(service, 'POST /segments', { name: 'Pro', condition: pro })).body,
      'id',
    )
    const id = await made(service, { audienceType: 'SEGMENT', segmentId: segment })
    expect(await call(service, `GET /campaigns/${id}`)).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: { totalRecipients: 1, segment: { id: segment, name: 'Pro', condition: pro } },
      },
    })
    const list = await call(service, 'GET /campaigns')
    expect(list.body).toMatchObject({ data: [{ segment: { id: segment } }], total: 1, archivedCount: 0 })
    expect(await call(service, `DELETE /segments/${segment}`)).toMatchObject(plain(409))
    expect((await call(service, `GET /campaigns/${await made(service)}`)).body).toMatchObject({
      data: { segment: null },
    })
  })

  it('lists as many on a page as are asked for', async () => {
    const service = await started()
    await made(service)
    expect((await call(service, 'GET /campaigns?pageSize=5000')).body).toMatchObject({ pageSize: 5000 })
    expect(await call(service, 'GET /campaigns?status=GONE')).toMatchObject(plain(400))
    expect((await call(service, 'GET /campaigns?status=SENT')).body).toMatchObject({ total: 0 })
    expect((await call(service, 'GET /campaigns?search=NEWS@exam')).body).toMatchObject({ total: 1 })
  })

  it('is changed by PUT, in any part, and counts again', async () => {
    const service = await started()
    service.seed(3)
    const id = await made(service)
    const put = (body: object) => call(service, `PUT /campaigns/${id}`, body)
    expect(await put({ audienceType: 'FILTERED', audienceCondition: pro })).toMatchObject({
      status: 200,
      body: { success: true, data: { totalRecipients: 1, subject: 'Hi' } },
    })
    expect(await put({ audienceType: 'SEGMENT' })).toMatchObject(plain(400))
    expect(await put({ audienceType: 'FILTERED' })).toMatchObject(plain(400))
    expect(await put({ description: null, segmentId: null })).toMatchObject({ status: 200 })
    expect(await put({ segmentId: nobody })).toMatchObject(plain(404))
    expect(await put({ type: 'LOUD' })).toMatchObject(plain(500))
    expect(await put({ subject: 5 })).toMatchObject(plain(500))
  })

  it('changes no segment of a scheduled campaign, does not count it again, and changes nothing of a sent one', async () => {
    const service = await started()
    service.seed(3)
    const id = await made(service)
    await call(service, `POST /campaigns/${id}/send`, { scheduledFor: new Date(noon + 60_000).toISOString() })
    const put = (body: object) => call(service, `PUT /campaigns/${id}`, body)
    expect(await put({ segmentId: null })).toMatchObject(plain(400))
    const filtered = await put({ audienceType: 'FILTERED', audienceCondition: pro })
    expect(filtered.body).toMatchObject({ data: { totalRecipients: 3 } })
    await call(service, `POST /campaigns/${id}/send`, {})
    expect(await put({ name: 'Other' })).toMatchObject(plain(400))
  })

  it('copies a campaign as a draft, and deletes drafts alone', async () => {
    const service = await started()
    service.seed(1)
    const id = await made(service)
    await call(service, `POST /campaigns/${id}/send`, {})
    const copy = await call(service, `POST /campaigns/${id}/duplicate`)
    expect(copy).toMatchObject({
      status: 201,
      body: {
        success: true,
        message: expect.any(String),
        data: { name: 'News (Copy)', status: 'DRAFT', sentAt: null, sentCount: 0 },
      },
    })
    expect(await call(service, `DELETE /campaigns/${id}`)).toMatchObject(plain(400))
    expect(await call(service, `DELETE /campaigns/${textAt(copy.body, 'data', 'id')}`)).toMatchObject({
      status: 200,
      body: { success: true, message: expect.any(String) },
    })
  })

  it('keeps archived campaigns out of the list, and none that is on its way', async () => {
    const service = await started()
    service.seed(1)
    const id = await made(service)
    expect((await call(service, `POST /campaigns/${id}/archive`)).body).toMatchObject({
      data: { archived: true },
    })
    expect((await call(service, 'GET /campaigns')).body).toMatchObject({ total: 0, archivedCount: 1 })
    expect((await call(service, 'GET /campaigns?archived=true')).body).toMatchObject({ total: 1 })
    await call(service, `POST /campaigns/${id}/unarchive`)
    await call(service, `POST /campaigns/${id}/send`, { scheduledFor: new Date(noon + 60_000).toISOString() })
    expect(await call(service, `POST /campaigns/${id}/archive`)).toMatchObject(plain(400))
  })

  it('knows nothing of that in spring', async () => {
    const service = await started({ generation: 'spring' })
    const id = await made(service)
    expect(await call(service, `POST /campaigns/${id}/archive`)).toMatchObject(plain(404, 'Unknown route'))
    expect(await call(service, `GET /campaigns/${id}/recipients?type=bounced`)).toMatchObject(
      plain(404, 'Unknown route'),
    )
    const { body } = await call(service, `GET /campaigns/${id}`)
    expect(body).not.toMatchObject({ data: { archived: expect.anything() } })
    expect((await call(service, 'GET /campaigns')).body).not.toHaveProperty('archivedCount')
  })
})
