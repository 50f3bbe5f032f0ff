import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServiceClock, type ServiceClock } from '../../fixtures/service-clock'
import { everyone, type OpenedMail, openMail, plain, stranger, untilSent } from './opened-mail'
import { type MailSite, openSite } from './mail-site'

let clock: ServiceClock
let opened: OpenedMail
let get: MailSite['get']
let post: MailSite['post']

beforeEach(async () => {
  clock = createServiceClock()
  opened = await openMail({ clock })
  ;({ get, post } = openSite(opened))
})
afterEach(() => opened.stop())

/** Sends a campaign to one contact. Returns what is kept of the message. */
async function mailing(body = '<p><a href="https://shop.example/a?b=1&amp;c=2">Shop</a></p>') {
  const campaign = await opened.campaign()
  const [contact = 0] = await opened.people('ada@x.example')
  await opened.queue.enqueueAudience({ ...plain, kind: 'MARKETING', campaign, body }, everyone)
  await untilSent(opened, clock)
  const mail = await opened.kept('ada@x.example')
  const token = String((await opened.column('token'))['ada@x.example'])
  return { campaign, contact, html: mail.html ?? '', text: mail.text ?? '', headers: mail.headers, token }
}
/** The links of an HTML text, on this service, as paths. */
const links = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="http:\/\/service\.example([^"]*)"/g)].map(([, path]) => path ?? '')

describe('a message of a campaign', () => {
  it('leads to its targets through the service, and keeps them in its plain text', async () => {
    const { html, text, token } = await mailing()
    expect(html).not.toContain('shop.example')
    expect(text).toContain('https://shop.example/a?b=1&c=2')
    const click = links(html).find((path) => path.startsWith(`/t/c/${token}/`))
    expect(await get(click ?? '')).toMatchObject({ status: 302 })
  })

  it('ends with a pixel', async () => {
    const { html, token } = await mailing()
    expect(links(html)).toContain(`/t/o/${token}.gif`)
  })

  it('does not track what is no web address, nor its own pages', async () => {
    const body =
      '<a href="mailto:a@x.example">a</a><a href="#b">b</a><a href="tel:1">c</a><a href="javascript:1">d</a>' +
      '<a href="{{unsubscribeUrl}}">e</a><a href="{{manageUrl}}">f</a><a href="{{subscribeUrl}}">g</a>'
    const { html, token } = await mailing(body)
    expect(links(html).filter((path) => path.startsWith('/t/c/'))).toEqual([])
    expect(links(html)).toEqual(
      expect.arrayContaining([`/unsubscribe/${token}`, `/manage/${token}`, `/subscribe/${token}`]),
    )
  })

  it('is the only kind that is tracked', async () => {
    const [contact = 0] = await opened.people('ada@x.example')
    await opened.queue.enqueue({ ...plain, body: '<a href="https://shop.example/">a</a>' }, [
      { contact, address: 'ada@x.example', name: null },
    ])
    await untilSent(opened, clock)
    const { html } = await opened.kept('ada@x.example')
    expect(html).toContain('href="https://shop.example/"')
    expect(html).not.toContain('/t/o/')
  })
})

describe('the pixel', () => {
  it('tells of each time, and counts the message once', async () => {
    const { token, campaign } = await mailing()
    for (let time = 0; time < 3; time++) {
      const { status, headers } = await get(`/t/o/${token}.gif`)
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        'image/gif',
        'no-store',
      ])
    }
    expect((await opened.events()).filter(({ name }) => name === 'email.open')).toHaveLength(3)
    expect(await opened.counts(campaign)).toMatchObject({ opened: 1, clicked: 0 })
  })

  it.each([
    ['a HEAD request', { method: 'HEAD' }],
    ['a prefetch', { headers: { 'Sec-Purpose': 'prefetch;prerender' } }],
    ['a preview', { headers: { 'X-Purpose': 'preview' } }],
  ])('does not count %s', async (_what, init) => {
    const { token, campaign } = await mailing()
    expect((await get(`/t/o/${token}.gif`, init)).status).toBe(200)
    expect(await opened.counts(campaign)).toMatchObject({ opened: 0 })
  })

  it('is an image for any token, so that nothing is learnt from it', async () => {
    expect((await get(`/t/o/${'0'.repeat(32)}.gif`)).status).toBe(200)
    expect((await get('/t/o/x.gif')).status).toBe(404)
  })

  it('records a bounded number of events', async () => {
    const { token } = await mailing()
    for (let time = 0; time < 110; time++) await get(`/t/o/${token}.gif`)
    expect((await opened.events()).filter(({ name }) => name === 'email.open')).toHaveLength(100)
  })

  it('records nothing for a contact that was deleted', async () => {
    const { token, contact, campaign } = await mailing()
    await opened.context.store.contacts.remove(contact)
    await get(`/t/o/${token}.gif`)
    expect(await opened.counts(campaign)).toMatchObject({ opened: 0 })
    expect(await opened.stored.count('event')).toBe(0)
  })
})

