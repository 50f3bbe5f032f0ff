import { expect, it } from 'vitest'
import { mailsOf } from '../../../src-main/features/events/mails'
import type { MailEvent } from '../../../src-main/features/events/store'

const day = 86_400_000
const happened = (name: string, at: number, of: Partial<MailEvent> = {}): MailEvent => ({
  name: `email.${name}`,
  at,
  emailId: 'm1',
  subject: 'Autumn tides for Anna',
  campaignId: null,
  ...of,
})
const autumn = { id: 'a', name: 'Autumn tides', subject: 'Autumn tides for {{name}}', sentAt: 10 * day }

it('a mail has the first time of each step, and the name of its campaign', () => {
  const events = [
    happened('click', 10 * day + 9),
    happened('open', 10 * day + 7),
    happened('open', 10 * day + 5),
    happened('delivery', 10 * day + 2),
    happened('sent', 10 * day + 1),
  ]
  expect(mailsOf(events, [autumn])).toEqual([
    {
      campaignId: 'a',
      title: 'Autumn tides',
      sentAt: 10 * day + 1,
      deliveredAt: 10 * day + 2,
      openedAt: 10 * day + 5,
      clickedAt: 10 * day + 9,
      failed: null,
    },
  ])
})

it('a subject that was sent twice is of the last campaign before the mail', () => {
  const again = { ...autumn, id: 'b', name: 'Autumn again', sentAt: 12 * day }
  const [mail] = mailsOf([happened('sent', 12 * day + 1)], [again, autumn])
  expect(mail?.campaignId).toBe('b')
  const [before] = mailsOf([happened('sent', 11 * day)], [again, autumn])
  expect(before?.campaignId).toBe('a')
})

it('a mail of no known campaign goes by its subject, and one that bounced says so', () => {
  const events = [
    happened('sent', day),
    happened('bounced', day + 1),
    happened('sent', 2 * day, { emailId: 'm2', subject: 'Welcome' }),
  ]
  expect(
    mailsOf(events, [autumn]).map(({ title, campaignId, failed }) => [title, campaignId, failed]),
  ).toEqual([
    ['Welcome', null, null],
    ['Autumn tides for Anna', null, 'bounced'],
  ])
})
