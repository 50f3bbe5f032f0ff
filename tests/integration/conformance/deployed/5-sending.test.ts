import { describe, expect, it } from 'vitest'
import { until } from '../../../fixtures/until'
import { invalid, plain, textAt } from '../../deployed/stand-in/calls'
import { type DeployedDesk, noon, openDesk } from './desk'

const whole = {
  name: 'News',
  subject: 'Hi {{name}}',
  body: '<p>Hi</p>',
  from: 'news@example.com',
  audienceType: 'ALL',
}
const minute = 60_000
const at = (ms: number) => new Date(noon + ms).toISOString()

async function made({ call }: DeployedDesk, body: object = {}): Promise<string> {
  return textAt((await call('POST /campaigns', { ...whole, ...body })).body, 'data', 'id')
}
const becomes = (desk: DeployedDesk, id: string, status: string) =>
  desk.becomes(`/campaigns/${id}`, { data: expect.objectContaining({ status }) })
const read = async ({ call }: DeployedDesk, id: string) => (await call(`GET /campaigns/${id}`)).body

describe('sending campaigns (deployed.md section 5)', () => {
  it('answers that a campaign is being sent, and sends it then', async () => {
    const desk = openDesk()
    desk.seed(30, (index) => ({ subscribed: index >= 10 }))
    const id = await made(desk, { type: 'HEADLESS' })
    const sent = await desk.call(`POST /campaigns/${id}/send`, {})
    expect(sent).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: expect.any(String),
        data: { status: 'SENDING', sentAt: at(0), sentCount: 0, project: { name: expect.any(String) } },
      },
    })
    expect(sent.body).not.toMatchObject({ data: { segment: null } })
    await becomes(desk, id, 'SENT')
    expect(await read(desk, id)).toMatchObject({
      data: { totalRecipients: 20, sentCount: 20, deliveredCount: 20, sentAt: at(0) },
    })
    expect(await desk.call(`POST /campaigns/${id}/send`, {})).toMatchObject(plain(400))
  })

  it('evaluates the audience of each batch of 500 when it is queued', async () => {
    const desk = openDesk()
    const people = desk.seed(600)
    const id = await made(desk)
    await desk.call(`POST /campaigns/${id}/send`, {})
    expect(await read(desk, id)).toMatchObject({ data: { status: 'SENDING', totalRecipients: 600 } })
    // Before the first batch is queued.
    await desk.call(`PATCH /contacts/${people[599]}`, { subscribed: false })
    await desk.becomes(`/campaigns/${id}`, { data: expect.objectContaining({ totalRecipients: 599 }) })
    expect(desk.service.db.prepare('SELECT count(*) FROM message').pluck().get()).toBe(599)
  })

  it('refuses a date that is none, one that is past, and nobody', async () => {
    const desk = openDesk()
    const id = await made(desk)
    const send = (body: object) => desk.call(`POST /campaigns/${id}/send`, body)
    expect(await send({})).toMatchObject(plain(400))
    desk.seed(1)
    expect(await send({ scheduledFor: 'soon' })).toMatchObject(plain(400))
    expect(await send({ scheduledFor: at(-minute) })).toMatchObject(plain(400))
  })

  it('sends a scheduled campaign at its time', async () => {
    const desk = openDesk()
    desk.seed(2)
    const id = await made(desk)
    const scheduled = await desk.call(`POST /campaigns/${id}/send`, { scheduledFor: at(minute) })
    expect(scheduled.body).toMatchObject({
      data: { status: 'SCHEDULED', scheduledFor: at(minute), sentAt: null },
    })
    await desk.clock.advance(minute - 1)
    expect(await read(desk, id)).toMatchObject({ data: { status: 'SCHEDULED' } })
    await becomes(desk, id, 'SENT')
    expect(await read(desk, id)).toMatchObject({ data: { sentAt: at(minute) } })
  })

  it('keeps the first time of a campaign that is sent again with another', async () => {
    const desk = openDesk()
    desk.seed(2)
    const id = await made(desk)
    await desk.call(`POST /campaigns/${id}/send`, { scheduledFor: at(minute) })
    const again = await desk.call(`POST /campaigns/${id}/send`, { scheduledFor: at(60 * minute) })
    expect(again.body).toMatchObject({ data: { scheduledFor: at(60 * minute) } })
    await desk.clock.advance(minute)
    await becomes(desk, id, 'SENT')
  })
})

