import { describe, expect, it } from 'vitest'
import {
  campaignCountFields,
  campaignSchema,
  campaignStatsSchema,
} from '../../../src-shared/interface/campaign'
import { readAll, recordOf } from './answers'
import { nobody } from './endpoints'
import { lists } from './lists'
import { changeCampaign, conditionOn, fitting, make } from './made'
import { expectOneOf, expectRefusal } from './refusals'
import { conformance } from './suite'

conformance('4 /campaigns', (the) => {
  const post = (body: unknown) => the.service.ask('POST', '/campaigns', { body })
  const patch = (id: string, body: unknown) => changeCampaign(the.service, id, { body })
  const get = async (id: string) => recordOf(await the.service.ask('GET', `/campaigns/${id}`), campaignSchema)

  the.whereLeaving('creating and changing campaigns', () => {
    describe('POST', () => {
      it('creates a draft, for marketing unless said', async () => {
        const body = fitting.campaign(the.service)
        const answer = await post(body)
        expect([200, 201]).toContain(answer.status)
        const made = recordOf(answer, campaignSchema)
        expect(made).toMatchObject({ ...body, status: 'DRAFT', type: 'MARKETING' })
        expect(await get(made.id)).toMatchObject({ ...body, id: made.id })
      })

      it.each(['MARKETING', 'TRANSACTIONAL', 'HEADLESS'])('creates one of type %s', async (type) => {
        expect((await make.campaign(the.service, { type })).type).toBe(type)
      })

      it('keeps the optional fields', async () => {
        const more = { description: 'Of May', fromName: 'The harbour', replyTo: 'harbour@example.com' }
        expect(await get((await make.campaign(the.service, more)).id)).toMatchObject(more)
      })

      it('takes everybody as its audience', async () => {
        const made = await make.campaign(the.service, { audienceType: 'ALL', audienceCondition: undefined })
        expect(made.audienceType).toBe('ALL')
      })

      it('takes a segment as its audience', async () => {
        const { id: segmentId } = await make.staticSegment(the.service)
        const made = await make.campaign(the.service, {
          audienceType: 'SEGMENT',
          segmentId,
          audienceCondition: undefined,
        })
        expect(made).toMatchObject({ audienceType: 'SEGMENT', segmentId })
        // A segment that a campaign needs may not be deleted; what the suite creates has to be.
        const other = { audienceType: 'FILTERED', audienceCondition: conditionOn('nobody'), segmentId: null }
        expect((await patch(made.id, other)).status).toBe(200)
      })

      it('begins with every count at 0', async () => {
        const made = await make.campaign(the.service)
        for (const field of campaignCountFields.filter((name) => name !== 'totalRecipients')) {
          expect([field, made[field]]).toEqual([field, 0])
        }
      })
    })

    describe('PATCH /campaigns/:id', () => {
      it('changes what is said and nothing else', async () => {
        const made = await make.campaign(the.service)
        const changed = recordOf(await patch(made.id, { subject: 'Changed' }), campaignSchema)
        expect(changed).toMatchObject({ id: made.id, name: made.name, subject: 'Changed', status: 'DRAFT' })
        expect(await get(made.id)).toMatchObject({ subject: 'Changed', body: made.body })
      })

      it('changes the audience', async () => {
        const { id } = await make.campaign(the.service)
        const audienceCondition = conditionOn('others')
        const changed = recordOf(await patch(id, { audienceCondition }), campaignSchema)
        expect(changed.audienceCondition).toEqual(audienceCondition)
      })

      it.each([
        ['an empty subject', { subject: '' }, 'subject'],
        ['a subject of two lines', { subject: 'a\nb' }, 'subject'],
        ['a sender that is no address', { from: 'nobody' }, 'from'],
        ['a type that there is not', { type: 'OTHER' }, 'type'],
        ['a body that is no text', { body: 1 }, 'body'],
      ])('refuses %s with 422', async (_what, body, field) => {
        const { id } = await make.campaign(the.service)
        expectRefusal(the, await patch(id, body), 'VALIDATION_ERROR', field)
      })

      it('refuses an audience that then lacks its segment with 422', async () => {
        const { id } = await make.campaign(the.service)
        expectRefusal(the, await patch(id, { audienceType: 'SEGMENT' }), 'VALIDATION_ERROR', 'segmentId')
      })
    })

    it('GET lists campaigns as they are read one by one', async () => {
      const made = await make.campaign(the.service)
      const listed = (await readAll(the.service, lists.campaigns)).find(({ id }) => id === made.id)
      expect(listed).toMatchObject({
        id: made.id,
        name: made.name,
        status: 'DRAFT',
        audienceType: 'FILTERED',
      })
    })

    it('GET /campaigns/:id/stats gives the counts, and shares from 0 to 1', async () => {
      const { id } = await make.campaign(the.service)
      const stats = recordOf(await the.service.ask('GET', `/campaigns/${id}/stats`), campaignStatsSchema)
      for (const field of campaignCountFields) expect(stats[field], field).toBe(0)
      expect([stats.openRate, stats.clickRate, stats.bounceRate]).toEqual([0, 0, 0])
    })

    it.each([
      ['no address', {}],
      ['something that is no address', { email: 'nobody' }],
      ['a list', { email: ['a@example.com'] }],
    ])('POST /campaigns/:id/test refuses %s with 422', async (_what, body) => {
      const { id } = await make.campaign(the.service)
      const answer = await the.service.ask('POST', `/campaigns/${id}/test`, { body })
      expectRefusal(the, answer, 'VALIDATION_ERROR', 'email')
    })

    it.each([
      ['a text that is no time', { scheduledFor: 'tomorrow' }],
      ['a number', { scheduledFor: 1 }],
      ['a time without a zone', { scheduledFor: '2099-01-01T00:00:00' }],
    ])('POST /campaigns/:id/send refuses %s with 422', async (_what, body) => {
      const { id } = await make.campaign(the.service)
      const answer = await the.service.ask('POST', `/campaigns/${id}/send`, { body })
      expectRefusal(the, answer, 'VALIDATION_ERROR', 'scheduledFor')
      expect((await get(id)).status).toBe('DRAFT')
    })
  })

  the.whereSending('a test message of a campaign', () => {
    it('POST /campaigns/:id/test sends one message and leaves the campaign a draft', async () => {
      const made = await make.campaign(the.service)
      const body = { email: the.service.recipient }
      expect((await the.service.ask('POST', `/campaigns/${made.id}/test`, { body })).status).toBeLessThan(300)
      const after = await get(made.id)
      expect([after.status, after.sentCount]).toEqual(['DRAFT', 0])
    })
  })

  describe('POST refuses, and creates nothing,', () => {
    const bodyWith = (more: object) => ({ ...fitting.campaign(the.service), from: 'a@example.com', ...more })

    it.each(['name', 'subject', 'body', 'from', 'audienceType'])('one without %s with 422', async (field) => {
      expectRefusal(the, await post(bodyWith({ [field]: undefined })), 'VALIDATION_ERROR', field)
    })

    it.each([
      ['a segment audience without a segment', { audienceType: 'SEGMENT' }, 'segmentId'],
      ['a filtered audience without a condition', { audienceCondition: undefined }, 'audienceCondition'],
      ['an audience that there is not', { audienceType: 'SOME' }, 'audienceType'],
      ['a type that there is not', { type: 'OTHER' }, 'type'],
      ['a sender that is no address', { from: 'nobody' }, 'from'],
      ['a sender of two lines', { from: 'a@example.com\r\nBcc: b@example.com' }, 'from'],
      ['a subject of two lines', { subject: 'a\r\nBcc: b@example.com' }, 'subject'],
      ['a sender name of two lines', { fromName: 'a\nb' }, 'fromName'],
      ['an empty name', { name: '' }, 'name'],
      ['a number as subject', { subject: 1 }, 'subject'],
      ['a reply-to that is no address', { replyTo: 'nobody' }, 'replyTo'],
      ['a malformed condition', { audienceCondition: { logic: 'AND' } }, 'audienceCondition.groups'],
    ])('%s with 422', async (_what, more, field) => {
      expectRefusal(the, await post(bodyWith(more)), 'VALIDATION_ERROR', field)
    })

    it('a segment that there is not', async () => {
      expectOneOf(await post(bodyWith({ audienceType: 'SEGMENT', segmentId: nobody })), 400, 403, 404, 422)
    })
  })

  it.each([
    ['GET', '', undefined],
    ['PATCH', '', {}],
    ['POST', '/send', {}],
    ['POST', '/cancel', undefined],
    ['POST', '/test', { email: 'a@example.com' }],
    ['GET', '/stats', undefined],
  ])('%s /campaigns/:id%s of an unknown id is 404', async (method, rest, body) => {
    for (const id of [nobody, 'cmp_0000000000', 'nonsense', '1']) {
      const changing = method === 'PATCH'
      const answer = await (changing
        ? patch(id, body)
        : the.service.ask(method, `/campaigns/${id}${rest}`, { body }))
      expectRefusal(the, answer, 'RESOURCE_NOT_FOUND')
    }
  })
})
