import { describe, expect, it } from 'vitest'
import { call, invalid, plain, standard, textAt } from '../../deployed/stand-in/calls'
import { holds, type Subject, subjects } from './subjects'

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

async function made(service: Subject, body: object = {}): Promise<string> {
  return textAt((await call(service, 'POST /campaigns', { ...whole, ...body })).body, 'data', 'id')
}
const later = (service: Subject) => new Date(service.now() + minute).toISOString()

describe.each(subjects)('$name', (candidate) => {
  describe('writing campaigns (deployed.md section 5)', () => {
    holds(
      candidate,
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
          body: { ...whole, subject: '{% if %}' },
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
                ...{ description: null, fromName: null, replyTo: null, audienceCondition: null },
                ...{ segmentId: null, scheduledFor: null, sentAt: null },
                ...{ complainedCount: 0, unsubscribedCount: 0, projectId: expect.any(String) },
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
        { says: 'has no such status', asks: 'GET /campaigns?status=LOST', answers: plain(400) },
      ],
      async (service) => {
        await service.seed(3, (index) => ({ subscribed: index > 0 }))
      },
    )

    it.each([
      ['TRANSACTIONAL', 'everybody', 4],
      ['MARKETING', 'who is subscribed', 3],
      ['HEADLESS', 'who is subscribed', 3],
    ])('counts for %s %s', async (type, _who, totalRecipients) => {
      const service = await candidate.open()
      await service.seed(4, (index) => ({ subscribed: index > 0 }))
      expect((await call(service, 'POST /campaigns', { ...whole, type })).body).toMatchObject({
        data: { totalRecipients },
      })
    })

    it('shows the segment whole when it is read or listed, and null where there is none', async () => {
      const service = await candidate.open()
      await service.seed(3)
      const segmentId = textAt(
        (await call(service, 'POST /segments', { name: 'Pro', condition: pro })).body,
        'id',
      )
      const id = await made(service, { audienceType: 'SEGMENT', segmentId })
      const data = { totalRecipients: 1, segment: { id: segmentId, name: 'Pro', condition: pro } }
      expect(await call(service, `GET /campaigns/${id}`)).toMatchObject({ status: 200, body: { data } })
      await made(service)
      const { body } = await call(service, 'GET /campaigns')
      expect(body).toMatchObject({ data: [{ segment: null }, data], total: 2, page: 1, pageSize: 20 })
    })

    it('is listed by pages without a maximum, by status, and by a text in name, subject or sender', async () => {
      const service = await candidate.open()
      await made(service)
      expect((await call(service, 'GET /campaigns?pageSize=5000')).body).toMatchObject({
        pageSize: 5000,
        total: 1,
      })
      expect((await call(service, 'GET /campaigns?status=SENT')).body).toMatchObject({ total: 0 })
      expect((await call(service, 'GET /campaigns?search=NEWS@exam')).body).toMatchObject({ total: 1 })
    })

    it('is changed by PUT, in any part, and counts again', async () => {
      const service = await candidate.open()
      await service.seed(3)
      const id = await made(service)
      const put = (body: object) => call(service, `PUT /campaigns/${id}`, body)
      expect(await put({ audienceType: 'FILTERED', audienceCondition: pro })).toMatchObject({
        status: 200,
        body: { success: true, data: { totalRecipients: 1, subject: 'Hi', audienceCondition: pro } },
      })
      expect(await put({ audienceType: 'SEGMENT' })).toMatchObject(plain(400))
      expect(await put({ audienceType: 'FILTERED' })).toMatchObject(plain(400))
      expect(await put({ audienceType: 'SEGMENT', segmentId: null })).toMatchObject(plain(400))
      expect(await put({ audienceType: 'FILTERED', audienceCondition: null })).toMatchObject(plain(400))
      expect(await put({ audienceCondition: '' })).toMatchObject(plain(400))
      expect(await put({ segmentId: '' })).toMatchObject(plain(404))
      expect(await put({ from: '' })).toMatchObject(plain(400))
      expect(await put({ description: null, segmentId: null })).toMatchObject({ status: 200 })
      expect(await put({ segmentId: nobody })).toMatchObject(plain(404))
      expect(await put({ type: 'LOUD' })).toMatchObject(plain(500))
      expect(await put({ subject: 5 })).toMatchObject(plain(500))
    })

    it('changes no segment of a scheduled campaign, does not count it again, and changes nothing of a sent one', async () => {
      const service = await candidate.open()
      await service.seed(3)
      const id = await made(service)
      await call(service, `POST /campaigns/${id}/send`, { scheduledFor: later(service) })
      const put = (body: object) => call(service, `PUT /campaigns/${id}`, body)
      expect(await put({ segmentId: null })).toMatchObject(plain(400))
      const filtered = await put({ audienceType: 'FILTERED', audienceCondition: pro })
      expect(filtered.body).toMatchObject({ data: { totalRecipients: 3 } })
      await call(service, `POST /campaigns/${id}/send`, {})
      expect(await put({ name: 'Other' })).toMatchObject(plain(400))
    })

    it('copies a campaign as a draft, and deletes drafts alone', async () => {
      const service = await candidate.open()
      await service.seed(1)
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

    it('deletes many drafts where that is asked for, and all of them or none', async () => {
      const service = await candidate.open()
      await service.seed(1)
      const ids = [await made(service), await made(service)]
      const many = (body: object) => call(service, 'POST /campaigns/bulk-update', body)
      expect(await many({ ids })).toMatchObject({ status: 200, body: { deleted: 0 } })
      expect(await many({ ids: [...ids, nobody], delete: true })).toMatchObject(plain(404))
      expect((await call(service, 'GET /campaigns')).body).toMatchObject({ total: 2 })
      expect(await many({ ids, delete: true })).toMatchObject({ status: 200, body: { deleted: 2 } })
      expect((await call(service, 'GET /campaigns')).body).toMatchObject({ total: 0 })
    })

    it('keeps archived campaigns out of the list, and none that is on its way', async () => {
      const service = await candidate.open()
      await service.seed(1)
      const id = await made(service)
      expect((await call(service, `POST /campaigns/${id}/archive`)).body).toMatchObject({
        data: { archived: true },
      })
      expect((await call(service, 'GET /campaigns')).body).toMatchObject({ total: 0, archivedCount: 1 })
      expect((await call(service, 'GET /campaigns?archived=true')).body).toMatchObject({ total: 1 })
      await call(service, `POST /campaigns/${id}/unarchive`)
      await call(service, `POST /campaigns/${id}/send`, { scheduledFor: later(service) })
      expect(await call(service, `POST /campaigns/${id}/archive`)).toMatchObject(plain(400))
      expect(await call(service, 'POST /campaigns/bulk-update', { ids: [id], delete: true })).toMatchObject(
        plain(400),
      )
    })
  })
})
