import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sliceSize } from '../../../src-service/campaigns/delivery'
import { startMailServer } from '../../fixtures/mail-server'
import { addPeople, addresses, addressesOf, type CampaignService, openForCampaigns } from './campaign-setup'
import { errorOf } from './open'

describe('sending a campaign', () => {
  let service: CampaignService
  beforeEach(async () => {
    service = await openForCampaigns()
  })
  afterEach(async () => {
    expect(service.failures).toEqual([])
    await service.stop()
  })

  const statusOf = async (id: string) => (await service.read(id)).status
  const sent = (id: string) => service.until(async () => (await statusOf(id)) === 'SENT')
  const contactId = async (address: string) => {
    const { body } = await service.ask('POST', '/contacts', { body: { email: address } })
    return z.object({ id: z.string() }).parse(body).id
  }

  describe('goes', () => {
    it('to every subscribed contact once, and ends SENT with its counts', async () => {
      await addPeople(service.stored, 30)
      await addPeople(service.stored, 5, false)
      const { id } = await service.create()
      await service.send(id)
      await sent(id)
      expect(await addressesOf(service.stored, 'sent')).toEqual(addresses(30))
      const read = await service.read(id)
      expect(read).toMatchObject({
        totalRecipients: 30,
        sentCount: 30,
        deliveredCount: 30,
        bouncedCount: 0,
      })
      // It is looked at every 100 ms.
      expect(service.clock.now() - Date.parse(read.sentAt ?? '')).toBeLessThanOrEqual(100)
    })

    it.each([
      ['MARKETING', 1],
      ['HEADLESS', 1],
      ['TRANSACTIONAL', 2],
    ])('as %s to %i of one subscribed and one unsubscribed contact', async (type, count) => {
      await addPeople(service.stored, 1)
      await addPeople(service.stored, 1, false)
      const { id } = await service.create({ type })
      expect((await service.send(id)).body).toMatchObject({ totalRecipients: count })
    })

    it('to those whom its condition finds', async () => {
      await addPeople(service.stored, 4)
      const people = ['p2@people.example', 'p3@people.example']
      for (const email of people)
        await service.ask('POST', '/contacts', { body: { email, data: { city: 'Hull' } } })
      const filters = [{ field: 'data.city', operator: 'equals', value: 'hull' }]
      const audienceCondition = { logic: 'AND', groups: [{ filters }] }
      const { id } = await service.create({ audienceType: 'FILTERED', audienceCondition })
      await service.send(id)
      expect(await addressesOf(service.stored)).toEqual(people)
    })

    it('to the members of its segment who are subscribed', async () => {
      await addPeople(service.stored, 4)
      await addPeople(service.stored, 1, false)
      const { body } = await service.ask('POST', '/segments', { body: { name: 'Desk', type: 'STATIC' } })
      const segmentId = z.object({ id: z.string() }).parse(body).id
      const emails = ['p4@people.example', 'un1@people.example']
      await service.ask('POST', `/segments/${segmentId}/members`, { body: { emails } })
      const { id } = await service.create({ audienceType: 'SEGMENT', segmentId })
      await service.send(id)
      expect(await addressesOf(service.stored)).toEqual(['p4@people.example'])
    })

    it('to nobody who came after it began', async () => {
      await addPeople(service.stored, 2)
      const { id } = await service.create()
      await service.send(id)
      await contactId('late@people.example')
      await sent(id)
      expect(await addressesOf(service.stored)).toEqual(addresses(2))
    })

    it('on, and ends, when a contact is deleted in the meantime', async () => {
      await addPeople(service.stored, 3)
      const { id } = await service.create()
      await service.send(id)
      await service.ask('DELETE', `/contacts/${await contactId('p2@people.example')}`)
      await sent(id)
      expect(await addressesOf(service.stored, 'sent')).toEqual(['p1@people.example', 'p3@people.example'])
      expect(await service.read(id)).toMatchObject({ totalRecipients: 3, sentCount: 2 })
    })

    it('with what it said when it began', async () => {
      await addPeople(service.stored, 1)
      const { id } = await service.create({ fromName: 'The harbour', replyTo: 'desk@mail.example' })
      await service.send(id)
      const [content] = await service.stored.rows('SELECT * FROM mail_content')
      expect(content).toMatchObject({
        kind: 'MARKETING',
        subject: 'Spring is here',
        body: '<p>Hello {{name}}</p>',
        from_address: 'news@mail.example',
        from_name: 'The harbour',
        reply_to: 'desk@mail.example',
      })
    })
  })

  it('counts what an SMTP server takes and what it refuses, and ends SENT', async () => {
    const mail = await startMailServer({
      rcpt: (address) => (address === 'p2@people.example' ? 550 : undefined),
    })
    const sending = await openForCampaigns({ smtp: mail.url })
    await addPeople(sending.stored, 4)
    const { id } = await sending.create()
    await sending.send(id)
    await sending.until(async () => (await sending.read(id)).status === 'SENT')
    expect(await sending.read(id)).toMatchObject({
      totalRecipients: 4,
      sentCount: 3,
      deliveredCount: 3,
      bouncedCount: 1,
    })
    expect(mail.received.flatMap(({ to }) => to).sort()).toEqual([
      'p1@people.example',
      'p3@people.example',
      'p4@people.example',
    ])
    await sending.stop()
    await mail.stop()
  })

  describe('cancelled in mid-run', () => {
    it('sends nothing more, and keeps what was sent', async () => {
      await addPeople(service.stored, 60)
      const { id } = await service.create()
      await service.send(id)
      await service.until(async () => (await service.read(id)).sentCount >= 20)
      expect((await service.cancel(id)).body).toMatchObject({ status: 'CANCELLED' })
      // What was on its way arrives.
      await service.clock.advance(100)
      const before = await service.read(id)
      await service.clock.advance(60_000)
      expect(await addressesOf(service.stored, 'sent')).toEqual(addresses(before.sentCount))
      const after = await service.read(id)
      expect(after).toMatchObject({ status: 'CANCELLED', sentCount: before.sentCount, totalRecipients: 60 })
      expect(after).not.toHaveProperty('sentAt')
    })

    it('cannot be sent again', async () => {
      await addPeople(service.stored, 1)
      const { id } = await service.create()
      await service.send(id)
      await service.cancel(id)
      expect(errorOf(await service.send(id))).toMatchObject({ status: 409, code: 'CONFLICT' })
    })
  })

  describe('to more than a transaction queues', () => {
    const many = sliceSize * 2 + 100

    beforeEach(() => addPeople(service.stored, many))
    const begun = async () => {
      const { id } = await service.create()
      expect((await service.send(id)).body).toMatchObject({ status: 'SENDING', totalRecipients: many })
      expect((await addressesOf(service.stored)).length).toBe(sliceSize)
      return id
    }
    const queued = () => service.until(async () => (await left()) === 0)
    const left = () => service.stored.count('campaign_recipient')

    it('queues the rest by itself, each once, with one content', async () => {
      await begun()
      await queued()
      expect(await addressesOf(service.stored)).toEqual(addresses(many))
      expect(await service.stored.count('mail_content')).toBe(1)
    })

    it('is still SENDING when all that is queued was sent', async () => {
      const id = await begun()
      await service.stored.change("UPDATE message SET status = 'sent'")
      await service.clock.advance(0)
      expect(await statusOf(id)).toBe('SENDING')
    })

    it('queues nothing more once it is cancelled', async () => {
      const id = await begun()
      await service.cancel(id)
      await service.clock.advance(10_000)
      expect((await addressesOf(service.stored)).length).toBe(sliceSize)
      expect(await addressesOf(service.stored, 'queued')).toEqual([])
      expect(await left()).toBe(0)
    })

    it('sends nothing more once it is cancelled, though not all is taken back yet', async () => {
      const id = await begun()
      await queued()
      await service.cancel(id)
      const { sentCount } = await service.read(id)
      expect((await addressesOf(service.stored, 'queued')).length).toBe(many - sliceSize - sentCount)
      await service.until(async () => (await addressesOf(service.stored, 'queued')).length === 0)
      expect((await addressesOf(service.stored, 'sent')).length).toBe(sentCount)
      expect(await service.read(id)).toMatchObject({ status: 'CANCELLED', sentCount })
    })

    it('leaves out who unsubscribed or went before they were queued', async () => {
      await begun()
      const [gone, off] = [`p${many}@people.example`, `p${many - 1}@people.example`]
      await service.ask('DELETE', `/contacts/${await contactId(gone)}`)
      await service.ask('POST', '/contacts', { body: { email: off, subscribed: false } })
      await queued()
      expect(await addressesOf(service.stored)).toEqual(addresses(many - 2))
    })

    it('queues two campaigns one after the other', async () => {
      await begun()
      const { id } = await service.create()
      await service.send(id)
      await queued()
      expect((await addressesOf(service.stored)).sort()).toEqual(
        [...addresses(many), ...addresses(many)].sort(),
      )
    })
  })

  describe('a test', () => {
    const test = (id: string, email: string) =>
      service.ask('POST', `/campaigns/${id}/test`, { body: { email } })
    const message = async () => {
      const [newest] = await service.stored.rows<{
        contact: number | null
        address: string
        campaign: number | null
        subject: string
      }>('SELECT contact, address, campaign, subject FROM message ORDER BY seq DESC')
      return newest
    }

    it('goes to an address that is no contact, and makes it none', async () => {
      const { id } = await service.create()
      const { status, body } = await test(id, 'desk@elsewhere.example')
      expect(status).toBe(200)
      expect(body).toEqual({ email: expect.stringMatching(/^eml_/), to: 'desk@elsewhere.example' })
      await service.until(async () => (await addressesOf(service.stored, 'sent')).length === 1)
      expect(await message()).toEqual({
        contact: null,
        address: 'desk@elsewhere.example',
        campaign: null,
        subject: '[Test] Spring is here',
      })
      expect(await service.stored.count('contact')).toBe(0)
    })

    it('is rendered for the contact of its address, subscribed or not', async () => {
      const email = 'Ada@people.example'
      await service.ask('POST', '/contacts', { body: { email, subscribed: false, data: { name: 'Ada' } } })
      const { id } = await service.create({ subject: 'For {{name}}' })
      await test(id, email.toLowerCase())
      await service.until(async () => (await addressesOf(service.stored, 'sent')).length === 1)
      expect(await message()).toMatchObject({
        contact: await service.stored.value('SELECT seq FROM contact'),
        subject: '[Test] For Ada',
      })
    })

    it('is not counted', async () => {
      const { id } = await service.create()
      const before = await service.read(id)
      await test(id, 'desk@elsewhere.example')
      await service.until(async () => (await addressesOf(service.stored, 'sent')).length === 1)
      expect(await service.read(id)).toEqual(before)
    })

    it('is refused where its sender is not verified', async () => {
      const { id } = await service.create({ from: 'a@elsewhere.example' })
      expect(errorOf(await test(id, 'desk@elsewhere.example'))).toEqual({
        status: 422,
        code: 'VALIDATION_ERROR',
        fields: ['from'],
      })
      expect(await addressesOf(service.stored)).toEqual([])
    })

    it.each(['', 'desk', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example'])(
      'is refused to %j',
      async (email) => {
        const { id } = await service.create()
        expect(errorOf(await test(id, email))).toMatchObject({ status: 422, fields: ['email'] })
      },
    )
  })

  it('has statistics: counts, and shares of what was delivered', async () => {
    const { id } = await service.create()
    await service.stored.change(
      'UPDATE campaign SET delivered_count = 8, opened_count = 6, clicked_count = 2, bounced_count = 20',
    )
    expect((await service.ask('GET', `/campaigns/${id}/stats`)).body).toMatchObject({
      deliveredCount: 8,
      openRate: 0.75,
      clickRate: 0.25,
      bounceRate: 1,
    })
  })
})
