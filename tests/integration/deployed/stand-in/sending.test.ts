import { describe, expect, it } from 'vitest'
import type { DeployedService } from '../../../fixtures/deployed-service/start'
import { call, invalid, noon, plain, started, textAt } from './calls'

const whole = {
  name: 'News',
  subject: 'Hi {{name}}',
  body: '<p>Hi</p>',
  from: 'news@example.com',
  audienceType: 'ALL',
}
const minute = 60_000
const at = (ms: number) => new Date(noon + ms).toISOString()

async function made(service: DeployedService, body: object = {}): Promise<string> {
  return textAt((await call(service, 'POST /campaigns', { ...whole, ...body })).body, 'data', 'id')
}

const read = async (service: DeployedService, id: string) =>
  (await call(service, `GET /campaigns/${id}`)).body

describe('sending campaigns (deployed.md section 5)', () => {
  it('answers that a campaign is being sent, and sends it then', async () => {
    const service = await started()
    service.seed(700, (index) => ({ subscribed: index >= 100 }))
    const id = await made(service, { type: 'HEADLESS' })
    const sent = await call(service, `POST /campaigns/${id}/send`, {})
    expect(sent).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: expect.any(String),
        data: { status: 'SENDING', sentAt: at(0), sentCount: 0, project: { name: 'Example' } },
      },
    })
    expect(sent.body).not.toMatchObject({ data: { segment: null } })
    expect(await read(service, id)).toMatchObject({
      data: { status: 'SENT', totalRecipients: 600, sentCount: 600, deliveredCount: 600 },
    })
    expect(await call(service, `POST /campaigns/${id}/send`, {})).toMatchObject(plain(400))
  })

  it('evaluates the audience of each batch when it is queued', async () => {
    const service = await started({ sending: 'in steps' })
    const people = service.seed(600)
    const id = await made(service)
    await call(service, `POST /campaigns/${id}/send`, {})
    service.queueBatch()
    expect(service.state.emails.all()).toHaveLength(500)
    // The oldest are queued first.
    await call(service, `PATCH /contacts/${people[0]?.id}`, { subscribed: false })
    expect(await read(service, id)).toMatchObject({ data: { status: 'SENDING', totalRecipients: 600 } })
    service.queueBatch()
    expect(await read(service, id)).toMatchObject({
      data: { status: 'SENDING', totalRecipients: 599, sentCount: 0 },
    })
    service.sendEmails(100)
    expect(await read(service, id)).toMatchObject({ data: { status: 'SENDING', sentCount: 100 } })
    service.sendEmails()
    expect(await read(service, id)).toMatchObject({ data: { status: 'SENT', sentCount: 599 } })
  })

  it('counts a campaign as sent whose other emails failed', async () => {
    const service = await started({ undeliverable: (address) => address.startsWith('person1@') })
    service.seed(3)
    const id = await made(service)
    await call(service, `POST /campaigns/${id}/send`, {})
    expect(await read(service, id)).toMatchObject({
      data: { status: 'SENT', totalRecipients: 3, sentCount: 2 },
    })
  })

  it('refuses a date that is none, one that is past, nobody, and more than was paid for', async () => {
    const service = await started()
    const id = await made(service)
    const send = (body: object) => call(service, `POST /campaigns/${id}/send`, body)
    expect(await send({})).toMatchObject(plain(400))
    service.seed(1)
    expect(await send({ scheduledFor: 'soon' })).toMatchObject(plain(400))
    expect(await send({ scheduledFor: at(-minute) })).toMatchObject(plain(400))
    service.state.project.overQuota = true
    expect(await send({})).toMatchObject(plain(403))
  })

  it('sends a scheduled campaign at its time', async () => {
    const clock = { now: noon }
    const service = await started({}, clock)
    service.seed(2)
    const id = await made(service)
    const scheduled = await call(service, `POST /campaigns/${id}/send`, { scheduledFor: at(minute) })
    expect(scheduled.body).toMatchObject({
      data: { status: 'SCHEDULED', scheduledFor: at(minute), sentAt: null },
    })
    expect(await read(service, id)).toMatchObject({ data: { status: 'SCHEDULED' } })
    clock.now += minute
    await call(service, 'GET /campaigns')
    expect(await read(service, id)).toMatchObject({ data: { status: 'SENT', sentAt: at(minute) } })
  })

  it('keeps the first time of a campaign that is sent again with another', async () => {
    const clock = { now: noon }
    const service = await started({}, clock)
    service.seed(2)
    const id = await made(service)
    await call(service, `POST /campaigns/${id}/send`, { scheduledFor: at(minute) })
    const again = await call(service, `POST /campaigns/${id}/send`, { scheduledFor: at(60 * minute) })
    expect(again.body).toMatchObject({ data: { scheduledFor: at(60 * minute) } })
    clock.now += minute
    await call(service, 'GET /campaigns')
    expect(await read(service, id)).toMatchObject({ data: { status: 'SENT' } })
  })
})

