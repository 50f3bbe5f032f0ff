import { describe, expect, it } from 'vitest'
import type { MailKind } from '../../../src-service/mail/message'
import { plainText } from '../../../src-shared/interface/plain-text'
import { render } from '../../../src-service/mail/render'

const links = {
  unsubscribeUrl: 'https://post.example/unsubscribe/abc',
  subscribeUrl: 'https://post.example/subscribe/abc',
  manageUrl: 'https://post.example/manage/abc',
}
interface Wish {
  kind?: MailKind
  subject?: string
  body?: string
  /** Of the call. */
  data?: Record<string, unknown>
  /** Of the contact. */
  kept?: Record<string, unknown>
}
const rendered = ({ kind = 'TRANSACTIONAL', subject = 's', body = 'b', data = {}, kept = {} }: Wish) =>
  render({ kind, subject, body, data }, { id: 'cnt_1', email: 'ada@example.com', data: kept }, links)

describe('A message is filled in', () => {
  it("from the contact's data", () => {
    expect(
      rendered({
        subject: 'Hi {{name}}',
        body: '<p>{{data.vessel.name}} {{id}} {{email}}</p>',
        kept: { name: 'Ada', vessel: { name: 'Vega' } },
      }),
    ).toEqual({
      subject: 'Hi Ada',
      html: '<p>Vega cnt_1 ada@example.com</p>',
      text: 'Vega cnt_1 ada@example.com',
    })
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['goes before it', { v: 'call' }, 'call'],
    ['is taken out of its wrapping', { v: { value: 'once', persistent: false } }, 'once'],
    [
      'is taken out of its wrapping when it is to be kept',
      { v: { value: 'kept', persistent: true } },
      'kept',
    ],
    ['leaves a value alone by an empty string', { v: '' }, 'stored'],
    ['takes a value away by null', { v: null }, 'none'],
    ['takes a value away for this call by a wrapped null', { v: { value: null, persistent: false } }, 'none'],
    ['may be an object that looks wrapped', { v: { value: 1 } }, '{"value":1}'],
  ])('where the data of the call %s', (_what, data, shown) => {
    expect(rendered({ subject: "{{v ?? 'none'}}", data, kept: { v: 'stored' } }).subject).toBe(shown)
  })

  it('with the contact and the links, whatever the call says', () => {
    const data = { id: 'x', email: 'x', unsubscribeUrl: 'javascript:x', manageUrl: 'x', subscribeUrl: 'x' }
    const body = '<a href="{{unsubscribeUrl}}">{{id}} {{email}} {{manageUrl}} {{subscribeUrl}}</a>'
    expect(rendered({ body, data }).html).toBe(
      `<a href="${links.unsubscribeUrl}">cnt_1 ada@example.com ${links.manageUrl} ${links.subscribeUrl}</a>`,
    )
  })

  it('once: what a value holds is no template', () => {
    expect(rendered({ subject: '{{a}}', body: '{{a}}', data: { a: '{{email}}' } })).toMatchObject({
      subject: '{{email}}',
      html: '{{email}}',
    })
  })

  it('for who is no contact, from the call alone', () => {
    const content = {
      kind: 'TRANSACTIONAL',
      subject: '{{id}}{{email}} {{a}}',
      body: 'b',
      data: { a: 1 },
    } as const
    const mail = render(content, { id: null, email: 'ada@example.com', data: {} }, links)
    expect(mail.subject).toBe('ada@example.com 1')
  })
})

describe('The way to unsubscribe', () => {
  const link = `<a href="${links.unsubscribeUrl}"`

  it('is put at the end of a body of MARKETING', () => {
    const { html, text } = rendered({ kind: 'MARKETING', body: '<p>News</p>' })
    expect(html).toMatch(/^<p>News<\/p><p .*Unsubscribe<\/a><\/p>$/)
    expect(html).toContain(link)
    expect(text).toBe(`News\n\nThis email went to ada@example.com. Unsubscribe [${links.unsubscribeUrl}]`)
  })

  it.each([
    ['<html><body><p>a</p></body></html>', '</a></p></body></html>'],
    ['<body>a</BODY >\n', '</a></p></BODY >\n'],
    ['<body>a</body>b</body>', '</a></p></body>'],
    ['İİİİ<body>a</body>', '</a></p></body>'],
  ])('is put within the body of %j', (body, end) => {
    expect(rendered({ kind: 'MARKETING', body }).html.endsWith(end)).toBe(true)
  })

  it.each(['{{unsubscribeUrl}}', "{{ unsubscribeUrl ?? '' }}"])('is not put in where %s is', (variable) => {
    const { html } = rendered({ kind: 'MARKETING', body: `<a href="${variable}">Stop</a>` })
    expect(html).toBe(`${link}>Stop</a>`)
  })

  it('is put in where only data is called so', () => {
    const { html } = rendered({
      kind: 'MARKETING',
      body: '{{data.unsubscribeUrl}}',
      data: { unsubscribeUrl: 'x' },
    })
    expect(html).toContain(link)
  })

  it.each(['TRANSACTIONAL', 'HEADLESS'] as const)('is not put into %s', (kind) => {
    expect(rendered({ kind, body: '<p>a</p>' }).html).toBe('<p>a</p>')
  })
})

describe('As plain text', () => {
  it.each([
    ['a paragraph', '<p>One &amp; two&nbsp;three</p><p>Four</p>', 'One & two\u00a0three\n\nFour'],
    ['a heading', '<h1>News</h1><p>a</p>', 'News\n\na'],
    ['a link', '<a href="https://example.com/a?b=1&amp;c=2">Go</a>', 'Go [https://example.com/a?b=1&c=2]'],
    [
      'a link that says where',
      '<a href="https://example.com">https://example.com</a>',
      'https://example.com',
    ],
    ['a list', '<ul><li>a</li><li>b</li></ul>', '* a\n * b'],
    [
      'a row of cells',
      '<table><tr><td>Seats</td><td>3</td></tr><tr><td>Total</td></tr></table>',
      'Seats 3\nTotal',
    ],
    ['no image', 'a<img src="https://example.com/b.png" alt="c">d', 'ad'],
    ['no style and no script', '<style>p{}</style><script>f()</script><title>t</title>a', 'a'],
    ['a long line', `<p>${'word '.repeat(100)}</p>`, 'word '.repeat(100).trim()],
    ['nothing', '<img src="a">', ''],
  ])('%s stays readable', (_what, html, text) => {
    expect(plainText(html)).toBe(text)
  })

  it('values are text again', () => {
    expect(rendered({ body: '<p>{{v}}</p>', data: { v: '<b>A & "B"</b>' } }).text).toBe('<b>A & "B"</b>')
  })

  it.each([
    ['<div>', 200_000],
    ['<p><b><i>', 100_000],
    ['<table><tr><td>', 60_000],
    ['<b></x>', 150_000],
    ['<ul><li>', 100_000],
  ])('%s nested beyond reason is nothing', (html, times) => {
    expect(plainText(html.repeat(times))).toBe('')
  })

  it.each([
    ['<', 1_000_000],
    ['<br>', 200_000],
    ['<p>a</p>', 30_000],
    ['<!--', 250_000],
    ['&amp;', 200_000],
    ['</b>', 200_000],
  ])('%s, as often as it may come, is read', (html, times) => {
    expect(plainText(`start ${html.repeat(times)}`)).toMatch(/^start/)
  })
})
