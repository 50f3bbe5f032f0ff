import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { upsertedContactSchema } from '../../../src-shared/interface/contact'
import { eventSchema } from '../../../src-shared/interface/event'
import type { Filter, FilterCondition } from '../../../src-shared/interface/filter'
import { segmentSchema } from '../../../src-shared/interface/segment'
import { type ServiceClock, createServiceClock } from '../../fixtures/service-clock'
import { addContacts } from './campaign-setup'
import { type OpenedInside, openInProcess } from './open'

const events = z.object({ events: z.array(eventSchema) })
const all = (...filters: Filter[]): FilterCondition => ({ logic: 'AND', groups: [{ filters }] })
const onPlan = (value: string): FilterCondition => all({ field: 'data.plan', operator: 'equals', value })
const memberOf = (value: string): FilterCondition =>
  all({ field: 'segment', operator: 'memberOfSegment', value })
const minute = 60_000
const hour = 60 * minute

describe('a tracked segment', () => {
  let folder: string
  let clock: ServiceClock
  let service: OpenedInside

  const openAgain = (): Promise<OpenedInside> => openInProcess({ clock, data: folder })
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'postroom-tracking-'))
    clock = createServiceClock()
    service = await openAgain()
  })
  afterEach(async () => {
    expect(service.failures).toEqual([])
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function person(name: string, data: Record<string, unknown> = {}): Promise<string> {
    const { body } = await service.ask('POST', '/contacts', { body: { email: `${name}@example.com`, data } })
    return upsertedContactSchema.parse(body).id
  }
  async function segment(name: string, body: Record<string, unknown>): Promise<string> {
    const made = await service.ask('POST', '/segments', { body: { name, trackMembership: true, ...body } })
    expect(made.status).toBe(201)
    await clock.advance(0)
    return segmentSchema.parse(made.body).id
  }
  const patch = async (id: string, body: unknown): Promise<void> => {
    expect((await service.ask('PATCH', `/segments/${id}`, { body })).status).toBe(200)
    await clock.advance(0)
  }
  const change = (method: 'POST' | 'DELETE', id: string, ...names: string[]) =>
    service.ask(method, `/segments/${id}/members`, {
      body: { emails: names.map((name) => `${name}@example.com`) },
    })
  /** What happened to segments, oldest first: `ada pro entry`. */
  async function told(): Promise<string[]> {
    await clock.advance(0)
    const found = await service.stored.rows<{ email: string; name: string }>(
      `SELECT c.email, n.name FROM event AS e JOIN contact AS c ON c.seq = e.contact
       JOIN event_name AS n ON n.number = e.name WHERE n.name LIKE 'segment.%' ORDER BY e.seq`,
    )
    return found.map(
      ({ email, name }) => `${email.replace('@example.com', '')} ${name.split('.').slice(1).join(' ')}`,
    )
  }

  it('says who enters and leaves as contacts change', async () => {
    await segment('pro', { condition: onPlan('pro') })
    await person('ada', { plan: 'pro' })
    await person('bo', { plan: 'free' })
    expect(await told()).toEqual(['ada pro entry'])
    await person('bo', { plan: 'pro' })
    await person('ada', { plan: 'free' })
    expect(await told()).toEqual(['ada pro entry', 'ada pro exit', 'bo pro entry'])
  })

  it('lists the event with the name of the segment', async () => {
    await segment('The best', { condition: onPlan('pro') })
    const contactId = await person('ada', { plan: 'pro' })
    await clock.advance(0)
    const { body } = await service.ask('GET', '/events?eventName=segment.The best.entry')
    expect(events.parse(body).events).toMatchObject([
      { name: 'segment.The best.entry', contactId, data: { segmentName: 'The best' } },
    ])
  })

  it('says nothing of those who are in it when the tracking begins', async () => {
    await person('ada', { plan: 'pro' })
    const id = await segment('pro', { condition: onPlan('pro'), trackMembership: false })
    await patch(id, { trackMembership: true })
    await clock.advance(5 * minute)
    expect(await told()).toEqual([])
    await person('ada', { plan: 'free' })
    expect(await told()).toEqual(['ada pro exit'])
  })

  it('says nothing of those either where there are many, while others come', async () => {
    await addContacts(service.stored, 'many', 6000, { data: '{"plan":"pro"}' })
    const made = await service.ask('POST', '/segments', {
      body: { name: 'pro', condition: onPlan('pro'), trackMembership: true },
    })
    await person('ada', { plan: 'pro' })
    await clock.advance(5 * minute)
    expect(await told()).toEqual(['ada pro entry'])
    const written = await service.stored.count('segment_member')
    expect([written, segmentSchema.parse(made.body).memberCount]).toEqual([6001, 6000])
  })

  it('says nothing once it is no longer tracked, and begins anew when it is', async () => {
    const id = await segment('pro', { condition: onPlan('pro') })
    await person('ada', { plan: 'pro' })
    await clock.advance(0)
    await patch(id, { trackMembership: false })
    await person('ada', { plan: 'free' })
    await person('bo', { plan: 'pro' })
    expect(await told()).toEqual(['ada pro entry'])
    await patch(id, { trackMembership: true })
    await person('ada', { plan: 'pro' })
    expect(await told()).toEqual(['ada pro entry', 'ada pro entry'])
  })

  it('says who enters by an event, and by unsubscribing', async () => {
    await segment('buyers', { condition: all({ field: 'purchase', operator: 'triggered' }) })
    await segment('readers', { condition: all({ field: 'subscribed', operator: 'equals', value: true }) })
    await person('ada')
    await service.ask('POST', '/v1/track', { body: { email: 'ada@example.com', event: 'purchase' } })
    await clock.advance(0)
    await service.ask('POST', '/contacts', { body: { email: 'ada@example.com', subscribed: false } })
    expect(await told()).toEqual(['ada buyers entry', 'ada readers entry', 'ada readers exit'])
  })

  it('says who enters and leaves as time passes', async () => {
    await segment('new', {
      condition: all({ field: 'createdAt', operator: 'within', value: 1, unit: 'hours' }),
    })
    await segment('lapsed', {
      condition: all({ field: 'login', operator: 'triggeredOlderThan', value: 2, unit: 'hours' }),
    })
    await person('ada')
    await service.ask('POST', '/v1/track', { body: { email: 'ada@example.com', event: 'login' } })
    expect(await told()).toEqual(['ada new entry'])
    await clock.advance(hour + 2 * minute)
    expect(await told()).toEqual(['ada new entry', 'ada new exit'])
    await clock.advance(hour)
    expect(await told()).toEqual(['ada new entry', 'ada new exit', 'ada lapsed entry'])
  })

  it('says who enters and leaves when its condition changes', async () => {
    await person('ada', { plan: 'pro' })
    await person('bo', { plan: 'free' })
    const id = await segment('plan', { condition: onPlan('pro') })
    await patch(id, { condition: onPlan('free') })
    expect(await told()).toEqual(['ada plan exit', 'bo plan entry'])
  })

  it('says who enters and leaves when a segment that it names changes', async () => {
    await person('ada', { plan: 'pro' })
    await person('bo', { plan: 'free' })
    const inner = await segment('inner', { condition: onPlan('pro'), trackMembership: false })
    const middle = await segment('middle', { condition: memberOf(inner), trackMembership: false })
    await segment('outer', { condition: memberOf(middle) })
    await patch(inner, { condition: onPlan('free') })
    expect(await told()).toEqual(['ada outer exit', 'bo outer entry'])
  })

  it('follows the members of a static segment that it names', async () => {
    await person('ada')
    const friends = await segment('friends', { type: 'STATIC', trackMembership: false })
    await segment('known', { condition: memberOf(friends) })
    await change('POST', friends, 'ada')
    expect(await told()).toEqual(['ada known entry'])
    await change('DELETE', friends, 'ada')
    expect(await told()).toEqual(['ada known entry', 'ada known exit'])
  })

  it('follows the events of another tracked segment', async () => {
    await segment('pro', { condition: onPlan('pro') })
    await segment('ever pro', { condition: all({ field: 'segment.pro.entry', operator: 'triggered' }) })
    await person('ada', { plan: 'pro' })
    expect(await told()).toEqual(['ada pro entry', 'ada ever pro entry'])
  })

  it('says nothing of a static one as those who are in it change', async () => {
    await person('ada', { plan: 'pro' })
    const id = await segment('friends', { type: 'STATIC' })
    await segment('pro', { condition: onPlan('pro') })
    await change('POST', id, 'ada')
    await person('ada', { plan: 'free' })
    expect(await told()).toEqual(['ada friends entry', 'ada pro exit'])
  })

  it('says of a static one who is added and taken out, once', async () => {
    await person('ada')
    const id = await segment('friends', { type: 'STATIC' })
    await change('POST', id, 'ada', 'ADA', 'nobody')
    await change('POST', id, 'ada')
    await change('DELETE', id, 'ada', 'ada')
    await change('DELETE', id, 'ada')
    expect(await told()).toEqual(['ada friends entry', 'ada friends exit'])
  })

  it('says nothing of what was taken back at once', async () => {
    await segment('pro', { condition: onPlan('pro') })
    await person('ada', { plan: 'pro' })
    await person('ada', { plan: 'free' })
    expect(await told()).toEqual([])
  })

  it('forgets a contact that is deleted', async () => {
    await segment('pro', { condition: onPlan('pro') })
    const id = await person('ada', { plan: 'pro' })
    await clock.advance(0)
    await service.ask('DELETE', `/contacts/${id}`)
    await clock.advance(minute)
    for (const table of ['segment_member', 'segment_pending', 'segment_sweep']) {
      expect(await service.stored.count(table), table).toBe(0)
    }
  })

  it('forgets its members when it is deleted', async () => {
    const id = await segment('pro', { condition: onPlan('pro') })
    await person('ada', { plan: 'pro' })
    await clock.advance(0)
    await service.ask('DELETE', `/segments/${id}`)
    await person('ada', { plan: 'free' })
    expect(await told()).toEqual(['ada pro entry'])
    expect(await service.stored.count('segment_member')).toBe(0)
  })

  it('says after a restart what it had no time to say', async () => {
    const id = await segment('pro', { condition: onPlan('pro') })
    await person('ada', { plan: 'pro' })
    await service.ask('PATCH', `/segments/${id}`, { body: { condition: onPlan('team') } })
    await person('bo', { plan: 'team' })
    await service.stop()
    service = await openAgain()
    expect(await told()).toEqual(['bo pro entry'])
    await clock.advance(0)
    expect(await told()).toEqual(['bo pro entry'])
  })

  it('writes down no contacts to look at while no segment is tracked', async () => {
    await segment('pro', { condition: onPlan('pro'), trackMembership: false })
    await person('ada', { plan: 'pro' })
    expect(await service.stored.count('segment_pending')).toBe(0)
  })
})
