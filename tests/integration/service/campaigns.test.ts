import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { campaignCountFields, campaignSchema } from '../../../src-shared/interface/campaign'
import { addPeople, type CampaignService, fitting, openForCampaigns } from './campaign-setup'
import { errorOf } from './open'

const condition = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'data.city', operator: 'equals', value: 'Hull' }] }],
}
const identified = z.object({ id: z.string() })

describe('/campaigns', () => {
  let service: CampaignService
  let segmentId = ''
  beforeAll(async () => {
    service = await openForCampaigns()
    await addPeople(service.stored, 3)
    const { body } = await service.ask('POST', '/segments', { body: { name: 'Hull', type: 'STATIC' } })
    segmentId = identified.parse(body).id
  })
  afterAll(async () => {
    expect(service.failures).toEqual([])
    await service.stop()
  })

  const post = (more: Record<string, unknown>) =>
    service.ask('POST', '/campaigns', { body: { ...fitting, ...more } })
  const patch = (id: string, body: unknown) => service.ask('PATCH', `/campaigns/${id}`, { body })

  describe('POST', () => {
    it('creates a draft with all its counts, and leaves out what it does not have', async () => {
      const { status, body } = await post({})
      expect(status).toBe(201)
      expect(body).toEqual({
        ...fitting,
        id: expect.stringMatching(/^cmp_[0-9a-z]{10}$/),
        type: 'MARKETING',
        status: 'DRAFT',
        ...Object.fromEntries(campaignCountFields.map((field) => [field, 0])),
        createdAt: new Date(service.clock.now()).toISOString(),
        updatedAt: new Date(service.clock.now()).toISOString(),
      })
    })

    it('keeps everything that is said', async () => {
      const said = {
        description: 'Of May',
        fromName: 'The harbour',
        replyTo: 'desk@mail.example',
        type: 'HEADLESS',
        audienceType: 'FILTERED',
        audienceCondition: condition,
      }
      const { id } = await service.create(said)
      expect(await service.read(id)).toMatchObject({ ...fitting, ...said })
    })

    it('takes a segment as its audience', async () => {
      const made = await service.create({ audienceType: 'SEGMENT', segmentId })
      expect(await service.read(made.id)).toMatchObject({ audienceType: 'SEGMENT', segmentId })
    })

    it('takes a sender whose domain is not verified: it is a draft', async () => {
      expect((await post({ from: 'a@elsewhere.example' })).status).toBe(201)
    })

    it.each([
      ['no name', { name: undefined }, 'name'],
      ['an empty subject', { subject: '' }, 'subject'],
      ['a subject of two lines', { subject: 'a\r\nBcc: b@example.com' }, 'subject'],
      ['a sender name of two lines', { fromName: 'a\nb' }, 'fromName'],
      ['a sender that is no address', { from: 'news' }, 'from'],
      ['a reply-to of two lines', { replyTo: 'a@b.example\nBcc: c@d.example' }, 'replyTo'],
      ['no body', { body: undefined }, 'body'],
      ['a type that there is not', { type: 'OTHER' }, 'type'],
      ['no audience', { audienceType: undefined }, 'audienceType'],
      ['a segment audience without a segment', { audienceType: 'SEGMENT' }, 'segmentId'],
      ['a segment that there is not', { audienceType: 'SEGMENT', segmentId: 'seg_0000000000' }, 'segmentId'],
      ['a filtered audience without a condition', { audienceType: 'FILTERED' }, 'audienceCondition'],
      ['a condition beside an audience of all', { audienceCondition: condition }, 'audienceCondition'],
      ['a segment beside an audience of all', { segmentId: 'seg_0000000000' }, 'segmentId'],
    ])('refuses %s with 422', async (_what, more, field) => {
      expect(errorOf(await post(more))).toEqual({ status: 422, code: 'VALIDATION_ERROR', fields: [field] })
    })

    it('refuses a condition that asks for members of a segment there is not', async () => {
      const filters = [{ field: 'email', operator: 'memberOfSegment', value: 'seg_0000000000' }]
      const audienceCondition = { logic: 'AND', groups: [{ filters }] }
      expect(errorOf(await post({ audienceType: 'FILTERED', audienceCondition }))).toMatchObject({
        status: 422,
        fields: ['audienceCondition.groups.0.filters.0.value'],
      })
    })

    it.each(['', '{', 'null,'])('refuses the malformed body %j with 400', async (text) => {
      expect(errorOf(await service.ask('POST', '/campaigns', { text }))).toMatchObject({ status: 400 })
    })

    it('does not take state, counts or times from outside', async () => {
      const made = await service.create({
        status: 'SENT',
        sentCount: 9,
        scheduledFor: '2099-01-01T00:00:00Z',
      })
      expect(made).toMatchObject({ status: 'DRAFT', sentCount: 0 })
      expect(made).not.toHaveProperty('scheduledFor')
    })
  })

  describe('PATCH', () => {
    it('changes what is said and nothing else', async () => {
      const { id, ...before } = await service.create({ description: 'Of May' })
      await service.clock.advance(5000)
      const { status, body } = await patch(id, { subject: 'Changed' })
      expect(status).toBe(200)
      const updatedAt = new Date(service.clock.now()).toISOString()
      expect(body).toEqual({ id, ...before, subject: 'Changed', updatedAt })
    })

    it('does not touch updatedAt when nothing changes', async () => {
      const { id, updatedAt } = await service.create({ description: 'Of May' })
      await service.clock.advance(5000)
      expect((await patch(id, { description: 'Of May' })).body).toMatchObject({ updatedAt })
    })

    it('clears with null what is optional', async () => {
      const { id } = await service.create({ description: 'a', fromName: 'b', replyTo: 'c@d.example' })
      const { body } = await patch(id, { description: null, fromName: null, replyTo: null })
      for (const field of ['description', 'fromName', 'replyTo']) expect(body).not.toHaveProperty(field)
    })

    it('takes back what the service sent', async () => {
      const made = await service.create({ audienceType: 'SEGMENT', segmentId })
      const { status, body } = await patch(made.id, made)
      expect([status, body]).toEqual([200, made])
    })

    it('drops what belonged to another kind of audience', async () => {
      const { id } = await service.create({ audienceType: 'SEGMENT', segmentId })
      expect((await patch(id, { audienceType: 'ALL' })).body).not.toHaveProperty('segmentId')
      expect(errorOf(await patch(id, { audienceType: 'SEGMENT' }))).toMatchObject({ fields: ['segmentId'] })
    })

    it.each([
      ['a segment audience that lacks its segment', { audienceType: 'SEGMENT' }, 'segmentId'],
      ['a filtered audience that lacks its condition', { audienceType: 'FILTERED' }, 'audienceCondition'],
      ['a segment beside an audience of all', { segmentId: 'seg_0000000000' }, 'segmentId'],
      ['a start of a draft', { scheduledFor: '2099-01-01T00:00:00Z' }, 'scheduledFor'],
      ['a subject of null', { subject: null }, 'subject'],
    ])('refuses %s with 422', async (_what, body, field) => {
      const made = await service.create()
      expect(errorOf(await patch(made.id, body))).toMatchObject({ status: 422, fields: [field] })
      expect(await service.read(made.id)).toEqual(made)
    })

    it('moves the start of a scheduled campaign, and its content', async () => {
      const { id } = await service.inState('SCHEDULED')
      const scheduledFor = new Date(service.clock.now() + 7_200_000).toISOString()
      expect((await patch(id, { scheduledFor, subject: 'Later' })).body).toMatchObject({
        status: 'SCHEDULED',
        scheduledFor,
        subject: 'Later',
      })
    })

    it.each([
      ['in the past', '2001-01-01T00:00:00Z'],
      ['of null', null],
      ['that is no time', 'soon'],
    ])('refuses a start %s of a scheduled campaign with 422', async (_what, scheduledFor) => {
      const { id } = await service.inState('SCHEDULED')
      expect(errorOf(await patch(id, { scheduledFor }))).toMatchObject({
        status: 422,
        fields: ['scheduledFor'],
      })
    })

    it('of a method that this dialect does not know is 404', async () => {
      const { id } = await service.create()
      expect((await service.ask('PUT', `/campaigns/${id}`, { body: {} })).status).toBe(404)
      expect((await service.ask('DELETE', `/campaigns/${id}`)).status).toBe(404)
    })
  })

  describe('POST /send', () => {
    it.each([
      ['no body', {}],
      ['an empty text', { text: '' }],
      ['null', { text: ' null\n' }],
      ['an empty object', { body: {} }],
      ['no time', { body: { scheduledFor: null } }],
    ])('sends now with %s', async (_what, question) => {
      const { id } = await service.create()
      const { status, body } = await service.ask('POST', `/campaigns/${id}/send`, question)
      expect(status).toBe(200)
      expect(body).toMatchObject({ id, status: 'SENDING', totalRecipients: 3 })
      await service.cancel(id)
    })

    it('schedules with a time in the future', async () => {
      const { id } = await service.create()
      const { status, body } = await service.send(id, { scheduledFor: '2027-02-03T04:05:06+02:00' })
      expect(status).toBe(200)
      expect(body).toMatchObject({ status: 'SCHEDULED', scheduledFor: '2027-02-03T02:05:06.000Z' })
    })

    it.each([
      ['a time that has passed', { scheduledFor: '2020-01-01T00:00:00Z' }],
      ['a text that is no time', { scheduledFor: 'tomorrow' }],
      ['a day that no calendar has', { scheduledFor: '2027-02-30T00:00:00Z' }],
      ['a time without a zone', { scheduledFor: '2099-01-01T00:00:00' }],
      ['a number', { scheduledFor: 4_102_444_800_000 }],
    ])('refuses %s with 422', async (_what, body) => {
      const { id } = await service.create()
      expect(errorOf(await service.send(id, body))).toMatchObject({ status: 422, fields: ['scheduledFor'] })
      expect((await service.read(id)).status).toBe('DRAFT')
    })

    it.each([
      ['a misspelt field', { text: '{"scheduledfor": "2099-01-01T00:00:00Z"}' }, 422],
      ['a list', { text: '[]' }, 422],
      ['a text', { text: '"now"' }, 422],
      ['malformed JSON', { text: '{"scheduledFor": ' }, 400],
    ])('does not take %s for nothing', async (_what, question, status) => {
      const { id } = await service.create()
      expect(errorOf(await service.ask('POST', `/campaigns/${id}/send`, question))).toMatchObject({ status })
      expect((await service.read(id)).status).toBe('DRAFT')
    })

    it.each([
      ['now', {}],
      ['later', { scheduledFor: '2099-01-01T00:00:00Z' }],
    ])('refuses to send %s from a domain that is not verified', async (_when, body) => {
      const { id } = await service.create({ from: 'a@elsewhere.example' })
      expect(errorOf(await service.send(id, body))).toEqual({
        status: 422,
        code: 'VALIDATION_ERROR',
        fields: ['from'],
      })
      expect((await service.read(id)).status).toBe('DRAFT')
    })

    it('refuses an audience of nobody', async () => {
      const { id } = await service.create({ audienceType: 'FILTERED', audienceCondition: condition })
      expect(errorOf(await service.send(id))).toEqual({
        status: 422,
        code: 'VALIDATION_ERROR',
        fields: ['audienceType'],
      })
      expect(await service.read(id)).toMatchObject({ status: 'DRAFT', totalRecipients: 0 })
    })

    it('refuses a segment that was deleted', async () => {
      const { body } = await service.ask('POST', '/segments', {
        body: { name: 'Short-lived', type: 'STATIC' },
      })
      const segment = identified.parse(body).id
      const { id } = await service.create({ audienceType: 'SEGMENT', segmentId: segment })
      await service.stored.change("DELETE FROM segment WHERE name = 'Short-lived'")
      for (const wish of [{}, { scheduledFor: '2099-01-01T00:00:00Z' }]) {
        expect(errorOf(await service.send(id, wish))).toMatchObject({ status: 422, fields: ['segmentId'] })
      }
    })

    it('is done once by two at the same time', async () => {
      const { id } = await service.create()
      const answers = await Promise.all([service.send(id), service.send(id)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      await service.cancel(id)
    })
  })

  describe('POST /cancel', () => {
    it('answers with the cancelled campaign', async () => {
      const { id } = await service.inState('SCHEDULED')
      const { status, body } = await service.cancel(id)
      expect(status).toBe(200)
      expect(campaignSchema.parse(body)).toMatchObject({ id, status: 'CANCELLED' })
      expect(body).not.toHaveProperty('cancelReason')
    })
  })

  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['POST', '/send'],
    ['POST', '/cancel'],
    ['POST', '/test'],
    ['GET', '/stats'],
  ])('%s /campaigns/:id%s of an unknown id is 404', async (method, rest) => {
    const body = method === 'GET' ? undefined : { email: 'a@people.example' }
    const sent = rest === '/send' ? {} : body
    for (const id of ['cmp_0000000000', 'tpl_7h2kq9w4x1', 'nonsense', '%00', '1']) {
      expect(errorOf(await service.ask(method, `/campaigns/${id}${rest}`, { body: sent }))).toMatchObject({
        status: 404,
        code: 'RESOURCE_NOT_FOUND',
      })
    }
  })

  it.each([
    ['GET', ''],
    ['POST', ''],
    ['POST', '/cmp_0000000000/send'],
  ])('%s /campaigns%s takes the secret key only', async (method, rest) => {
    const body = method === 'POST' ? {} : undefined
    const ask = (key: string | null) => service.ask(method, `/campaigns${rest}`, { body, key })
    expect((await ask(null)).status).toBe(401)
    expect((await ask(service.publicKey)).status).toBe(401)
  })
})
