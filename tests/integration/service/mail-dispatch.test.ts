import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServiceClock, type ServiceClock } from '../../fixtures/service-clock'
import { everyone, type OpenedMail, openMail, plain, stranger, untilSent } from './opened-mail'
import { soon } from '../../fixtures/soon'

const start = Date.UTC(2026, 10, 20, 14)

describe('the dispatcher without an SMTP server', () => {
  let clock: ServiceClock
  let opened: OpenedMail
  beforeEach(async () => {
    clock = createServiceClock(start)
    opened = await openMail({ clock })
  })
  afterEach(() => opened.stop())

  const untilEmpty = () => untilSent(opened, clock)

  it('keeps each message, as it would have been sent', async () => {
    const [contact = 0] = await opened.people('ada@x.example')
    await opened.queue.enqueue({ ...plain, data: { name: 'Ada <b>' } }, [
      { contact, address: 'ada@x.example', name: 'Ada' },
    ])
    await untilEmpty()
    const mail = await opened.kept('ada@x.example')
    expect(mail).toMatchObject({
      subject: 'Hello ada@x.example',
      from: { address: 'desk@mail.example' },
      to: [{ address: 'ada@x.example', name: 'Ada' }],
    })
    expect(mail.html).toContain('Hello Ada &lt;b&gt;')
  })

  it('tells of a message that was sent in events of its contact', async () => {
    const [contact = 0] = await opened.people('ada@x.example')
    const [seq] = await opened.queue.enqueue(plain, [{ contact, address: 'ada@x.example', name: null }])
    await untilEmpty()
    const about = { email: 'ada@x.example', message: seq, data: { subject: 'Hello ada@x.example' } }
    expect(await opened.events()).toEqual([
      { name: 'email.sent', ...about },
      { name: 'email.delivery', ...about },
    ])
  })

  it('sends to who is no contact, without events', async () => {
    await opened.queue.enqueue(plain, [stranger('test@x.example')])
    await untilEmpty()
    expect(await opened.column('status')).toEqual({ 'test@x.example': 'sent' })
    expect(await opened.events()).toEqual([])
  })

  it('never sends more than 14 in any second, nor two at once', async () => {
    await opened.queue.enqueue(
      plain,
      Array.from({ length: 60 }, (_, at) => stranger(`p${at}@x.example`)),
    )
    await untilEmpty()
    const times = Object.values(await opened.column('ended_at')).map(Number)
    for (const [at, time] of times.entries()) {
      expect(times[at + 14] ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(time + 1000)
      if (at > 0) expect(time - (times[at - 1] ?? 0)).toBeGreaterThanOrEqual(35)
    }
  })

  it('lets single messages go ahead of a campaign, and otherwise the oldest first', async () => {
    const campaign = await opened.campaign()
    await opened.people('c1@x.example', 'c2@x.example')
    await opened.queue.enqueueAudience({ ...plain, kind: 'MARKETING', campaign }, everyone)
    await opened.queue.enqueue(plain, [stranger('s1@x.example')])
    await clock.advance(0)
    await opened.queue.enqueue(plain, [stranger('s2@x.example')])
    await untilEmpty()
    const order = await opened.stored.values('SELECT address FROM message ORDER BY ended_at')
    expect(order).toEqual(['s1@x.example', 's2@x.example', 'c1@x.example', 'c2@x.example'])
  })

  it('counts what a campaign sent, and ends it with its last message', async () => {
    const campaign = await opened.campaign()
    await opened.people('c1@x.example', 'c2@x.example', 'c3@x.example')
    await opened.queue.enqueueAudience({ ...plain, kind: 'MARKETING', campaign }, everyone)
    await clock.advance(80)
    expect(await opened.counts(campaign)).toMatchObject({ status: 'SENDING' })
    await untilEmpty()
    expect(await opened.counts(campaign)).toMatchObject({ status: 'SENT', sent: 3, delivered: 3, bounced: 0 })
    expect(await opened.stored.count('mail_content')).toBe(0)
  })

  it('renders for the contact as it is when its turn comes', async () => {
    const [seq = 0] = await opened.people('old@x.example')
    await opened.queue.enqueue(plain, [
      stranger('first@x.example'),
      { contact: seq, address: 'old@x.example', name: null },
    ])
    await opened.context.store.contacts.update(seq, { email: 'new@x.example', data: { name: 'Nell' } })
    await untilEmpty()
    const mail = await opened.kept('new@x.example')
    expect([mail.subject, mail.to?.[0]?.address]).toEqual(['Hello new@x.example', 'new@x.example'])
    expect(mail.html).toContain('Hello Nell')
  })

  it('sends nothing of a campaign to who unsubscribed or was deleted since', async () => {
    const campaign = await opened.campaign()
    const [, gone = 0, off = 0] = await opened.people('stays@x.example', 'gone@x.example', 'off@x.example')
    await opened.queue.enqueueAudience({ ...plain, kind: 'HEADLESS', campaign }, everyone)
    await opened.context.store.contacts.remove(gone)
    await opened.context.store.contacts.update(off, { subscribed: false })
    await untilEmpty()
    expect(await opened.column('status')).toEqual({
      'stays@x.example': 'sent',
      'gone@x.example': 'cancelled',
      'off@x.example': 'cancelled',
    })
    expect(await opened.counts(campaign)).toMatchObject({ status: 'SENT', sent: 1 })
  })

  it('sends to who was not subscribed in the first place: that is who it was meant for', async () => {
    const [seq = 0] = await opened.people('off@x.example')
    await opened.context.store.contacts.update(seq, { subscribed: false })
    await opened.queue.enqueue({ ...plain, kind: 'MARKETING' }, [
      { contact: seq, address: 'off@x.example', name: null },
    ])
    await untilEmpty()
    expect(await opened.column('status')).toEqual({ 'off@x.example': 'sent' })
  })

  it('is not stopped by a message that cannot be rendered, and says so once', async () => {
    const campaign = await opened.campaign()
    await opened.people('c1@x.example', 'c2@x.example')
    // Larger than any message may be once the value is in it.
    const value = 'x'.repeat(1_000_000)
    const body = '{{value}}'.repeat(200)
    await opened.queue.enqueueAudience(
      { ...plain, kind: 'MARKETING', campaign, body, data: { value } },
      everyone,
    )
    await opened.queue.enqueue(plain, [stranger('after@x.example')])
    await untilEmpty()
    expect(await opened.column('status')).toEqual({
      'c1@x.example': 'failed',
      'c2@x.example': 'failed',
      'after@x.example': 'sent',
    })
    expect((await opened.column('fault'))['c1@x.example']).toMatch(/^It could not be rendered: /)
    expect(opened.reports).toHaveLength(1)
    expect(await opened.counts(campaign)).toMatchObject({ status: 'SENT', sent: 0, bounced: 0 })
  })

  it('sends nothing more of a campaign once it was cancelled', async () => {
    const campaign = await opened.campaign()
    await opened.people(...Array.from({ length: 30 }, (_, at) => `c${at}@x.example`))
    await opened.queue.enqueueAudience({ ...plain, kind: 'MARKETING', campaign }, everyone)
    const sentNow = async () =>
      Object.values(await opened.column('status')).filter((status) => status === 'sent').length
    await soon(async () => {
      await clock.advance(20)
      expect(await sentNow()).toBeGreaterThan(2)
    })
    const taken = await opened.queue.cancelCampaign(campaign)
    const sent = await sentNow()
    await clock.advance(5000)
    expect(Object.values(await opened.column('status')).sort()).toEqual([
      ...new Array<string>(taken).fill('cancelled'),
      ...new Array<string>(sent).fill('sent'),
    ])
  })

  it('does not send again what was on its way when the service ended, and ends its campaign', async () => {
    const campaign = await opened.campaign()
    const [seq = 0] = await opened.people('c1@x.example')
    const [message] = await opened.queue.enqueue({ ...plain, kind: 'MARKETING', campaign }, [
      { contact: seq, address: 'c1@x.example', name: null },
    ])
    await opened.stored.change("UPDATE message SET status = 'sending' WHERE seq = ?", message)
    await opened.mail.sending.endInterrupted()
    await clock.advance(1000)
    expect([await opened.column('status'), await opened.events()]).toEqual([
      { 'c1@x.example': 'unknown' },
      [],
    ])
    expect(await opened.counts(campaign)).toMatchObject({ status: 'SENT', sent: 0 })
    expect(await opened.stored.count('mail_content')).toBe(0)
  })

  it('goes on when the clock is set back', async () => {
    await opened.queue.enqueue(plain, [stranger('a@x.example')])
    await untilEmpty()
    await opened.stop()
    clock = createServiceClock(start - 3_600_000)
    opened = await openMail({ clock })
    await opened.queue.enqueue(plain, [stranger('b@x.example')])
    await untilEmpty()
    expect(clock.now() - (start - 3_600_000)).toBeLessThan(60_000)
  })
})
