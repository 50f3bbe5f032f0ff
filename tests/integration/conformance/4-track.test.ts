import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contactSchema } from '../../../src-shared/interface/contact'
import { trackedEventSchema } from '../../../src-shared/interface/event'
import { readAll, recordOf } from './answers'
import { lists } from './lists'
import { make, track } from './made'
import { expectOneOf, expectRefusal, refusalOf } from './refusals'
import { uniqueAddress, uniqueName } from './subject'
import { conformance } from './suite'

const envelope = z.object({ success: z.literal(true), data: trackedEventSchema })

conformance('4 POST /v1/track', (the) => {
  const post = (body: unknown, headers?: Record<string, string>) =>
    the.service.ask('POST', '/v1/track', { body, headers })
  const contact = async (id: string) =>
    recordOf(await the.service.ask('GET', `/contacts/${id}`), contactSchema)
  const eventsOf = (eventName: string) => readAll(the.service, lists.events, 100, { eventName })

  it('answers {success, data: {contact, event, timestamp}} in every dialect', async () => {
    const answer = await post({ email: uniqueAddress(), event: uniqueName('event') })
    expect(answer.status).toBe(200)
    const { data } = envelope.parse(answer.body)
    the.service.keep(`/contacts/${data.contact}`)
    expect(new Date(data.timestamp).toISOString()).toBe(data.timestamp)
  })

  it('creates the contact, subscribed', async () => {
    const email = uniqueAddress()
    const { contact: id } = await track(the.service, { email })
    expect(await contact(id)).toMatchObject({ email, subscribed: true })
  })

  it('creates the contact as it is told to', async () => {
    const { contact: id } = await track(the.service, { subscribed: false, data: { plan: 'pro' } })
    expect(await contact(id)).toMatchObject({ subscribed: false, data: { plan: 'pro' } })
  })

  it('finds the contact by its address, and leaves its subscription', async () => {
    const made = await make.contact(the.service, { subscribed: false })
    const { contact: id } = await track(the.service, { email: made.email })
    expect(id).toBe(made.id)
    expect((await contact(id)).subscribed).toBe(false)
  })

  it('changes the subscription when it says so', async () => {
    const made = await make.contact(the.service, { subscribed: false })
    await track(the.service, { email: made.email, subscribed: true })
    expect((await contact(made.id)).subscribed).toBe(true)
  })

  it('records each call as an event of its own', async () => {
    const event = uniqueName('event')
    const email = uniqueAddress()
    const one = await track(the.service, { email, event, data: { step: 1 } })
    const two = await track(the.service, { email, event, data: { step: 2 } })
    const found = await eventsOf(event)
    expect(found.map(({ id }) => id).sort()).toEqual([one.event, two.event].sort())
    expect(found.every(({ contactId }) => contactId === one.contact)).toBe(true)
    expect(found.find(({ id }) => id === two.event)?.data).toEqual({ step: 2 })
  })

  it.each([
    ['no address', { event: 'x' }, 'email'],
    ['no event', { email: 'a@example.com' }, 'event'],
    ['an empty event', { email: 'a@example.com', event: '' }, 'event'],
    ['an event that is no text', { email: 'a@example.com', event: 3 }, 'event'],
    ['an address that is none', { email: 'nobody', event: 'x' }, 'email'],
    ['subscribed as text', { email: 'a@example.com', event: 'x', subscribed: 'no' }, 'subscribed'],
    ['data as a list', { email: 'a@example.com', event: 'x', data: [] }, 'data'],
  ])('refuses %s with 422', async (_what, body, field) => {
    expectRefusal(the, await post(body), 'VALIDATION_ERROR', field)
  })

  it.each([
    'email.sent',
    'email.anything',
    'contact.subscribed',
    'contact.unsubscribed',
    'segment.vip.entry',
    'segment.vip.exit',
  ])('refuses the reserved name %s with 422', async (event) => {
    expectRefusal(the, await post({ email: uniqueAddress(), event }), 'VALIDATION_ERROR', 'event')
  })

  it.each(['email', 'emailed.you', 'contact.moved', 'segment.vip'])('takes the name %s', async (name) => {
    await track(the.service, { event: `${name}-${uniqueName('event')}` })
  })

  it('creates nothing when it is refused', async () => {
    const email = uniqueAddress()
    refusalOf(await post({ email, event: 'email.sent' }))
    expect(await readAll(the.service, lists.contacts, 100, { search: email })).toEqual([])
  })

  describe('with an Idempotency-Key', () => {
    const key = () => ({ 'Idempotency-Key': uniqueName('key') })

    it('happens once: the second call is refused with 409', async () => {
      const event = uniqueName('event')
      const headers = key()
      await track(the.service, { event }, { headers })
      const again = await post({ email: uniqueAddress(), event }, headers)
      expectRefusal(the, again, 'IDEMPOTENCY_KEY_REUSED')
      expect(await eventsOf(event)).toHaveLength(1)
    })

    it('is refused whatever the second call says, and with either key', async () => {
      const headers = key()
      await track(the.service, {}, { headers })
      const body = { email: uniqueAddress(), event: uniqueName('other') }
      const again = await the.service.ask('POST', '/v1/track', { body, headers, key: the.service.publicKey })
      expectRefusal(the, again, 'IDEMPOTENCY_KEY_REUSED')
    })

    it('is given back by a 4xx', async () => {
      const headers = key()
      refusalOf(await post({ email: 'nobody' }, headers))
      await track(the.service, {}, { headers })
    })

    it('is claimed by one of many calls at once', async () => {
      const [event, email] = [uniqueName('event'), uniqueAddress()]
      const headers = key()
      const answers = await Promise.all(Array.from({ length: 8 }, () => post({ email, event }, headers)))
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
      const { data } = envelope.parse(answers.find(({ status }) => status === 200)?.body)
      the.service.keep(`/contacts/${data.contact}`)
      expect(await eventsOf(event)).toHaveLength(1)
    })

    it('may have 255 characters', async () => {
      await track(the.service, {}, { headers: { 'Idempotency-Key': uniqueName('long').padEnd(255, '~') } })
    })

    it.each([
      ['longer than 255 characters', 'x'.repeat(256)],
      ['empty', ''],
      ['not ASCII', 'cl\u00e9'],
    ])('is refused when it is %s', async (_what, value) => {
      const body = { email: uniqueAddress(), event: uniqueName('event') }
      expectOneOf(await post(body, { 'Idempotency-Key': value }), 400, 422)
    })
  })
})
