import { createHash } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import { oneLine } from '../../src-shared/interface/one-line'
import type { MailContent } from './message'
import type { RenderedMail } from './render'

/** What the source of a message needs besides what was rendered. */
export interface MessageFacts {
  /** Who it is from, where answers go, headers and attachments; of kind MARKETING it carries List-Unsubscribe. */
  content: Pick<MailContent, 'kind' | 'fromAddress' | 'fromName' | 'replyTo' | 'headers' | 'attachments'>
  to: { address: string; name: string | null }
  /** What no other message has. The Message-ID follows from it and does not tell it, so a second attempt has the same. */
  token: string
  /** Milliseconds since 1970. */
  date: number
  /** Takes the one-click POST of RFC 8058. */
  unsubscribeUrl: string
  /** Whether mail programs are told of it; of kind MARKETING unless said. */
  offersWayOut?: boolean
}

/**
 * The MIME source of a message, with CRLF line ends: text and HTML as alternatives, then the attachments. No value can
 * add a header: what comes from outside is one line each before nodemailer encodes it.
 */
export async function compose(mail: RenderedMail, facts: MessageFacts): Promise<Buffer> {
  const { content, to, date } = facts
  const message = new MailComposer({
    from: mailbox(content.fromAddress, content.fromName),
    to: mailbox(to.address, to.name),
    ...(content.replyTo !== null && { replyTo: mailbox(content.replyTo, null) }),
    messageId: messageId(facts),
    date: new Date(date),
    subject: headerText(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: headersOf(facts),
    attachments: content.attachments.map(({ filename, content: base64, contentType, contentId }) => ({
      filename: headerText(filename),
      content: Buffer.from(base64, 'base64'),
      ...(contentType !== null && { contentType }),
      ...(contentId
        ? { cid: oneLine(contentId), contentDisposition: 'inline' }
        : { contentDisposition: 'attachment' }),
      contentTransferEncoding: 'base64',
    })),
    newline: 'win',
    // What is sent is what was given: no value may make the service read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return message.compile().build()
}

// What looks like an encoded word (RFC 2047) would be read as what it encodes, line breaks among it: an invisible
// character parts it, and makes nodemailer encode the text as it is.
function headerText(text: string): string {
  return oneLine(text).replaceAll('=?', '=\u200b?')
}

function mailbox(address: string, name: string | null): { address: string; name: string } {
  return { address: oneLine(address), name: name === null ? '' : headerText(name) }
}

// Under the sender's domain (RFC 5322, 3.6.4).
function messageId({ content, token }: MessageFacts): string {
  const unique = createHash('sha256').update(token).digest('hex').slice(0, 32)
  return `<${unique}@${content.fromAddress.slice(content.fromAddress.lastIndexOf('@') + 1)}>`
}

function headersOf({
  content,
  unsubscribeUrl,
  offersWayOut = content.kind === 'MARKETING',
}: MessageFacts): { key: string; value: string }[] {
  const headers = Object.entries(content.headers).map(([key, value]) => ({
    key,
    value: headerText(value),
  }))
  if (!offersWayOut) return headers
  return [
    ...headers,
    { key: 'List-Unsubscribe', value: `<${unsubscribeUrl}>` },
    { key: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  ]
}
