import { expect, it } from 'vitest'
import { Results } from '../../../src-main/features/campaigns/results'
import type { Event } from '../../../src-shared/interface/event'
import { contactSchema } from '../../../src-shared/interface/contact'
import { draft } from '../../fixtures/campaign-server'
import { openFixture } from './fixture'

const day = 86_400_000
const people = 20
const sentAt = (number: number) => Date.UTC(2025, 11, number)
/** Of each, how many open it within a week; two more always do so later, and the service counts those too. */
const opens: Record<number, number> = { 2: 4, 3: 10, 4: 6, 5: 8, 6: 5 }

const sent = (number: number, more: object = {}) =>
  draft(`cmp_${number + 10}`, {
    status: 'SENT',
    subject: `The subject of ${number}`,
    totalRecipients: people,
    sentCount: people,
    deliveredCount: people,
    openedCount: (opens[number] ?? 0) + 2,
    sentAt: new Date(sentAt(number)).toISOString(),
    createdAt: new Date(sentAt(number) - 1000).toISOString(),
    ...more,
  })

function eventsOf(number: number, tells = people): Event[] {
  const told = (name: string, at: number, after: number): Event => ({
    id: `${name} ${number} ${at}`,
    name,
    contactId: `c${at}`,
    emailId: `mail ${number} ${at}`,
    data: { subject: `The subject of ${number}` },
    createdAt: new Date(sentAt(number) + after).toISOString(),
  })
  const early = opens[number] ?? 0
  return Array.from({ length: tells }, (_, at) => [
    told('email.sent', at, 0),
    told('email.delivery', at, 1000),
    ...(at < early + 2 ? [told('email.open', at, at < early ? day : 8 * day)] : []),
  ]).flat()
}

async function opened(numbers: number[], events: Event[], more: object = {}) {
  const fixture = await openFixture(numbers.map((number) => sent(number, number === 6 ? more : {})))
  const { cache, clock, connection, campaigns } = fixture
  for (let at = 0; at < people; at += 1) {
    const person = { id: `c${at}`, email: `p${at}@x.example`, subscribed: true, data: {} }
    await cache.contacts.upsert(contactSchema.parse(person))
  }
  const run = await cache.runs.begin({ resource: 'events', mode: 'full', cause: 'first', now: clock.now() })
  await cache.runs.setState({ runId: run.id, state: 'running', now: clock.now() })
  await cache.events.applyPage({ runId: run.id, records: events, bookmark: null, expected: null })
  await cache.runs.finish({ runId: run.id, sweep: true, note: null, now: clock.now() })
  const results = new Results({ cache, clock, campaigns, access: { client: connection.client } })
  return results.beside('cmp_16')
}

it('compares a campaign with the median of the others, each as it stood after seven days', async () => {
  const numbers = [2, 3, 4, 5, 6]
  const found = await opened(
    numbers,
    numbers.flatMap((number) => eventsOf(number)),
  )
  expect(found).toMatchObject({
    days: 7,
    rates: { delivered: 1, opened: 0.25 },
    median: { campaigns: 4, delivered: 1, opened: 0.35 },
  })
})

it('leaves those out of the median of which the events tell too little', async () => {
  const events = [2, 3, 4, 6].flatMap((number) => eventsOf(number)).concat(eventsOf(5, 12))
  expect(await opened([2, 3, 4, 5, 6], events)).toMatchObject({ median: { campaigns: 3, opened: 0.3 } })
})

it('compares with nothing where fewer than three others can be compared', async () => {
  const found = await opened(
    [2, 3, 6],
    [2, 3, 6].flatMap((number) => eventsOf(number)),
  )
  expect(found).toMatchObject({ rates: { opened: 0.25 }, median: null })
})

it('says how much the events tell where they are not complete, and compares nothing', async () => {
  const numbers = [2, 3, 4, 5]
  const events = numbers.flatMap((number) => eventsOf(number)).concat(eventsOf(6, 9))
  expect(await opened([...numbers, 6], events)).toMatchObject({
    rates: null,
    median: null,
    told: 9,
    sent: 20,
  })
})

it('waits until events were read that are seven days younger than the campaign', async () => {
  const numbers = [2, 3, 4, 5, 6]
  const found = await opened(
    numbers,
    numbers.flatMap((number) => eventsOf(number)),
    {
      sentAt: '2025-12-30T12:00:00.000Z',
    },
  )
  expect(found).toMatchObject({ rates: null, median: null })
})