describe('cancelling (deployed.md section 5)', () => {
  const cancelled = (service: DeployedService, id: string) => call(service, `POST /campaigns/${id}/cancel`)

  it('makes a draft of a scheduled campaign again', async () => {
    const service = await started()
    service.seed(2)
    const id = await made(service)
    expect(await cancelled(service, id)).toMatchObject(plain(400))
    await call(service, `POST /campaigns/${id}/send`, { scheduledFor: at(minute) })
    expect(await cancelled(service, id)).toMatchObject({
      status: 200,
      body: { success: true, data: { status: 'DRAFT', scheduledFor: null }, revertPending: false },
    })
  })

  it('clears what was queued before it makes a draft again', async () => {
    const service = await started({ sending: 'in steps' })
    service.seed(2)
    const id = await made(service)
    await call(service, `POST /campaigns/${id}/send`, {})
    service.queueBatch()
    expect((await cancelled(service, id)).body).toMatchObject({
      data: { status: 'CANCELLED' },
      revertPending: true,
    })
    expect((await cancelled(service, id)).body).toMatchObject({
      data: { status: 'CANCELLED' },
      revertPending: true,
    })
    service.clearCancelled()
    expect(await read(service, id)).toMatchObject({ data: { status: 'DRAFT', sentAt: null } })
    expect(service.state.emails.all()).toEqual([])
    expect(service.sendEmails()).toBe(2)
    expect(await read(service, id)).toMatchObject({ data: { sentCount: 0 } })
  })

  it('leaves a campaign cancelled of which something was sent, and says so again', async () => {
    const service = await started({ sending: 'in steps' })
    service.seed(2)
    const id = await made(service)
    await call(service, `POST /campaigns/${id}/send`, {})
    service.queueBatch()
    service.sendEmails(1)
    expect((await cancelled(service, id)).body).toMatchObject({
      data: { status: 'CANCELLED' },
      revertPending: false,
    })
    service.sendEmails()
    expect(await read(service, id)).toMatchObject({ data: { status: 'CANCELLED', sentCount: 1 } })
    expect((await cancelled(service, id)).status).toBe(200)
  })

  it('always leaves it cancelled in spring', async () => {
    const service = await started({ generation: 'spring' })
    service.seed(2)
    const id = await made(service)
    await call(service, `POST /campaigns/${id}/send`, { scheduledFor: at(minute) })
    expect((await cancelled(service, id)).body).toMatchObject({ data: { status: 'CANCELLED' } })
    expect(await cancelled(service, id)).toMatchObject(plain(400))
  })
})

describe('what comes of a campaign (deployed.md sections 5 and 9)', () => {
  it('sends a test to members alone, with its words unfilled', async () => {
    const service = await started()
    const id = await made(service)
    const test = (email: string) => call(service, `POST /campaigns/${id}/test`, { email })
    expect(await test('stranger@example.com')).toMatchObject(plain(403))
    expect(await test('nobody')).toMatchObject(invalid('email'))
    expect(await test('operator@example.com')).toMatchObject({ status: 200, body: { success: true } })
    expect(service.state.testMails).toMatchObject([
      { email: 'operator@example.com', subject: '[TEST] Hi {{name}}' },
    ])
  })

  it('counts rates in percent of what was sent', async () => {
    const service = await started()
    service.seed(4)
    const id = await made(service)
    await call(service, `POST /campaigns/${id}/send`, {})
    const [first, second] = service.state.emails.all()
    service.settleEmail(first?.id ?? '', 'open')
    service.settleEmail(first?.id ?? '', 'open')
    service.settleEmail(second?.id ?? '', 'bounce')
    expect((await call(service, `GET /campaigns/${id}/stats`)).body).toEqual({
      success: true,
      data: {
        ...{
          totalRecipients: 4,
          sentCount: 4,
          deliveredCount: 4,
          openedCount: 1,
          clickedCount: 0,
          bouncedCount: 1,
        },
        ...{
          openRate: 25,
          clickRate: 0,
          bounceRate: 25,
          deliveryRate: 100,
          complainedCount: 0,
          unsubscribedCount: 0,
        },
      },
    })
  })

  it('unsubscribes who bounced or complained, without an event of that', async () => {
    const service = await started()
    const [person] = service.seed(1)
    const id = await made(service)
    await call(service, `POST /campaigns/${id}/send`, {})
    service.settleEmail(service.state.emails.all()[0]?.id ?? '', 'complaint')
    expect(person).toMatchObject({ subscribed: false })
    const names = service.state.events.all().map(({ name }) => name)
    expect(names).toEqual(['email.sent', 'email.delivery', 'email.complaint'])
  })

  it('lists who bounced or complained', async () => {
    const service = await started()
    service.seed(3)
    const id = await made(service)
    await call(service, `POST /campaigns/${id}/send`, {})
    for (const email of service.state.emails.all()) service.settleEmail(email.id, 'bounce')
    const list = (query: string) => call(service, `GET /campaigns/${id}/recipients?${query}`)
    const first = await list('type=bounced&limit=2')
    const row = {
      emailId: expect.any(String),
      contactId: expect.any(String),
      email: expect.any(String),
      occurredAt: at(0),
    }
    expect(first.body).toEqual({
      success: true,
      data: [row, row],
      cursor: textAt(first.body, 'cursor'),
      hasMore: true,
      total: 3,
    })
    const rest = await list(`type=bounced&limit=2&cursor=${textAt(first.body, 'cursor')}`)
    expect(rest.body).toEqual({ success: true, data: [row], hasMore: false, total: 3 })
    expect((await list('type=bounced&limit=2&cursor=none')).body).toEqual(first.body)
    expect((await list('type=complained')).body).toMatchObject({ data: [], total: 0 })
    expect(await list('')).toMatchObject(invalid('type'))
  })
})
