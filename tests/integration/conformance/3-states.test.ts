import { describe, expect, it } from 'vitest'
import { campaignSchema, campaignStatsSchema } from '../../../src-shared/interface/campaign'
import { until } from '../../fixtures/until'
import { recordOf } from './answers'
import { changeCampaign, conditionOn, make } from './made'
import { expectOneOf, expectRefusal } from './refusals'
import { type Subject, uniqueName } from './subject'
import { conformance } from './suite'

const farOff = '2099-01-01T00:00:00.000Z'

/** Contacts that a campaign goes to; `more` by their number. */
async function audience(service: Subject, count: number, more: (at: number) => object = () => ({})) {
  const tag = uniqueName('audience')
  for (let at = 0; at < count; at++) await make.contact(service, { ...more(at), data: { conformance: tag } })
  return { audienceCondition: conditionOn(tag) }
}

// interface.md section 3 gives the moves (send, schedule, cancel); wire.md, "Campaign", gives the states.
conformance('3 States of a campaign', (the) => {
  const get = async (id: string) => recordOf(await the.service.ask('GET', `/campaigns/${id}`), campaignSchema)
  const send = (id: string, body?: unknown) => the.service.ask('POST', `/campaigns/${id}/send`, { body })
  const cancel = (id: string) => the.service.ask('POST', `/campaigns/${id}/cancel`)
  const patch = (id: string, body: unknown) => changeCampaign(the.service, id, { body })
  const sent = (id: string) =>
    until(
      () => get(id),
      ({ status }) => status === 'SENT',
    )

  const draft = () => make.campaign(the.service)
  async function scheduled() {
    const made = await draft()
    expect((await send(made.id, { scheduledFor: farOff })).status).toBeLessThan(300)
    return made
  }
  async function cancelled() {
    const made = await scheduled()
    expect((await cancel(made.id)).status).toBeLessThan(300)
    return made
  }

  the.whereLeaving('drafts, scheduled and cancelled campaigns', () => {
    it('DRAFT becomes SCHEDULED', async () => {
      const { id } = await scheduled()
      const { status, scheduledFor } = await get(id)
      expect([status, new Date(scheduledFor ?? 0).toISOString()]).toEqual(['SCHEDULED', farOff])
    })

    it('SCHEDULED becomes CANCELLED', async () => {
      const { id } = await cancelled()
      expect(await get(id)).toMatchObject({ status: 'CANCELLED', sentCount: 0 })
    })

    it('DRAFT and SCHEDULED can be changed', async () => {
      for (const { id } of [await draft(), await scheduled()]) {
        const { status } = await get(id)
        expect((await patch(id, { subject: 'Changed' })).status).toBe(200)
        expect(await get(id)).toMatchObject({ subject: 'Changed', status })
      }
    })

    it('DRAFT cannot be cancelled: 409', async () => {
      const { id } = await draft()
      expectRefusal(the, await cancel(id), 'CONFLICT')
      expect((await get(id)).status).toBe('DRAFT')
    })

    it('SCHEDULED cannot be sent again: 409', async () => {
      const { id } = await scheduled()
      expectRefusal(the, await send(id, { scheduledFor: farOff }), 'CONFLICT')
      expect((await get(id)).status).toBe('SCHEDULED')
    })

    it('CANCELLED stays so: it cannot be sent, scheduled, cancelled or changed', async () => {
      const { id } = await cancelled()
      expectRefusal(the, await send(id, { scheduledFor: farOff }), 'CONFLICT')
      expectRefusal(the, await cancel(id), 'CONFLICT')
      expectRefusal(the, await patch(id, { subject: 'Changed' }), 'CONFLICT')
      expect(await get(id)).toMatchObject({ status: 'CANCELLED', subject: 'News' })
    })

    it("status is not the caller's to set", async () => {
      const { id } = await draft()
      await patch(id, { status: 'SENT', sentCount: 9 })
      expect(await get(id)).toMatchObject({ status: 'DRAFT', sentCount: 0 })
    })
  })

  the.onlyEmbedded('campaigns that are sent', 'people would get them', () => {
    it('DRAFT becomes SENDING and then SENT, and counts', async () => {
      const { id } = await make.campaign(the.service, await audience(the.service, 3))
      expect((await send(id)).status).toBeLessThan(300)
      expect(['SENDING', 'SENT']).toContain((await get(id)).status)
      const after = await sent(id)
      expect(after).toMatchObject({ totalRecipients: 3, sentCount: 3 })
      expect(Date.parse(after.sentAt ?? '')).toBeGreaterThan(Date.parse(after.createdAt ?? '') - 1)
      const stats = recordOf(await the.service.ask('GET', `/campaigns/${id}/stats`), campaignStatsSchema)
      expect(stats).toMatchObject({
        totalRecipients: 3,
        sentCount: 3,
        openRate: 0,
        clickRate: 0,
        bounceRate: 0,
      })
    })

    it.each([
      ['null as scheduledFor', { scheduledFor: null }],
      ['an empty object', {}],
      ['no body', undefined],
    ])('%s sends now', async (_what, body) => {
      const { id } = await make.campaign(the.service, await audience(the.service, 1))
      expect((await send(id, body)).status).toBeLessThan(300)
      expect((await sent(id)).sentCount).toBe(1)
    })

    it('SCHEDULED becomes SENT when its time has come', async () => {
      const { id } = await make.campaign(the.service, await audience(the.service, 1))
      const soon = new Date(Date.now() + 1500).toISOString()
      expect((await send(id, { scheduledFor: soon })).status).toBeLessThan(300)
      expect((await get(id)).status).toBe('SCHEDULED')
      const { sentAt } = await sent(id)
      expect(Date.parse(sentAt ?? '')).toBeGreaterThanOrEqual(Date.parse(soon))
    })

    it('MARKETING goes to those who are subscribed only', async () => {
      const half = await audience(the.service, 4, (at) => ({ subscribed: at % 2 === 0 }))
      const { id } = await make.campaign(the.service, { ...half, type: 'MARKETING' })
      await send(id)
      expect(await sent(id)).toMatchObject({ totalRecipients: 2, sentCount: 2 })
    })

    it('TRANSACTIONAL goes to everybody', async () => {
      const half = await audience(the.service, 4, (at) => ({ subscribed: at % 2 === 0 }))
      const { id } = await make.campaign(the.service, { ...half, type: 'TRANSACTIONAL' })
      await send(id)
      expect(await sent(id)).toMatchObject({ totalRecipients: 4, sentCount: 4 })
    })

    it('goes to the members of a static segment', async () => {
      const { id: segmentId } = await make.staticSegment(the.service)
      const { email } = await make.contact(the.service)
      await the.service.ask('POST', `/segments/${segmentId}/members`, { body: { emails: [email] } })
      const segment = { audienceType: 'SEGMENT', segmentId, audienceCondition: undefined }
      const { id } = await make.campaign(the.service, segment)
      await send(id)
      expect(await sent(id)).toMatchObject({ totalRecipients: 1, sentCount: 1 })
    })

    it('SENDING becomes CANCELLED, and what was sent stays sent', async () => {
      const { id } = await make.campaign(the.service, await audience(the.service, 60))
      await send(id)
      await until(
        () => get(id),
        ({ sentCount }) => sentCount > 0,
      )
      expectRefusal(the, await patch(id, { subject: 'Changed' }), 'CONFLICT')
      expectRefusal(the, await send(id), 'CONFLICT')
      expect((await cancel(id)).status).toBeLessThan(300)
      const { status, sentCount } = await get(id)
      expect(status).toBe('CANCELLED')
      expect(sentCount).toBeGreaterThan(0)
      expect(sentCount).toBeLessThan(60)
      expectRefusal(the, await cancel(id), 'CONFLICT')
    })

    it('SENT stays so: it cannot be sent, cancelled or changed', async () => {
      const { id } = await make.campaign(the.service, await audience(the.service, 1))
      await send(id)
      await sent(id)
      expectRefusal(the, await send(id), 'CONFLICT')
      expectRefusal(the, await send(id, { scheduledFor: farOff }), 'CONFLICT')
      expectRefusal(the, await cancel(id), 'CONFLICT')
      expectRefusal(the, await patch(id, { subject: 'Changed' }), 'CONFLICT')
      expect(await get(id)).toMatchObject({ status: 'SENT', subject: 'News' })
    })

    it('is sent once when it is asked to twice at the same time', async () => {
      const { id } = await make.campaign(the.service, await audience(the.service, 2))
      const statuses = (await Promise.all([send(id), send(id), send(id)])).map(({ status }) => status)
      expect(statuses.filter((status) => status < 300)).toHaveLength(1)
      expect((await sent(id)).sentCount).toBe(2)
    })

    it('to nobody is over at once, or refused', async () => {
      const { id } = await make.campaign(the.service)
      const answer = await send(id)
      if (answer.status < 300) expect((await sent(id)).sentCount).toBe(0)
      else expectOneOf(answer, 400, 409, 422)
    })
  })

  describe('a time that has passed', () => {
    the.onlyEmbedded('a schedule in the past', 'it may send at once', () => {
      it('is refused, or taken for now', async () => {
        const { id } = await make.campaign(the.service, await audience(the.service, 1))
        const answer = await send(id, { scheduledFor: '2001-01-01T00:00:00.000Z' })
        if (answer.status < 300) await sent(id)
        else expectOneOf(answer, 400, 422)
      })
    })
  })
})
