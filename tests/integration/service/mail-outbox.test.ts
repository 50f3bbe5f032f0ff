import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServiceClock, type ServiceClock } from '../../fixtures/service-clock'
import { type OpenedMail, openMail, plain, stranger, untilSent } from './opened-mail'
import { type MailSite, openSite, outboxToken } from './mail-site'

let clock: ServiceClock
let opened: OpenedMail
let get: MailSite['get']

beforeEach(async () => {
  clock = createServiceClock()
  opened = await openMail({ clock })
  ;({ get } = openSite(opened))
})
afterEach(() => opened.stop())

/** The id of the only message. */
const onlyId = async () =>
  opened.context.dialect.ids.encode(
    'email',
    (await opened.stored.value<number>('SELECT seq FROM message')) ?? 0,
  )

describe('the outbox', () => {
  async function sent(count: number): Promise<void> {
    await opened.queue.enqueue(
      plain,
      Array.from({ length: count }, (_, at) => stranger(`p${String(at).padStart(2, '0')}@x.example`)),
    )
    await untilSent(opened, clock)
  }
  const listed = (text: string) => [...text.matchAll(/>(p\d\d)@x\.example<\/a>/g)].map(([, name]) => name)

  it('says in words that nothing was sent yet', async () => {
    const { status, text } = await get('/outbox')
    expect([
      status,
      text.includes('Nothing was sent yet'),
      text.includes('Nothing leaves this machine'),
    ]).toEqual([200, true, true])
  })

  it('says that mail goes out where it does', async () => {
    expect((await openSite(opened, true).get('/outbox')).text).toContain(
      'Mail goes out through the SMTP server',
    )
  })

  it('lists what was sent, the newest first, in pages', async () => {
    await sent(53)
    const { text } = await get('/outbox')
    expect(listed(text)).toHaveLength(50)
    expect(listed(text).slice(0, 2)).toEqual(['p52', 'p51'])
    const older = /href="(\/outbox\?[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    expect(listed((await get(older ?? '')).text)).toEqual(['p02', 'p01', 'p00'])
  }, 60_000)

  it('finds messages by a part of the address, whatever it holds', async () => {
    await sent(3)
    expect(listed((await get('/outbox?search=P01')).text)).toEqual(['p01'])
    for (const search of ['%25', '_', "'", '<script>']) {
      const { text } = await get(`/outbox?search=${search}`)
      expect(text).toContain('No message fits')
      expect(text).not.toContain('<script>')
    }
  })

  it.each(['at=x&seq=1', 'at=-1&seq=1', 'at=1e99&seq=1', 'search=%00', `search=${'x'.repeat(400)}`])(
    'shows the first page for a query that does not fit: %s',
    async (query) => {
      await sent(1)
      expect(listed((await get(`/outbox?${query}`)).text)).toEqual(['p00'])
    },
  )

  it('shows a message with its headers, text and attachments, and its HTML in a frame that can do nothing', async () => {
    await opened.queue.enqueue(
      {
        ...plain,
        subject: 'A <b> & "c"',
        fromName: 'The <opened>',
        replyTo: 'help@x.example',
        headers: { 'X-Order': '<17>' },
        attachments: [{ filename: 'März "1".html', content: 'PGI+', contentType: 'text/html' }],
      },
      [stranger('ada@x.example')],
    )
    await untilSent(opened, clock)
    const { text } = await get(`/outbox/${await onlyId()}`)
    expect(text).toContain('<h1>A &lt;b&gt; &amp; &quot;c&quot;</h1>')
    expect(text).toContain('The &lt;opened&gt;')
    expect(text).toContain('help@x.example')
    expect(text).toContain('&lt;17&gt;')
    expect(text).toContain(`<iframe sandbox="" src="/outbox/${await onlyId()}/html"`)
    expect(text).toContain('März &quot;1&quot;.html')
    const attachment = await get(`/outbox/${await onlyId()}/attachments/0`)
    expect(attachment.text).toBe('<b>')
    expect(Object.fromEntries(attachment.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="M_rz _1_.html"; filename*=UTF-8''M%C3%A4rz%20%221%22.html`,
      'x-content-type-options': 'nosniff',
    })
  })

  it('lets the HTML of a message load nothing and run nothing', async () => {
    const body =
      '<meta http-equiv="refresh" content="0;url=https://evil.example"><link rel=preconnect href=//e.example><base href=x><p>Hi'
    await opened.queue.enqueue({ ...plain, body }, [stranger('ada@x.example')])
    await untilSent(opened, clock)
    const { text, headers } = await get(`/outbox/${await onlyId()}/html`)
    expect(text).toContain('<p>Hi')
    expect(text).not.toMatch(/<(meta|link|base)/)
    expect(headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
    )
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  it('names an attachment in full, whatever is in its name', async () => {
    const filename = "Bob's (1) *.pdf"
    const attachments = [{ filename, content: 'PGI+', contentType: 'application/pdf' }]
    await opened.queue.enqueue({ ...plain, attachments }, [stranger('ada@x.example')])
    await untilSent(opened, clock)
    const { headers } = await get(`/outbox/${await onlyId()}/attachments/0`)
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Bob_s (1) _.pdf"; filename*=UTF-8''Bob%27s%20%281%29%20%2a.pdf`,
    )
  })

  it('gives the source as a file', async () => {
    await sent(1)
    const { text, headers } = await get(`/outbox/${await onlyId()}/source.eml`)
    expect(text).toContain('Subject: Hello p00@x.example')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="eml_\w+\.eml"/)
    expect(headers.get('content-type')).toBe('message/rfc822')
  })

  it('counts the messages that wait, above the list', async () => {
    const waits = async () => / ([\d,]+ waits?) to be sent\./.exec((await get('/outbox')).text)?.[1]
    await sent(1)
    expect(await waits()).toBeUndefined()
    await opened.stored.change(
      "UPDATE message SET status = 'queued', ended_at = NULL, due_at = ?",
      clock.now() + 1e9,
    )
    expect(await waits()).toBe('1 waits')
    await opened.queue.enqueue(plain, [stranger('late@x.example')])
    expect(await waits()).toBe('2 wait')
  })

  it('leads from an older page of a search to its newest, and says where the list ends', async () => {
    await sent(1)
    const older = await get('/outbox?search=p0&at=1&seq=1')
    expect(older.text).toContain('Nothing was sent to an address with p0 in it.')
    expect(older.text).toContain('href="/outbox?search=p0">Newest</a>')
    const beyond = await get('/outbox?at=1&seq=1')
    expect(beyond.text).toContain('The list ends here.')
    expect(beyond.text).toContain('href="/outbox">Newest</a>')
  })

  it('shows a message that never got a subject, in the list and on its own', async () => {
    await opened.queue.enqueue(
      { ...plain, body: '{{value}}'.repeat(200), data: { value: 'x'.repeat(1_000_000) } },
      [stranger('ada@x.example')],
    )
    await untilSent(opened, clock)
    expect((await get('/outbox')).text).toContain('<td title="">–</td>')
    const { text } = await get(`/outbox/${await onlyId()}`)
    expect(text).toContain('<h1>Without a subject</h1>')
    expect(text).toContain('It could not be rendered')
  })

  it.each([
    [0, undefined],
    [1, 'Once'],
    [2, '2 times'],
    [100, '100 times'],
  ])('says of a message that was opened %i times and clicked as often: %s', async (times, words) => {
    await sent(1)
    await opened.stored.change('UPDATE message SET opens = @times, clicks = @times', { times })
    const { text } = await get(`/outbox/${await onlyId()}`)
    const said = (what: string) => new RegExp(`<dt>${what}</dt>\\s*<dd>(.*)</dd>`).exec(text)?.[1]
    expect([said('Opened'), said('Clicked')]).toEqual([words, words])
  })

  it('says of a message that went out that its source is not kept', async () => {
    await sent(1)
    await opened.stored.change('UPDATE message SET source = NULL')
    const { text } = await openSite(opened, true).get(`/outbox/${await onlyId()}`)
    expect(text).toContain('It was handed to the SMTP server. What goes out is not kept here.')
    expect((await get(`/outbox/${await onlyId()}`)).text).toContain(
      'There is none, or it made room for newer ones.',
    )
  })

  it('opens the text of a message at once that has no HTML', async () => {
    await sent(1)
    const source = 'From: desk@mail.example\r\nTo: p00@x.example\r\nSubject: Hello\r\n\r\nJust text\r\n'
    await opened.stored.change('UPDATE message SET source = ?', Buffer.from(source))
    const { text } = await get(`/outbox/${await onlyId()}`)
    expect(text).toMatch(/<details class="sheet" open>\s*<summary>Plain text/)
    expect(text).toContain('Just text')
    expect(text).not.toContain('<iframe')
    expect((await get(`/outbox/${await onlyId()}/html`)).status).toBe(404)
  })

  it('says why a message was not sent', async () => {
    await sent(1)
    await opened.stored.change("UPDATE message SET status = 'bounced', fault = '550 <no>', source = NULL")
    const { text } = await get(`/outbox/${await onlyId()}`)
    expect(text).toContain('550 &lt;no&gt;')
    expect(text).toContain('No source is kept')
  })

  it.each(['eml_0000000000', 'x', '%00', '..%2f..%2fservice.db'])(
    'answers 404 in words for %s',
    async (id) => {
      for (const path of [
        `/outbox/${id}`,
        `/outbox/${id}/html`,
        `/outbox/${id}/source.eml`,
        `/outbox/${id}/attachments/0`,
      ]) {
        const { status, text } = await get(path)
        expect([path, status, text.includes('Not in the outbox')]).toEqual([path, 404, true])
      }
    },
  )

  it.each([
    ['http://evil.example/outbox', 403],
    ['http://127.0.0.1.evil.example/outbox', 403],
    ['http://localhost.evil.example:4310/outbox', 403],
    ['http://192.168.0.7:4310/outbox', 403],
    ['http://127.0.0.1:4310/outbox', 200],
    ['http://localhost:4310/outbox', 200],
    ['http://[::1]:4310/outbox', 200],
    ['http://service.example/outbox', 200],
  ])('asked for as %s answers %i', async (url, status) => {
    expect((await get(url)).status).toBe(status)
  })

  it('opens by its link alone, which then goes from the address (C44)', async () => {
    const without = { headers: { Cookie: '' } }
    const refused = await get('/outbox', without)
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('Open it by its link')
    expect((await get('/outbox?token=another', without)).status).toBe(403)
    expect((await get(`/outbox/${await onlyId()}/source.eml`, without)).status).toBe(403)
    const opened = await get(`/outbox?token=${outboxToken}`, without)
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/outbox'])
    expect(opened.headers.get('set-cookie')).toBe(
      `postroom_outbox=${outboxToken}; Path=/outbox; HttpOnly; SameSite=Strict`,
    )
  })

  it.each([
    '<iframe src="https://evil.example"></iframe>',
    '<object data="https://evil.example"></object>',
    '<embed src="https://evil.example">',
    '<fencedframe></fencedframe>',
    '<link rel=dns-prefetch href="//evil.example">',
    '<script src="https://evil.example"></script>',
  ])('takes %s out of what a browser reads (C44)', async (body) => {
    await opened.queue.enqueue({ ...plain, body: `<p>Hi</p>${body}` }, [stranger('ada@x.example')])
    await untilSent(opened, clock)
    const { text, headers } = await get(`/outbox/${await onlyId()}/html`)
    expect(text).toContain('<p>Hi</p>')
    expect(text).not.toMatch(/<\/?(iframe|object|embed|fencedframe|link|script)/i)
    expect(headers.get('x-dns-prefetch-control')).toBe('off')
  })

  it('goes by the Host header', async () => {
    expect((await get('/outbox', { headers: { Host: 'evil.example' } })).status).toBe(403)
  })

  it('answers other machines in words that it opens on its own only', async () => {
    const from = (remoteAddress: string, localAddress = '127.0.0.1') =>
      openSite(opened).from({ remoteAddress, localAddress }).get('/outbox')
    expect(await from('192.168.0.9')).toMatchObject({
      status: 403,
      text: expect.stringContaining('Only on this machine'),
    })
    expect(await from('::ffff:192.168.0.9')).toMatchObject({ status: 403 })
    expect(await from('::ffff:127.0.0.1')).toMatchObject({ status: 200 })
    expect(await from('192.168.0.7', '::ffff:192.168.0.7')).toMatchObject({ status: 200 })
  })
})
