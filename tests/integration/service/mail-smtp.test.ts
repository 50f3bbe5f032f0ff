import PostalMime from 'postal-mime'
import { afterEach, describe, expect, it } from 'vitest'
import { type MailServer, type MailServerWishes, startMailServer } from '../../fixtures/mail-server'
import { smtpTransport } from '../../../src-service/mail/smtp'
import { fullest } from '../../fixtures/fullest'
import { createSelfSigned } from '../../fixtures/self-signed'
import { createServiceClock } from '../../fixtures/service-clock'
import { everyone, type OpenedMail, openMail, plain, stranger } from './opened-mail'
import { soon } from '../../fixtures/soon'

let server: MailServer | undefined
let opened: OpenedMail | undefined
afterEach(async () => {
  await opened?.stop()
  await server?.stop()
  opened = server = undefined
})

async function begin(wishes: MailServerWishes = {}, mailsPerSecond?: number) {
  server = await startMailServer(wishes)
  opened = await openMail({ smtp: server.url, mailsPerSecond })
  return { server, opened }
}
const strangers = (count: number) => Array.from({ length: count }, (_, at) => stranger(`p${at}@x.example`))

describe('sending through an SMTP server', () => {
  it('hands over the message and keeps no source of it', async () => {
    const { server, opened } = await begin()
    const [contact = 0] = await opened.people('ada@x.example')
    await opened.queue.enqueue(plain, [{ contact, address: 'ada@x.example', name: 'Ada' }])
    await soon(async () => expect(await opened.column('status')).toEqual({ 'ada@x.example': 'sent' }))
    const [message] = server.received
    expect([message?.from, message?.to]).toEqual(['desk@mail.example', ['ada@x.example']])
    expect(await PostalMime.parse(message?.source ?? '')).toMatchObject({ subject: 'Hello ada@x.example' })
    expect(await opened.column('source')).toEqual({ 'ada@x.example': null })
    expect((await opened.events()).map(({ name }) => name)).toEqual(['email.sent', 'email.delivery'])
  })

  it('keeps the pace, over a few connections', async () => {
    const { server, opened } = await begin()
    const began = Date.now()
    await opened.queue.enqueue(plain, strangers(20))
    await soon(async () => expect(server.received).toHaveLength(20))
    const times = Object.values(await opened.column('ended_at')).map(Number)
    expect(Math.max(...times) - began).toBeGreaterThan(1200)
    expect(server.connectionsMost).toBeLessThanOrEqual(10)
  })

  it('has messages leave together where the pace is high, each once, and none that was taken back', async () => {
    const { server, opened } = await begin({}, 200)
    const addresses = Array.from({ length: 100 }, (_, at) => `p${at}@x.example`)
    await opened.people(...addresses)
    const campaign = await opened.campaign()
    await opened.context.db.transaction(async () => {
      await opened.queue.enqueueAudience({ ...plain, kind: 'MARKETING', campaign }, everyone)
      await opened.context.store.contacts.upsert('p7@x.example', { subscribed: false })
    })
    await soon(async () => expect(await opened.counts(campaign)).toMatchObject({ status: 'SENT', sent: 99 }))
    const got = server.received.flatMap(({ to }) => to).sort()
    expect(got).toEqual(addresses.filter((address) => address !== 'p7@x.example').sort())
    expect((await opened.column('status'))['p7@x.example']).toBe('cancelled')
    expect(
      fullest(
        server.received.map(({ at }) => at),
        100,
      ),
    ).toBeGreaterThan(2)
  })

  it('has several messages on their way when the server is slow', async () => {
    const { server, opened } = await begin({ slow: 500 })
    await opened.queue.enqueue(plain, strangers(20))
    await soon(async () => expect(server.received).toHaveLength(20))
    expect(server.connectionsMost).toBeGreaterThan(2)
    expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(20)
  })

  it('bounces what the server refuses, with its reply, and sends the rest', async () => {
    const { opened } = await begin({ rcpt: (address) => (address.startsWith('no') ? 550 : undefined) })
    const campaign = await opened.campaign()
    await opened.people('no@x.example', 'yes@x.example')
    await opened.queue.enqueueAudience({ ...plain, kind: 'MARKETING', campaign }, everyone)
    await soon(async () =>
      expect(await opened.column('status')).toEqual({ 'no@x.example': 'bounced', 'yes@x.example': 'sent' }),
    )
    expect(await opened.counts(campaign)).toMatchObject({ status: 'SENT', sent: 1, delivered: 1, bounced: 1 })
    expect((await opened.events()).filter(({ email }) => email === 'no@x.example')).toEqual([
      {
        name: 'email.bounce',
        email: 'no@x.example',
        message: expect.any(Number),
        data: { subject: 'Hello no@x.example', reply: '550 Not this one' },
      },
    ])
  })

  it('bounces what the server refuses once it has seen all of it', async () => {
    const { server, opened } = await begin({ data: () => 554 })
    await opened.queue.enqueue(plain, strangers(1))
    await soon(async () => expect(await opened.column('status')).toEqual({ 'p0@x.example': 'bounced' }))
    expect([server.received.length, await opened.column('fault')]).toEqual([
      0,
      { 'p0@x.example': '554 Not this one' },
    ])
  })

  it('bounces an address that no SMTP server could be asked for', async () => {
    const { opened } = await begin()
    await opened.queue.enqueue(plain, [stranger('a<b>@x.example'), stranger('b@x.example')])
    await soon(async () =>
      expect(await opened.column('status')).toEqual({ 'a<b>@x.example': 'bounced', 'b@x.example': 'sent' }),
    )
  })

  it('tries later what the server does not take now, and does not hold up the others for it', async () => {
    let tries = 0
    server = await startMailServer({
      rcpt: (address) => (address.startsWith('grey') && ++tries === 1 ? 451 : undefined),
    })
    const clock = createServiceClock()
    opened = await openMail({ smtp: server.url, clock })
    const { column } = opened
    await opened.queue.enqueue(plain, [stranger('grey@x.example'), stranger('b@x.example')])
    await soon(async () => {
      await clock.advance(100)
      expect([(await column('status'))['b@x.example'], (await column('attempts'))['grey@x.example']]).toEqual(
        ['sent', 1],
      )
    })
    expect((await column('status'))['grey@x.example']).toBe('queued')
    expect(Number((await column('due_at'))['grey@x.example'])).toBeGreaterThan(clock.now() + 30_000)
    await clock.advance(60_000)
    await soon(async () => expect((await column('status'))['grey@x.example']).toBe('sent'))
    expect(server.received).toHaveLength(2)
  })

  it('bounces what is refused for now again and again', async () => {
    server = await startMailServer({ rcpt: () => 452 })
    const clock = createServiceClock()
    opened = await openMail({ smtp: server.url, clock })
    const { column } = opened
    await opened.queue.enqueue(plain, strangers(1))
    await soon(
      async () => {
        await clock.advance(3_600_000)
        expect((await column('status'))['p0@x.example']).toBe('bounced')
      },
      { interval: 10 },
    )
    expect((await column('attempts'))['p0@x.example']).toBe(10)
  })

  it('waits for a server that is down, without an attempt for each message, and sends all when it is up', async () => {
    const down = await startMailServer()
    await down.stop()
    opened = await openMail({ smtp: down.url })
    const { column, reports } = opened
    await opened.queue.enqueue(plain, strangers(8))
    await soon(async () => expect(reports).toHaveLength(1))
    expect(reports[0]).toContain('Handing mail to the SMTP server (ESOCKET; it waits, and is tried again)')
    expect(new Set(Object.values(await column('status')))).toEqual(new Set(['queued']))
    server = await startMailServer({ port: down.port })
    const { received } = server
    await soon(async () => expect(received).toHaveLength(8))
    await soon(async () => expect(new Set(Object.values(await column('status')))).toEqual(new Set(['sent'])))
    expect(new Set(received.flatMap(({ to }) => to)).size).toBe(8)
    expect(new Set(Object.values(await column('attempts')))).toEqual(new Set([0]))
  })

  it('waits when the server does not take the password, and never says it', async () => {
    server = await startMailServer({ login: { user: 'desk', pass: 'right' } })
    opened = await openMail({ smtp: server.url.replace('//', '//desk:wr%40ng@') })
    const { reports, column } = opened
    await opened.queue.enqueue(plain, strangers(2))
    await soon(async () => expect(reports).toHaveLength(1))
    expect(reports[0]).toContain('535')
    expect(reports[0]).not.toMatch(/wr|opened/)
    await soon(async () =>
      expect(await column('status')).toEqual({ 'p0@x.example': 'queued', 'p1@x.example': 'queued' }),
    )
  })

  it('logs in with the user and password of the URL', async () => {
    server = await startMailServer({ login: { user: 'desk', pass: 'p@ss/word' } })
    const { received } = server
    opened = await openMail({ smtp: server.url.replace('//', '//desk:p%40ss%2Fword@') })
    await opened.queue.enqueue(plain, strangers(1))
    await soon(async () => expect(received).toHaveLength(1))
  })

  it('speaks TLS to smtps:, and hands nothing to a server whose certificate nobody vouches for', async () => {
    server = await startMailServer({ tls: createSelfSigned() })
    const { received, url } = server
    const wary = await openMail({ smtp: url })
    await wary.queue.enqueue(plain, strangers(1))
    await soon(async () => expect(wary.reports).toHaveLength(1))
    expect([received, (await wary.column('status'))['p0@x.example']]).toEqual([[], 'queued'])
    await wary.stop()
    opened = await openMail({ smtp: `${url}?tls.rejectUnauthorized=false` })
    await opened.queue.enqueue(plain, strangers(1))
    await soon(async () => expect(received).toHaveLength(1))
  })

  it.each(['logger=true', 'maxRequeues=5', '__proto__=1', 'pool=no'])(
    'refuses a URL with %s',
    (parameter) => {
      const open = () => smtpTransport(`smtp://desk:secret@127.0.0.1?${parameter}`, 10)
      expect(open).toThrow(/^The URL of --smtp takes tls\.rejectUnauthorized, .* not "\w+"\.$/)
      expect(open).not.toThrow(/secret/)
    },
  )

  it('does not repeat a message when the connection breaks before the server answers', async () => {
    const { server, opened } = await begin({ breaks: ({ to }) => to[0] === 'p0@x.example' })
    await opened.queue.enqueue(plain, strangers(3))
    await soon(async () =>
      expect(await opened.column('status')).toEqual({
        'p0@x.example': 'unknown',
        'p1@x.example': 'sent',
        'p2@x.example': 'sent',
      }),
    )
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(['p1@x.example', 'p2@x.example'])
  })

  it('tries a message again in a minute that the connection broke within, and sends the rest', async () => {
    const { server, opened } = await begin({ breaksWithin: (to) => to === 'p0@x.example' })
    const attachments = [
      { filename: 'large.bin', content: 'A'.repeat(8_000_000), contentType: null, contentId: null },
    ]
    await opened.queue.enqueue({ ...plain, attachments }, strangers(1))
    const tried = async () => (await opened.column('attempts'))['p0@x.example']
    await soon(async () => expect(await tried()).toBe(1))
    expect(await opened.column('status')).toEqual({ 'p0@x.example': 'queued' })
    expect(Number((await opened.column('due_at'))['p0@x.example'])).toBeGreaterThan(Date.now() + 30_000)
    expect(opened.reports).toEqual([expect.stringMatching(/^Handing mail to the SMTP server \(/)])
    await opened.queue.enqueue(plain, [stranger('after@x.example')])
    await soon(async () => expect(server.received.map(({ to }) => to)).toEqual([['after@x.example']]))
  })

  it('hands over the next at once where one cannot be rendered: it takes nobody their place', async () => {
    server = await startMailServer()
    const clock = createServiceClock()
    opened = await openMail({ smtp: server.url, mailsPerSecond: 1, clock })
    const { column, context, queue, reports } = opened
    const unreadable = { ...plain, body: '{{value}}'.repeat(200), data: { value: 'x'.repeat(1_000_000) } }
    await context.db.transaction(async () => {
      await queue.enqueue(unreadable, strangers(2))
      await queue.enqueue(plain, [stranger('after@x.example')])
    })
    await soon(async () => {
      await clock.advance(0)
      expect(await column('status')).toEqual({
        'p0@x.example': 'failed',
        'p1@x.example': 'failed',
        'after@x.example': 'sent',
      })
    })
    expect(server.received.map(({ to }) => to)).toEqual([['after@x.example']])
    expect(reports).toEqual([expect.stringMatching(/^Rendering a message/)])
  })

  it('says where what became of a message cannot be noted, and does not send it again', async () => {
    server = await startMailServer()
    const first = await openMail({ smtp: server.url, keeps: true })
    first.db.exec(
      `CREATE TRIGGER full BEFORE UPDATE ON message WHEN new.status = 'sent'
       BEGIN SELECT raise(ABORT, 'the disk is full'); END`,
    )
    const [seq] = await first.queue.enqueue(plain, strangers(1))
    await soon(() =>
      expect(first.reports).toEqual([`Noting what became of message ${seq}: the disk is full`]),
    )
    expect(await first.column('status')).toEqual({ 'p0@x.example': 'sending' })
    first.db.exec('DROP TRIGGER full')
    await first.stop()
    opened = await openMail({ smtp: server.url, data: first.folder })
    expect(await opened.column('status')).toEqual({ 'p0@x.example': 'unknown' })
    expect(server.received).toHaveLength(1)
  })

  it('has who is refused for good unsubscribed, in the deployed dialect, and counts it as sent as well', async () => {
    server = await startMailServer({ rcpt: () => 550 })
    opened = await openMail({ smtp: server.url, dialect: 'deployed' })
    const { events, counts, queue, context, people } = opened
    const campaign = await opened.campaign()
    const [seq = 0] = await people('no@x.example')
    await queue.enqueueAudience({ ...plain, kind: 'MARKETING', campaign }, everyone)
    await soon(async () =>
      expect(await counts(campaign)).toMatchObject({ sent: 1, delivered: 0, bounced: 1 }),
    )
    expect((await events()).map(({ name }) => name)).toEqual(['email.sent', 'email.bounce'])
    expect(await context.store.contacts.get(seq)).toMatchObject({ subscribed: false })
  })

  it('unsubscribes nobody where who is refused was no contact', async () => {
    server = await startMailServer({ rcpt: () => 550 })
    opened = await openMail({ smtp: server.url, dialect: 'deployed' })
    const { column, events, queue } = opened
    await queue.enqueue(plain, strangers(1))
    await soon(async () => expect(await column('status')).toEqual({ 'p0@x.example': 'bounced' }))
    expect(await events()).toEqual([])
  })

  it('does not put back what a campaign had on its way when it was cancelled', async () => {
    const { server, opened } = await begin({ slow: 300, data: () => 451 })
    const campaign = await opened.campaign()
    await opened.people('a@x.example')
    await opened.queue.enqueueAudience({ ...plain, kind: 'MARKETING', campaign }, everyone)
    await soon(async () => expect(await opened.column('status')).toEqual({ 'a@x.example': 'sending' }))
    expect(await opened.queue.cancelCampaign(campaign)).toBe(0)
    await soon(async () => expect(await opened.column('status')).toEqual({ 'a@x.example': 'cancelled' }))
    expect(server.received).toEqual([])
    expect(await opened.stored.count('mail_content')).toBe(0)
  })

  it('lets what is on its way arrive when it stops', async () => {
    const { server, opened: stopping } = await begin({ slow: 400 })
    await stopping.queue.enqueue(plain, strangers(1))
    await soon(async () => expect(await stopping.column('status')).toEqual({ 'p0@x.example': 'sending' }))
    await stopping.stop()
    opened = undefined
    expect(server.received).toHaveLength(1)
  })

  it('does not wait long for a server that does not answer when it stops', async () => {
    server = await startMailServer({ slow: 20_000 })
    const stopping = await openMail({ smtp: server.url, keeps: true })
    await stopping.queue.enqueue(plain, strangers(1))
    await soon(async () => expect((await stopping.column('status'))['p0@x.example']).toBe('sending'))
    await stopping.stop()
    opened = await openMail({ data: stopping.folder })
    expect(await opened.column('status')).toEqual({ 'p0@x.example': 'unknown' })
  })

  it('lets what is on its way arrive when it pauses, and sends nothing more until it begins again', async () => {
    const { server, opened } = await begin({ slow: 400 })
    await opened.queue.enqueue(plain, strangers(1))
    await soon(async () => expect(await opened.column('status')).toEqual({ 'p0@x.example': 'sending' }))
    const paused = opened.mail.sending.pause()
    await opened.queue.enqueue(plain, [stranger('later@x.example')])
    await paused
    expect(await opened.column('status')).toEqual({ 'p0@x.example': 'sent', 'later@x.example': 'queued' })
    expect(server.received).toHaveLength(1)
    opened.mail.sending.start(null)
    const both = { 'p0@x.example': 'sent', 'later@x.example': 'sent' }
    await soon(async () => expect(await opened.column('status')).toEqual(both))
  })
})
