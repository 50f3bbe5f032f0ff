import { describe, expect, it } from 'vitest'
import { invalid, plain, standard, textAt } from '../../deployed/stand-in/calls'
import { type DeployedDesk, openDesk, type Row, table } from './desk'

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
const minute = 60_000

async function made({ call }: DeployedDesk, body: object = {}): Promise<string> {
  return textAt((await call('POST /campaigns', { ...whole, ...body })).body, 'data', 'id')
}
const later = ({ clock }: DeployedDesk, ms = minute) => new Date(clock.now() + ms).toISOString()

describe('writing campaigns (deployed.md section 5)', () => {
  table(
    [
      ...(['name', 'subject', 'body', 'from', 'audienceType'] as const).map((key): Row => [
        `asks for ${key}`,
        'POST /campaigns',
        { ...whole, [key]: undefined },
        invalid(key),
      ]),
      ...(['description', 'segmentId', 'audienceCondition'] as const).map((key): Row => [
        `refuses null for ${key}`,
        'POST /campaigns',
        { ...whole, [key]: null },
        invalid(key),
      ]),
      [
        'wants a segment of who goes to a segment',
        'POST /campaigns',
        { ...whole, audienceType: 'SEGMENT' },
        plain(400),
      ],
      [
        'wants a condition of who goes to a filter',
        'POST /campaigns',
        { ...whole, audienceType: 'FILTERED' },
        plain(400),
      ],
      [
        'does not know a segment of another id',
        'POST /campaigns',
        { ...whole, audienceType: 'SEGMENT', segmentId: nobody },
        plain(404),
      ],
      [
        'refuses Liquid that it cannot read',
        'POST /campaigns',
        { ...whole, subject: '{% if %}' },
        standard(400, 'VALIDATION_ERROR'),
      ],
      [
        'refuses a sender whose domain is not its own',
        'POST /campaigns',
        { ...whole, from: 'news@other.example' },
        plain(403),
      ],
      [
        'creates a draft, counts its recipients, and shows no segment',
        'POST /campaigns',
        whole,
        {
          status: 201,
          body: {
            success: true,
            data: {
              ...whole,
              ...{ type: 'MARKETING', status: 'DRAFT', totalRecipients: 2, sentCount: 0, archived: false },
              ...{ description: null, fromName: null, replyTo: null, audienceCondition: null },
              ...{ segmentId: null, scheduledFor: null, sentAt: null },
              ...{ complainedCount: 0, unsubscribedCount: 0, projectId: expect.any(String) },
            },
          },
        },
      ],
      ['calls what is no id invalid', 'GET /campaigns/none', undefined, invalid('id')],
      [
        'knows no campaign of another id',
        `GET /campaigns/${nobody}`,
        undefined,
        plain(404, 'Campaign not found'),
      ],
      ['has no PATCH', `PATCH /campaigns/${nobody}`, {}, plain(404, 'Unknown route')],
      ['has no such status', 'GET /campaigns?status=LOST', undefined, plain(400)],
    ],
    ({ seed }) => {
      seed(3, (index) => ({ subscribed: index > 0 }))
    },
  )

  it.each([
    ['TRANSACTIONAL', 'everybody', 4],
    ['MARKETING', 'who is subscribed', 3],
    ['HEADLESS', 'who is subscribed', 3],
  ])('counts for %s %s', async (type, _who, totalRecipients) => {
    const { seed, call } = openDesk()
    seed(4, (index) => ({ subscribed: index > 0 }))
    expect((await call('POST /campaigns', { ...whole, type })).body).toMatchObject({
      data: { totalRecipients },
    })
  })

  it('shows the segment whole when it is read or listed, and null where there is none', async () => {
    const desk = openDesk()
    desk.seed(3)
    const segmentId = textAt((await desk.call('POST /segments', { name: 'Pro', condition: pro })).body, 'id')
    const id = await made(desk, { audienceType: 'SEGMENT', segmentId })
    const data = { totalRecipients: 1, segment: { id: segmentId, name: 'Pro', condition: pro } }
    expect(await desk.call(`GET /campaigns/${id}`)).toMatchObject({ status: 200, body: { data } })
    await made(desk)
    const { body } = await desk.call('GET /campaigns')
    expect(body).toMatchObject({ data: [{ segment: null }, data], total: 2, page: 1, pageSize: 20 })
  })

  it('is listed by pages without a maximum, by status, and by a text in name, subject or sender', async () => {
    const desk = openDesk()
    await made(desk)
    expect((await desk.call('GET /campaigns?pageSize=500')).body).toMatchObject({ pageSize: 500, total: 1 })
    expect((await desk.call('GET /campaigns?status=SENT')).body).toMatchObject({ total: 0 })
    expect((await desk.call('GET /campaigns?search=NEWS@exam')).body).toMatchObject({ total: 1 })
  })

  it('is changed by PUT, in any part, and counts again', async () => {
    const desk = openDesk()
    desk.seed(3)
    const id = await made(desk)
    const put = (body: object) => desk.call(`PUT /campaigns/${id}`, body)
    expect(await put({ audienceType: 'FILTERED', audienceCondition: pro })).toMatchObject({
      status: 200,
      body: { success: true, data: { totalRecipients: 1, subject: 'Hi', audienceCondition: pro } },
    })
    expect(await put({ audienceType: 'SEGMENT' })).toMatchObject(plain(400))
    expect(await put({ audienceType: 'FILTERED' })).toMatchObject(plain(400))
    expect(await put({ description: null, segmentId: null })).toMatchObject({ status: 200 })
    expect(await put({ segmentId: nobody })).toMatchObject(plain(404))
    expect(await put({ type: 'LOUD' })).toMatchObject(plain(500))
    expect(await put({ subject: 5 })).toMatchObject(plain(500))
  })

  it('changes no segment of a scheduled campaign, does not count it again, and changes nothing of a sent one', async () => {
    const desk = openDesk()
    desk.seed(3)
    const id = await made(desk)
    await desk.call(`POST /campaigns/${id}/send`, { scheduledFor: later(desk) })
    const put = (body: object) => desk.call(`PUT /campaigns/${id}`, body)
    expect(await put({ segmentId: null })).toMatchObject(plain(400))
    const filtered = await put({ audienceType: 'FILTERED', audienceCondition: pro })
    expect(filtered.body).toMatchObject({ data: { totalRecipients: 3 } })
    await desk.call(`POST /campaigns/${id}/send`, {})
    expect(await put({ name: 'Other' })).toMatchObject(plain(400))
  })

  it('copies a campaign as a draft, and deletes drafts alone', async () => {
    const desk = openDesk()
    desk.seed(1)
    const id = await made(desk)
    await desk.call(`POST /campaigns/${id}/send`, {})
    const copy = await desk.call(`POST /campaigns/${id}/duplicate`)
    expect(copy).toMatchObject({
      status: 201,
      body: {
        success: true,
        message: expect.any(String),
        data: { name: 'News (Copy)', status: 'DRAFT', sentAt: null, sentCount: 0 },
      },
    })
    expect(await desk.call(`DELETE /campaigns/${id}`)).toMatchObject(plain(400))
    expect(await desk.call(`DELETE /campaigns/${textAt(copy.body, 'data', 'id')}`)).toMatchObject({
      status: 200,
      body: { success: true, message: expect.any(String) },
    })
  })

  it('keeps archived campaigns out of the list, and none that is on its way', async () => {
    const desk = openDesk()
    const { call } = desk
    desk.seed(1)
    const id = await made(desk)
    expect((await call(`POST /campaigns/${id}/archive`)).body).toMatchObject({ data: { archived: true } })
    expect((await call('GET /campaigns')).body).toMatchObject({ total: 0, archivedCount: 1 })
    expect((await call('GET /campaigns?archived=true')).body).toMatchObject({ total: 1 })
    await call(`POST /campaigns/${id}/unarchive`)
    await call(`POST /campaigns/${id}/send`, { scheduledFor: later(desk) })
    expect(await call(`POST /campaigns/${id}/archive`)).toMatchObject(plain(400))
    expect(await call('POST /campaigns/bulk-update', { ids: [id], delete: true })).toMatchObject(plain(400))
  })
})
