import PostalMime, { decodeWords, type Email } from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { compose, type MessageFacts } from '../../../src-service/mail/compose'
import type { RenderedMail } from '../../../src-service/mail/render'

const facts: MessageFacts = {
  content: {
    kind: 'TRANSACTIONAL',
    fromAddress: 'desk@harbour.example',
    fromName: null,
    replyTo: null,
    headers: {},
    attachments: [],
  },
  to: { address: 'ada@example.com', name: null },
  token: 'a-secret-token',
  date: Date.UTC(2026, 10, 20, 14, 5, 6),
  unsubscribeUrl: 'https://post.example/unsubscribe/abc',
}
const hello: RenderedMail = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }

interface Composed {
  email: Email
  source: string
  /** Of the message itself: `name: value`, unfolded. */
  headers: string[]
}

async function made(
  content: Partial<MessageFacts['content']> = {},
  mail: Partial<RenderedMail> = {},
  more: Partial<MessageFacts> = {},
): Promise<Composed> {
  const buffer = await compose(
    { ...hello, ...mail },
    { ...facts, ...more, content: { ...facts.content, ...content } },
  )
  const source = buffer.toString('latin1')
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]/g, ' ')
  return { email: await PostalMime.parse(buffer), source, headers: head.split('\r\n') }
}
const header = ({ email }: Composed, key: string) =>
  email.headers.filter((each) => each.key === key).map(({ value }) => value)
const names = ({ headers }: Composed): string[] =>
  headers.map((line) => line.slice(0, line.indexOf(':'))).sort()

const usual = ['Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To']

describe('A message', () => {
  it('has the headers it needs and no others', async () => {
    const message = await made()
    expect(names(message)).toEqual(usual)
    expect(message.email).toMatchObject({
      from: { address: 'desk@harbour.example', name: '' },
      to: [{ address: 'ada@example.com', name: '' }],
      subject: 'Hello',
      date: '2026-11-20T14:05:06.000Z',
      text: 'Hello\n',
      html: '<p>Hello</p>\n',
      attachments: [],
    })
  })

  it('says the same as text and as HTML, the richer last', async () => {
    const { source } = await made()
    expect(source).toMatch(/^Content-Type: multipart\/alternative/m)
    expect(source.indexOf('text/plain')).toBeLessThan(source.indexOf('text/html'))
  })

  it('has HTML alone where there is no text to it', async () => {
    const { source, email } = await made({}, { html: '<img src="https://example.com/a">', text: '' })
    expect(source).not.toContain('multipart')
    expect(email.html).toContain('<img')
  })

  it("has a Message-ID under the sender's domain, that does not tell its token", async () => {
    const [first, again, other] = [await made(), await made(), await made({}, {}, { token: 'b' })]
    expect(first.email.messageId).toMatch(/^<[0-9a-f]{32}@harbour\.example>$/)
    expect(again.email.messageId).toBe(first.email.messageId)
    expect(other.email.messageId).not.toBe(first.email.messageId)
    expect(first.source).not.toContain(facts.token)
  })

  it('names sender, recipient and where answers go', async () => {
    const { email } = await made(
      { fromName: 'Åse "the harbour" Ø, Ltd. <x@y.example>', replyTo: 'answers@harbour.example' },
      {},
      { to: { address: 'ada@example.com', name: '山田 太郎' } },
    )
    expect(email.from).toMatchObject({
      name: 'Åse "the harbour" Ø, Ltd. <x@y.example>',
      address: 'desk@harbour.example',
    })
    expect(email.to).toEqual([expect.objectContaining({ name: '山田 太郎', address: 'ada@example.com' })])
    expect(email.replyTo).toEqual([expect.objectContaining({ address: 'answers@harbour.example' })])
  })

  it.each([
    ['in Latin script', 'Grüße aus Ærø'],
    ['in Japanese', 'こんにちは、港の皆さん'],
    ['with emoji', '🚢 ahoy 👩‍👩‍👧‍👦'],
    ['that is long', 'ü'.repeat(900)],
    ['that is long and ASCII', 'word '.repeat(180).trim()],
    ['that is one long word', 'w'.repeat(900)],
  ])('keeps a subject %s', async (_what, subject) => {
    const message = await made({}, { subject })
    expect(message.email.subject).toBe(subject)
    expect(names(message)).toEqual(usual)
  })

  it('shows what looks like an encoded word as it is written', async () => {
    const word = '=?utf-8?Q?=41=0D=0ABcc:?='
    const attachments = [{ filename: word, content: '', contentType: null }]
    const { email } = await made({ fromName: word, attachments }, { subject: `Re: ${word}` })
    const shown = [email.subject, email.from?.name, email.attachments[0]?.filename]
    expect(shown.map((text) => text?.replaceAll('\u200b', ''))).toEqual([`Re: ${word}`, word, word])
  })

  it('keeps every character of its body, in lines that SMTP can carry', async () => {
    const text = `${'港'.repeat(5000)}\n.\n..\nFrom here\n${'a'.repeat(5000)}\n\ttab \u00a0 end  \nlast`
    const message = await made({}, { text, html: `<pre>${text}</pre>` })
    expect(message.email.text?.trimEnd()).toBe(text)
    expect(message.email.html?.trimEnd()).toBe(`<pre>${text}</pre>`)
    // RFC 5321, 4.5.3.1.6, and RFC 5322, 2.1.1.
    for (const line of message.source.split('\r\n')) {
      expect(line.length).toBeLessThanOrEqual(998)
      expect(line).not.toMatch(/[\r\n\0]/)
    }
  })
})

