import { expect, it } from 'vitest'
import type { EventRow } from '../../../../src-shared/bridge/events'
import { eventDays, eventKind } from '../../../../src-renderer/features/contacts/events/event-days'

const now = new Date(2026, 10, 22, 14, 2).getTime()
const at = (month: number, day: number, hour = 12, year = 2026): EventRow => ({
  id: `${year} ${month} ${day} ${hour}`,
  name: 'login',
  contactId: 'c1',
  email: null,
  createdAt: new Date(year, month, day, hour).getTime(),
  data: null,
})

it('events stand by days, and five quiet days or more are said', () => {
  const events = [at(10, 22), at(10, 22, 9), at(10, 21), at(10, 19), at(10, 13), at(2, 14, 9, 2025)]
  expect(eventDays(events, now).map(({ head, quiet, events: of }) => [head, quiet, of.length])).toEqual([
    ['Today', 0, 2],
    ['Yesterday, 21 Nov', 0, 1],
    ['19 Nov', 0, 1],
    ['13 Nov', 6, 1],
    ['14 Mar 2025', 609, 1],
  ])
})

it('what has no time stands last', () => {
  const days = eventDays([at(10, 22), { ...at(10, 1), createdAt: null }], now)
  expect(days.map(({ head, quiet }) => [head, quiet])).toEqual([
    ['Today', 0],
    ['Without a time', 0],
  ])
})

it('an event is of a mail, of the contact, or of the product', () => {
  expect(['email.open', 'contact.unsubscribed', 'segment.vip.entry', 'invoice.paid'].map(eventKind)).toEqual([
    'mail',
    'changes',
    'changes',
    'app',
  ])
})