describe('a tracked link', () => {
  const clickOf = (html: string) => links(html).find((path) => path.startsWith('/t/c/')) ?? ''

  it('leads on, and tells where to', async () => {
    const { html, campaign } = await mailing()
    const { status, headers } = await get(clickOf(html))
    expect([status, headers.get('location')]).toEqual([302, 'https://shop.example/a?b=1&c=2'])
    expect((await opened.events()).at(-1)).toMatchObject({
      name: 'email.click',
      data: { url: 'https://shop.example/a?b=1&c=2' },
    })
    expect(await opened.counts(campaign)).toMatchObject({ opened: 1, clicked: 1 })
  })

  it('counts a message once, and the opening that a click proves once', async () => {
    const { html, campaign, token } = await mailing()
    await get(clickOf(html))
    await get(clickOf(html))
    await get(`/t/o/${token}.gif`)
    expect(await opened.counts(campaign)).toMatchObject({ opened: 1, clicked: 1 })
    const names = (await opened.events()).map(({ name }) => name)
    expect(names).toEqual([
      'email.sent',
      'email.delivery',
      'email.open',
      'email.click',
      'email.click',
      'email.open',
    ])
  })

  it('leads on without counting for a HEAD request', async () => {
    const { html, campaign } = await mailing()
    expect(await get(clickOf(html), { method: 'HEAD' })).toMatchObject({ status: 302 })
    expect(await opened.counts(campaign)).toMatchObject({ opened: 0, clicked: 0 })
  })

  it('leads nowhere but to the targets of its message', async () => {
    const { html, token } = await mailing()
    const [, signed = ''] = /\/t\/c\/[^/]+\/(.*)/.exec(clickOf(html)) ?? []
    const evil = Buffer.from('https://evil.example/').toString('base64url')
    for (const path of [
      `/t/c/${token}/${signed.slice(0, 22)}${evil}`,
      `/t/c/${token}/${evil}`,
      `/t/c/${'0'.repeat(32)}/${signed}`,
      `/t/c/${token}/${signed}x`,
      `/t/c/${token}/%00`,
      `/t/c/${token}/`,
    ]) {
      const { status, headers } = await get(path)
      expect([path, status, headers.get('location')]).toEqual([path, 404, null])
    }
  })
})