describe('Ways to unsubscribe', () => {
  it('are in the headers of MARKETING, for one click', async () => {
    const message = await made({ kind: 'MARKETING' })
    expect(names(message)).toEqual([...usual, 'List-Unsubscribe', 'List-Unsubscribe-Post'].sort())
    expect(header(message, 'list-unsubscribe')).toEqual(['<https://post.example/unsubscribe/abc>'])
    expect(header(message, 'list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
  })

  it('are kept whole, however long', async () => {
    const unsubscribeUrl = `http://127.0.0.1:4310/unsubscribe/${'a'.repeat(300)}`
    const message = await made({ kind: 'MARKETING' }, {}, { unsubscribeUrl })
    expect(message.headers).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`)
  })

  it.each(['TRANSACTIONAL', 'HEADLESS'] as const)('are not in the headers of %s', async (kind) => {
    expect(names(await made({ kind }))).toEqual(usual)
  })
})

describe('Headers of its own', () => {
  it('are added', async () => {
    const message = await made({
      headers: { 'X-Harbour': 'Hull', 'X-Long': 'word '.repeat(150).trim(), References: '<a@b.example>' },
    })
    expect(header(message, 'x-harbour')).toEqual(['Hull'])
    expect(header(message, 'x-long')).toEqual(['word '.repeat(150).trim()])
    expect(names(message)).toEqual([...usual, 'References', 'X-Harbour', 'X-Long'].sort())
  })

  it('may be in any script', async () => {
    const message = await made({ headers: { 'X-Port': 'Ålesund 港' } })
    expect(header(message, 'x-port').map(decodeWords)).toEqual(['Ålesund 港'])
  })

  it('may be called like what every object has', async () => {
    const headers: Record<string, string> = JSON.parse('{"constructor": "a", "toString": "b"}')
    const message = await made({ headers })
    expect([header(message, 'constructor'), header(message, 'tostring')]).toEqual([['a'], ['b']])
  })
})

describe('Attachments', () => {
  const file = (more: Partial<MessageFacts['content']['attachments'][number]> = {}) => ({
    filename: 'a.csv',
    content: Buffer.from('a,b\r\n1,2').toString('base64'),
    contentType: 'text/csv',
    ...more,
  })
  const bytesOf = (content: unknown): Buffer =>
    content instanceof ArrayBuffer ? Buffer.from(content) : Buffer.from(String(content))

  it('stand in the text where that names their id', async () => {
    const { email, source } = await made({
      attachments: [file({ filename: 'logo.png', contentType: 'image/png', contentId: 'logo\r\nBcc: x' })],
    })
    expect(email.attachments).toMatchObject([{ disposition: 'inline', mimeType: 'image/png', related: true }])
    expect(source).toMatch(/^Content-Id: <logo/im)
    expect(source).not.toMatch(/^Bcc:/m)
  })

  it('come byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256))
    const { email } = await made({
      attachments: [
        file(),
        file({ filename: 'b.bin', content: bytes.toString('base64'), contentType: null }),
      ],
    })
    expect(
      email.attachments.map(({ filename, mimeType, disposition }) => [filename, mimeType, disposition]),
    ).toEqual([
      ['a.csv', 'text/csv', 'attachment'],
      ['b.bin', 'application/octet-stream', 'attachment'],
    ])
    expect(email.attachments.map(({ content }) => bytesOf(content).toString('hex'))).toEqual([
      Buffer.from('a,b\r\n1,2').toString('hex'),
      bytes.toString('hex'),
    ])
    expect(email.text).toBe('Hello\n')
  })

  it('may be empty', async () => {
    const { email } = await made({ attachments: [file({ content: '' })] })
    expect(email.attachments.map(({ content }) => bytesOf(content).length)).toEqual([0])
  })

  it.each(['Übersicht 2026 – 港.pdf', 'a "b" \\c; d=e.pdf', `${'long'.repeat(60)}.pdf`, '../../etc/passwd'])(
    'keep the name %s',
    async (filename) => {
      const { email } = await made({ attachments: [file({ filename })] })
      expect(email.attachments.map((each) => each.filename)).toEqual([filename])
    },
  )

  it('that are HTML do not take the place of the body', async () => {
    const content = Buffer.from('<p>attached</p>').toString('base64')
    const { email } = await made({
      attachments: [file({ filename: 'a.html', content, contentType: 'text/html' })],
    })
    expect(email.html).toBe('<p>Hello</p>\n')
    expect(email.attachments).toHaveLength(1)
  })
})

describe('No value adds a header', () => {
  const evil = 'x\r\nBcc: evil@example.com\r\n\r\n<p>body</p>\0\u0007\ud800'

  it.each<[string, Promise<Composed>]>([
    ['the name of the sender', made({ fromName: evil })],
    ['the name of the recipient', made({}, {}, { to: { address: 'ada@example.com', name: evil } })],
    ['the subject', made({}, { subject: evil })],
    ['a header', made({ headers: { 'X-A': evil } })],
    ['a file name', made({ attachments: [{ filename: evil, content: '', contentType: null }] })],
    ['the address of the sender', made({ fromAddress: `desk@harbour.example${evil}` })],
    ['the address for answers', made({ replyTo: `a@b.example${evil}` })],
    ['the address of the recipient', made({}, {}, { to: { address: `ada@example.com${evil}`, name: null } })],
    ['a link', made({ kind: 'MARKETING' }, {}, { unsubscribeUrl: `https://x.example/${evil}` })],
  ])('%s', async (_what, composed) => {
    const message = await composed
    expect(names(message)).not.toContain('Bcc')
    expect(message.source).not.toMatch(/^Bcc:/m)
    expect(message.email.html).toBe('<p>Hello</p>\n')
    expect(message.source).not.toContain('\0')
  })

  it('nor is a list of recipients made of one', async () => {
    const { email } = await made(
      {},
      {},
      { to: { address: 'ada@example.com', name: 'A <b@example.com>, c@example.com' } },
    )
    expect(email.to?.map(({ address }) => address)).toEqual(['ada@example.com'])
  })

  it('nor does a body read a file or fetch a page', async () => {
    const html = '<img src="file:///etc/hostname"><img src="data:image/png;base64,AAAA">'
    expect((await made({}, { html })).email.attachments).toEqual([])
  })
})
