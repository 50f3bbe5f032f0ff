import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { decodeNames } from '../../../src-shared/interface/paging'
import { until } from '../../fixtures/until'
import { readAll } from './answers'
import { lists } from './lists'
import { make, track } from './made'
import { uniqueAddress, uniqueName } from './subject'
import { conformance } from './suite'

conformance('6 Events', (the) => {
  const named = (eventName: string) => readAll(the.service, lists.events, 100, { eventName })
  const names = async () => {
    const decoded = decodeNames((await the.service.ask('GET', '/events/names')).body)
    if (!decoded.ok) throw new Error(decoded.fault)
    return decoded.value
  }

  it('GET /events gives what was tracked', async () => {
    const event = uniqueName('event')
    const tracked = await track(the.service, { event, data: { step: 1, of: ['a'] } })
    expect(await named(event)).toEqual([
      expect.objectContaining({
        id: tracked.event,
        name: event,
        contactId: tracked.contact,
        data: { step: 1, of: ['a'] },
        createdAt: tracked.timestamp,
      }),
    ])
  })

  it('GET /events gives the newest first', async () => {
    const event = uniqueName('event')
    const ids = []
    for (let at = 0; at < 4; at++) ids.push((await track(the.service, { event })).event)
    expect((await named(event)).map(({ id }) => id)).toEqual(ids.reverse())
  })

  it('GET /events filters by the whole name, as it is written', async () => {
    const event = `${uniqueName('event')}-whole`
    await track(the.service, { event })
    expect(await named(event.slice(0, -1))).toEqual([])
    expect(await named(event.toUpperCase())).toEqual([])
    expect(await named('%')).toEqual([])
  })

  it('GET /events/names names it once, however often it happened', async () => {
    const event = uniqueName('event')
    await track(the.service, { event })
    await track(the.service, { event })
    expect((await names()).filter((name) => name === event)).toHaveLength(1)
  })

  it('names may be of any script', async () => {
    const event = `${uniqueName('港')} "ø" \\ {{x}}`
    const { event: id } = await track(the.service, { event })
    expect((await named(event)).map((found) => found.id)).toEqual([id])
    expect(await names()).toContain(event)
  })

  it('a deleted contact takes its events along', async () => {
    const event = uniqueName('event')
    const { contact } = await track(the.service, { event })
    await the.service.ask('DELETE', `/contacts/${contact}`)
    expect(await named(event)).toEqual([])
  })

  the.onlyEmbedded('events of the service itself', 'other traffic records the same names', () => {
    const ofContact = async (eventName: string, contact: string) =>
      (await named(eventName)).filter(({ contactId }) => contactId === contact)
    const once = (eventName: string, contact: string) =>
      until(
        () => ofContact(eventName, contact),
        (found) => found.length > 0,
      )

    it.each([
      [false, 'contact.unsubscribed'],
      [true, 'contact.subscribed'],
    ])('a change to subscribed %s is recorded as %s', async (subscribed, event) => {
      const { id } = await make.contact(the.service, { subscribed: !subscribed })
      await the.service.ask('PATCH', `/contacts/${id}`, { body: { subscribed } })
      await the.service.ask('PATCH', `/contacts/${id}`, { body: { subscribed } })
      expect(await ofContact(event, id)).toHaveLength(1)
    })

    it.each(['email.sent', 'email.delivery'])('a message is recorded as %s, with its id', async (event) => {
      const body = { to: uniqueAddress(), from: the.service.sender, subject: 'Hello', body: '<p>Hello</p>' }
      const answer = await the.service.ask('POST', '/v1/send', { body })
      const sent = z
        .object({
          data: z.object({
            emails: z.tuple([z.object({ contact: z.looseObject({ id: z.string() }), email: z.string() })]),
          }),
        })
        .parse(answer.body).data.emails[0]
      const [found] = await once(event, sent.contact.id)
      expect(found?.emailId).toBe(sent.email)
    })

    describe('a segment that tracks its members', () => {
      it.each([
        ['entry', true],
        ['exit', false],
      ])('records segment.<name>.%s', async (move, enters) => {
        const name = uniqueName('tracked')
        const filters = [{ field: 'data.member', operator: 'equals', value: name }]
        const condition = { logic: 'AND', groups: [{ filters }] }
        await make.segment(the.service, { name, trackMembership: true, condition })
        const { id } = await make.contact(the.service)
        const set = (member: string | null) =>
          the.service.ask('PATCH', `/contacts/${id}`, { body: { data: { member } } })
        await set(name)
        const matching = async (suffix: string) =>
          (await names()).filter((event) => event.startsWith('segment.') && event.endsWith(`.${suffix}`))
        await until(
          async () =>
            (await Promise.all((await matching('entry')).map((event) => ofContact(event, id)))).flat(),
          (found) => found.length === 1,
        )
        if (enters) return
        await set(null)
        await until(
          async () => (await Promise.all((await matching(move)).map((event) => ofContact(event, id)))).flat(),
          (found) => found.length === 1,
        )
      })
    })
  })
})
