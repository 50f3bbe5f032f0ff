import { describe, expect, it } from 'vitest'
import { call, invalid, noon, plain, textAt } from '../../deployed/stand-in/calls'
import { becomes, type Subject, subjects } from './subjects'

const whole = {
  name: 'News',
  subject: 'Hi {{name}}',
  body: '<p>Hi</p>',
  from: 'news@example.com',
  audienceType: 'ALL',
}
const minute = 60_000
const at = (ms: number) => new Date(noon + ms).toISOString()

async function made(service: Subject, body: object = {}): Promise<string> {
  return textAt((await call(service, 'POST /campaigns', { ...whole, ...body })).body, 'data', 'id')
}
const reaches = (service: Subject, id: string, status: string) =>
  becomes(service, `/campaigns/${id}`, { data: { status } })
const read = async (service: Subject, id: string) => (await call(service, `GET /campaigns/${id}`)).body

describe.each(subjects)('$name', (candidate) => {
  describe('sending campaigns (deployed.md section 5)', () => {
    it('answers that a campaign is being sent, and sends it then', async () => {
      const service = await candidate.open()
      await service.seed(30, (index) => ({ subscribed: index >= 10 }))
      const id = await made(service, { type: 'HEADLESS' })
      const sent = await call(service, `POST /campaigns/${id}/send`, {})
      expect(sent).toMatchObject({
        status: 200,
        body: {
          success: true,
          message: expect.any(String),
          data: { status: 'SENDING', sentAt: at(0), sentCount: 0, project: { name: expect.any(String) } },
        },
      })
      expect(sent.body).not.toMatchObject({ data: { segment: null } })
      await reaches(service, id, 'SENT')
      expect(await read(service, id)).toMatchObject({
        data: { totalRecipients: 20, sentCount: 20, deliveredCount: 20, sentAt: at(0) },
      })
      expect(await call(service, `POST /campaigns/${id}/send`, {})).toMatchObject(plain(400))
    })

    it('refuses a date that is none, one that is past, and nobody', async () => {
      const service = await candidate.open()
      const id = await made(service)
      const send = (body: object) => call(service, `POST /campaigns/${id}/send`, body)
      expect(await send({})).toMatchObject(plain(400))
      await service.seed(1)
      expect(await send({ scheduledFor: 'soon' })).toMatchObject(plain(400))
      expect(await send({ scheduledFor: at(-minute) })).toMatchObject(plain(400))
      expect(await send({ scheduledFor: { at: at(minute) } })).toMatchObject(plain(400))
    })

    it('takes a date in milliseconds since 1970', async () => {
      const service = await candidate.open()
      await service.seed(1)
      const id = await made(service)
      const scheduled = await call(service, `POST /campaigns/${id}/send`, { scheduledFor: noon + minute })
      expect(scheduled.body).toMatchObject({ data: { status: 'SCHEDULED', scheduledFor: at(minute) } })
    })

    it('sends a scheduled campaign at its time', async () => {
      const service = await candidate.open()
      await service.seed(2)
      const id = await made(service)
      const scheduled = await call(service, `POST /campaigns/${id}/send`, { scheduledFor: at(minute) })
      expect(scheduled.body).toMatchObject({
        data: { status: 'SCHEDULED', scheduledFor: at(minute), sentAt: null },
      })
      await service.advance(minute - 1)
      expect(await read(service, id)).toMatchObject({ data: { status: 'SCHEDULED' } })
      await service.advance(1)
      await reaches(service, id, 'SENT')
      expect(await read(service, id)).toMatchObject({ data: { sentAt: at(minute) } })
    })

    it('keeps the first time of a campaign that is sent again with another', async () => {
      const service = await candidate.open()
      await service.seed(2)
      const id = await made(service)
      await call(service, `POST /campaigns/${id}/send`, { scheduledFor: at(minute) })
      const again = await call(service, `POST /campaigns/${id}/send`, { scheduledFor: at(60 * minute) })
      expect(again.body).toMatchObject({ data: { scheduledFor: at(60 * minute) } })
      await service.advance(minute)
      await reaches(service, id, 'SENT')
    })
  })

  describe('cancelling (deployed.md section 5)', () => {
    const cancelled = (service: Subject, id: string) => call(service, `POST /campaigns/${id}/cancel`)

    it('makes a draft of a scheduled campaign again', async () => {
      const service = await candidate.open()
      await service.seed(2)
      const id = await made(service)
      expect(await cancelled(service, id)).toMatchObject(plain(400))
      await call(service, `POST /campaigns/${id}/send`, { scheduledFor: at(minute) })
      expect(await cancelled(service, id)).toMatchObject({
        status: 200,
        body: { success: true, data: { status: 'DRAFT', scheduledFor: null }, revertPending: false },
      })
      await service.advance(2 * minute)
      expect(await read(service, id)).toMatchObject({ data: { status: 'DRAFT' } })
    })
  })

  describe('what comes of a campaign (deployed.md sections 5 and 9)', () => {
    it('sends a test to members alone, with its words unfilled', async () => {
      const service = await candidate.open()
      const id = await made(service)
      const test = (email: string) => call(service, `POST /campaigns/${id}/test`, { email })
      expect(await test('stranger@other.example')).toMatchObject(plain(403))
      expect(await test('nobody')).toMatchObject(invalid('email'))
      expect(await test('operator@example.com')).toMatchObject({ status: 200, body: { success: true } })
      const last = async () => {
        await service.advance(100)
        return (await service.mails()).at(-1)
      }
      const mail = { to: 'operator@example.com', subject: '[TEST] Hi {{name}}' }
      await expect.poll(last).toMatchObject(mail)
    })

    it('counts rates in percent of what was sent', async () => {
      const service = await candidate.open()
      await service.seed(4)
      const id = await made(service)
      await call(service, `POST /campaigns/${id}/send`, {})
      await reaches(service, id, 'SENT')
      await service.settle('open', 1)
      await service.settle('open', 1)
      await service.settle('bounce', 1)
      expect((await call(service, `GET /campaigns/${id}/stats`)).body).toEqual({
        success: true,
        data: {
          ...{ totalRecipients: 4, sentCount: 4, deliveredCount: 4, openedCount: 1, clickedCount: 0 },
          ...{ bouncedCount: 1, openRate: 25, clickRate: 0, bounceRate: 25, deliveryRate: 100 },
          ...{ complainedCount: 0, unsubscribedCount: 0 },
        },
      })
    })

    it('lists who bounced', async () => {
      const service = await candidate.open()
      await service.seed(3)
      const id = await made(service)
      await call(service, `POST /campaigns/${id}/send`, {})
      await reaches(service, id, 'SENT')
      await service.settle('bounce', 3)
      const list = (query: string) => call(service, `GET /campaigns/${id}/recipients?${query}`)
      const first = await list('type=bounced&limit=2')
      const row = {
        emailId: expect.any(String),
        contactId: expect.any(String),
        email: expect.any(String),
        occurredAt: new Date(service.now()).toISOString(),
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
})
