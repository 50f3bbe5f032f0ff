import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHousekeeping, keeping } from '../../../src-service/mail/housekeeping'
import { campaignQueueing } from '../../../src-service/store/campaign-queueing'
import { type MailServer, startMailServer } from '../../fixtures/mail-server'
import { createServiceClock, type ServiceClock } from '../../fixtures/service-clock'
import { soon } from '../../fixtures/soon'
import { everyone, type OpenedMail, openMail, plain, stranger, untilSent } from './opened-mail'

let clock: ServiceClock
let opened: OpenedMail
let server: MailServer | undefined
beforeEach(() => (clock = createServiceClock()))
afterEach(async () => {
  await opened.stop()
  await server?.stop()
  server = undefined
})

/** Has the disk seem full to every message that gets a state. */
const fills = (...states: string[]): void => {
  const when = states.map((state) => `new.status = '${state}'`).join(' OR ')
  opened.db.exec(
    `CREATE TRIGGER full BEFORE UPDATE ON message WHEN ${when} BEGIN SELECT raise(ABORT, 'the disk is full'); END`,
  )
}
const hasRoom = (): void => void opened.db.exec('DROP TRIGGER full')

it('waits and goes on when the database fails, without giving a message up', async () => {
  opened = await openMail({ clock })
  await opened.queue.enqueue(plain, [stranger('a@x.example')])
  fills('sent', 'sending', 'queued')
  while (opened.reports.length < 3) await clock.advance(500)
  expect(opened.reports[0]).toBe('Sending mail: the disk is full')
  expect(await opened.column('status')).toEqual({ 'a@x.example': 'queued' })
  hasRoom()
  await untilSent(opened, clock)
  expect(await opened.column('status')).toEqual({ 'a@x.example': 'sent' })
})

describe('a message that was about to leave when the database failed', () => {
  /** Larger than any message may be once the value is in it: it is noted as failed, where that can be noted. */
  const unreadable = { ...plain, body: '{{value}}'.repeat(200), data: { value: 'x'.repeat(1_000_000) } }

  beforeEach(async () => {
    server = await startMailServer()
    opened = await openMail({ clock, smtp: server.url })
  })
  const status = async () => Object.values(await opened.column('status'))
  const reported = () =>
    soon(async () => {
      await clock.advance(100)
      expect(opened.reports).toContain('Sending mail: the disk is full')
    })

  it('waits again, and is dealt with when there is room', async () => {
    await opened.queue.enqueue(unreadable, [stranger('a@x.example')])
    fills('failed')
    await reported()
    await clock.advance(1)
    expect(await status()).toEqual(['sending'])
    hasRoom()
    await untilSent(opened, clock)
    expect(await status()).toEqual(['failed'])
    expect(server?.received).toEqual([])
  })

  it('is not put back where its campaign was cancelled meanwhile', async () => {
    const campaign = await opened.campaign()
    await opened.people('a@x.example')
    await opened.queue.enqueueAudience({ ...unreadable, kind: 'MARKETING', campaign }, everyone)
    fills('failed')
    await reported()
    expect(await status()).toEqual(['sending'])
    await opened.stored.change("UPDATE campaign SET status = 'CANCELLED'")
    await opened.queue.cancelCampaign(campaign)
    hasRoom()
    await untilSent(opened, clock)
    expect(await status()).toEqual(['cancelled'])
    expect((await opened.column('fault'))['a@x.example']).toBe(
      'The campaign was cancelled before it was sent.',
    )
  })

  it('stays as it is where it cannot be put back as the service ends, which is said', async () => {
    await opened.queue.enqueue(unreadable, [stranger('a@x.example')])
    fills('failed', 'queued')
    await reported()
    await opened.mail.sending.pause()
    expect(opened.reports.at(-1)).toBe('Putting back messages: the disk is full')
    expect(await status()).toEqual(['sending'])
    hasRoom()
  })
})

it('says where it cannot make room in the outbox, and does so at its next look', async () => {
  opened = await openMail({ clock })
  await opened.queue.enqueue(plain, [stranger('a@x.example')])
  await untilSent(opened, clock)
  opened.db.exec(
    `CREATE TRIGGER full BEFORE UPDATE OF source ON message BEGIN SELECT raise(ABORT, 'the disk is full'); END`,
  )
  const work = createHousekeeping(opened.context, { ...keeping, messages: 0 })
  await work.start()
  await clock.advance(100)
  expect(opened.reports).toEqual(['Making room in the outbox: the disk is full'])
  hasRoom()
  expect(await opened.stored.count('message', 'WHERE source IS NOT NULL')).toBe(1)
  await clock.advance(10 * 60_000)
  expect(await opened.stored.count('message', 'WHERE source IS NOT NULL')).toBe(0)
  await work.stop()
})

describe('a cancelled campaign that is to become a draft again', () => {
  async function reverted(status: string) {
    opened = await openMail({ clock })
    const campaign = await opened.campaign()
    await opened.mail.sending.pause()
    await opened.people('a@x.example', 'b@x.example')
    await opened.queue.enqueueAudience({ ...plain, kind: 'MARKETING', campaign }, everyone)
    const { change, values, value } = opened.stored
    await change("UPDATE campaign SET status = 'CANCELLED', reverts = 1")
    await change("UPDATE message SET status = 'cancelled'")
    await change('UPDATE message SET status = ? WHERE seq = 1', status)
    await campaignQueueing(opened.context.db).revert(campaign, clock.now())
    return {
      status: await value('SELECT status FROM campaign'),
      reverts: await value('SELECT reverts FROM campaign'),
      messages: await values('SELECT status FROM message ORDER BY seq'),
    }
  }

  it('does, without the messages that it had', async () => {
    expect(await reverted('cancelled')).toEqual({ status: 'DRAFT', reverts: 0, messages: [] })
  })

  it.each(['sent', 'bounced', 'unknown'])(
    'stays cancelled where one of them was %s after all',
    async (one) => {
      expect(await reverted(one)).toEqual({ status: 'CANCELLED', reverts: 0, messages: [one, 'cancelled'] })
    },
  )
})