describe('the pages about a subscription', () => {
  it('show who it is about and change nothing by being looked at', async () => {
    const { token, contact } = await mailing()
    for (const page of ['unsubscribe', 'subscribe', 'manage']) {
      const { status, text } = await get(`/${page}/${token}`)
      expect(status).toBe(200)
      expect(text).toContain('ada@x.example')
      expect(text).toContain(`action="/unsubscribe/${token}"`)
    }
    expect((await opened.context.store.contacts.get(contact))?.subscribed).toBe(true)
  })

  it('unsubscribe and subscribe with their buttons', async () => {
    const { token, campaign, contact } = await mailing()
    const off = await post(`/unsubscribe/${token}`, { confirm: 'yes' })
    expect([off.status, off.headers.get('location')]).toEqual([303, `/manage/${token}`])
    expect((await opened.context.store.contacts.get(contact))?.subscribed).toBe(false)
    expect((await get(`/manage/${token}`)).text).toContain('You are unsubscribed')
    await post(`/subscribe/${token}`, { confirm: 'yes' })
    expect((await opened.context.store.contacts.get(contact))?.subscribed).toBe(true)
    await post(`/unsubscribe/${token}`, { confirm: 'yes' })
    expect(await opened.counts(campaign)).toMatchObject({ unsubscribed: 1 })
    const names = await opened.stored.values(
      'SELECT n.name FROM event AS e JOIN event_name AS n ON n.number = e.name ORDER BY e.seq',
    )
    expect(names.slice(2)).toEqual(['contact.unsubscribed', 'contact.subscribed', 'contact.unsubscribed'])
  })

  it('unsubscribe with one click in a mail program, by the address in the header', async () => {
    const { headers, campaign, contact } = await mailing()
    const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? ''
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const path = /^<http:\/\/service\.example(.*)>$/.exec(header('list-unsubscribe'))?.[1] ?? ''
    const fields = { 'List-Unsubscribe': 'One-Click' }
    expect((await post(path, fields)).status).toBe(200)
    expect((await post(path, fields)).status).toBe(200)
    expect((await opened.context.store.contacts.get(contact))?.subscribed).toBe(false)
    expect(await opened.counts(campaign)).toMatchObject({ unsubscribed: 1 })
  })

  it('take one click as multipart too, as the standard allows', async () => {
    const { token, contact } = await mailing()
    const body = new FormData()
    body.set('List-Unsubscribe', 'One-Click')
    expect((await get(`/unsubscribe/${token}`, { method: 'POST', body })).status).toBe(200)
    expect((await opened.context.store.contacts.get(contact))?.subscribed).toBe(false)
  })

  it.each([
    ['nothing', { body: '' }],
    ['JSON', { body: '{"confirm":"yes"}', headers: { 'Content-Type': 'application/json' } }],
    ['another field', { body: new URLSearchParams({ __proto__x: 'yes' }) }],
    [
      'a broken multipart form',
      { body: 'x', headers: { 'Content-Type': 'multipart/form-data; boundary=b' } },
    ],
    ['more than a form holds', { body: new URLSearchParams({ confirm: 'yes', more: 'x'.repeat(10_000) }) }],
  ])('change nothing for %s', async (_what, init) => {
    const { token, contact } = await mailing()
    const { status, text } = await get(`/unsubscribe/${token}`, { method: 'POST', ...init })
    expect([status, text.includes('Nothing was changed')]).toEqual([400, true])
    expect((await opened.context.store.contacts.get(contact))?.subscribed).toBe(true)
  })

  it('subscribe nobody again without the button', async () => {
    const { token, contact } = await mailing()
    await post(`/unsubscribe/${token}`, { confirm: 'yes' })
    const forms: Record<string, string>[] = [{}, { confirm: 'no' }, { 'List-Unsubscribe': 'One-Click' }]
    for (const form of forms) {
      const { status, text } = await post(`/subscribe/${token}`, form)
      expect([status, text.includes('Nothing was changed')]).toEqual([400, true])
    }
    expect((await opened.context.store.contacts.get(contact))?.subscribed).toBe(false)
  })

  it.each(['0'.repeat(32), 'x', '%00', "' OR 1=1 --", '..%2f..%2foutbox', '%'])(
    'answer 404 in words for the token %s',
    async (token) => {
      await mailing()
      for (const answer of [
        await get(`/unsubscribe/${encodeURIComponent(token)}`),
        await post(`/unsubscribe/${encodeURIComponent(token)}`, { 'List-Unsubscribe': 'One-Click' }),
        await post(`/subscribe/${encodeURIComponent(token)}`, { confirm: 'yes' }),
      ]) {
        expect([answer.status, answer.text.includes('This link is not known')]).toEqual([404, true])
      }
    },
  )

  it('say that a deleted contact gets nothing any more', async () => {
    const { token, contact } = await mailing()
    await opened.context.store.contacts.remove(contact)
    const { status, text } = await get(`/manage/${token}`)
    expect([status, text.includes('no longer on the list'), text.includes('<form')]).toEqual([
      200,
      true,
      false,
    ])
    expect((await post(`/unsubscribe/${token}`, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
  })

  it('say that a test has no subscription behind it', async () => {
    await opened.queue.enqueue(plain, [stranger('me@x.example')])
    await untilSent(opened, clock)
    const { text } = await get(`/unsubscribe/${String((await opened.column('token'))['me@x.example'])}`)
    expect(text).toContain('This was a test')
  })

  it('escape the address, and let nothing in from elsewhere', async () => {
    const { token, contact } = await mailing()
    await opened.stored.change('UPDATE contact SET email = ? WHERE seq = ?', '"<script>"@x.example', contact)
    const { text, headers } = await get(`/manage/${token}`)
    expect(text).not.toContain('<script')
    expect(text).toContain('&lt;script&gt;')
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    })
    expect(headers.has('access-control-allow-origin')).toBe(false)
  })
})