describe('cancelling (deployed.md section 5)', () => {
  const cancelled = ({ call }: DeployedDesk, id: string) => call(`POST /campaigns/${id}/cancel`)

  it('makes a draft of a scheduled campaign again', async () => {
    const desk = openDesk()
    desk.seed(2)
    const id = await made(desk)
    expect(await cancelled(desk, id)).toMatchObject(plain(400))
    await desk.call(`POST /campaigns/${id}/send`, { scheduledFor: at(minute) })
    expect(await cancelled(desk, id)).toMatchObject({
      status: 200,
      body: { success: true, data: { status: 'DRAFT', scheduledFor: null }, revertPending: false },
    })
    await desk.clock.advance(2 * minute)
    expect(await read(desk, id)).toMatchObject({ data: { status: 'DRAFT' } })
  })

  it('clears what was queued before it makes a draft again', async () => {
    const desk = openDesk()
    desk.seed(2)
    const id = await made(desk)
    await desk.call(`POST /campaigns/${id}/send`, {})
    // Queued, and not one sent yet.
    desk.service.db
      .prepare(
        `INSERT INTO message (content, campaign, contact, subscribed, address, token, due_at, created_at)
         SELECT 0, 1, seq, 1, email, email, 9e15, 0 FROM contact`,
      )
      .run()
    for (const time of ['once', 'and again']) {
      expect((await cancelled(desk, id)).body, time).toMatchObject({
        data: { status: 'CANCELLED' },
        revertPending: true,
      })
    }
    await desk.clock.advance(minute)
    expect(await read(desk, id)).toMatchObject({ data: { status: 'DRAFT', sentAt: null, sentCount: 0 } })
  })

  it('leaves a campaign cancelled of which something was sent, and says so again', async () => {
    const desk = openDesk()
    desk.seed(100)
    const id = await made(desk)
    await desk.call(`POST /campaigns/${id}/send`, {})
    await desk.becomes(`/campaigns/${id}`, { data: expect.objectContaining({ sentCount: 1 }) })
    expect((await cancelled(desk, id)).body).toMatchObject({
      data: { status: 'CANCELLED' },
      revertPending: false,
    })
    await desk.clock.advance(minute)
    expect(await read(desk, id)).toMatchObject({ data: { status: 'CANCELLED' } })
    expect((await cancelled(desk, id)).status).toBe(200)
  })
})

describe('what comes of a campaign (deployed.md sections 5 and 9)', () => {
  it('sends a test to members alone, with its words unfilled', async () => {
    const desk = openDesk()
    const id = await made(desk)
    const test = (email: string) => desk.call(`POST /campaigns/${id}/test`, { email })
    expect(await test('stranger@other.example')).toMatchObject(plain(403))
    expect(await test('nobody')).toMatchObject(invalid('email'))
    expect(await test('operator@example.com')).toMatchObject({ status: 200, body: { success: true } })
    const sent = () => desk.service.db.prepare('SELECT address, subject FROM message').all()
    await until(
      () => desk.clock.advance(100).then(sent),
      (rows) => JSON.stringify(rows).includes('[TEST]'),
    )
    expect(sent()).toEqual([{ address: 'operator@example.com', subject: '[TEST] Hi {{name}}' }])
  })

  it('counts rates in percent of what was sent', async () => {
    const desk = openDesk()
    desk.seed(4)
    const id = await made(desk)
    await desk.call(`POST /campaigns/${id}/send`, {})
    await becomes(desk, id, 'SENT')
    desk.service.db.prepare('UPDATE campaign SET opened_count = 1, bounced_count = 1').run()
    expect((await desk.call(`GET /campaigns/${id}/stats`)).body).toEqual({
      success: true,
      data: {
        ...{ totalRecipients: 4, sentCount: 4, deliveredCount: 4, openedCount: 1, clickedCount: 0 },
        ...{ bouncedCount: 1, openRate: 25, clickRate: 0, bounceRate: 25, deliveryRate: 100 },
        ...{ complainedCount: 0, unsubscribedCount: 0 },
      },
    })
  })

  it('lists who bounced', async () => {
    const desk = openDesk()
    desk.seed(3)
    const id = await made(desk)
    await desk.call(`POST /campaigns/${id}/send`, {})
    await becomes(desk, id, 'SENT')
    desk.service.db.prepare(`UPDATE message SET status = 'bounced', ended_at = ?`).run(noon)
    const list = (query: string) => desk.call(`GET /campaigns/${id}/recipients?${query}`)
    const first = await list('type=bounced&limit=2')
    const row = {
      emailId: expect.any(String),
      contactId: expect.any(String),
      email: expect.any(String),
      occurredAt: at(0),
    }
    const cursor = textAt(first.body, 'cursor')
    expect(first.body).toEqual({ success: true, data: [row, row], cursor, hasMore: true, total: 3 })
    expect((await list(`type=bounced&limit=2&cursor=${cursor}`)).body).toEqual({
      ...{ success: true, data: [row], hasMore: false, total: 3 },
    })
    expect((await list('type=bounced&limit=2&cursor=none')).body).toEqual(first.body)
    expect((await list('type=complained')).body).toMatchObject({ data: [], total: 0 })
    expect(await list('')).toMatchObject(invalid('type'))
  })
})
