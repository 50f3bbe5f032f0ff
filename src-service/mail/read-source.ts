import PostalMime, { type Address } from 'postal-mime'

/** A message as its source has it. */
export interface ReadMail {
  from: string
  to: string
  replyTo: string | null
  /** All of them, in their order, unfolded and decoded. */
  headers: { name: string; value: string }[]
  text: string
  hasHtml: boolean
  html: string
  attachments: ReadAttachment[]
}

interface ReadAttachment {
  filename: string
  contentType: string
  /** In bytes. */
  size: number
  content: Uint8Array<ArrayBuffer>
}

/** Reads a MIME source as mail programs do. */
export async function readSource(source: Buffer): Promise<ReadMail> {
  const mail = await PostalMime.parse(source, { attachmentEncoding: 'arraybuffer' })
  return {
    from: mail.from ? addressText(mail.from) : '',
    to: (mail.to ?? []).map(addressText).join(', '),
    replyTo: mail.replyTo ? mail.replyTo.map(addressText).join(', ') : null,
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    text: mail.text ?? '',
    hasHtml: mail.html !== undefined,
    html: mail.html ?? '',
    attachments: mail.attachments.map(({ filename, mimeType, content }, at) => {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
      return {
        filename: filename ?? `attachment-${at + 1}`,
        contentType: mimeType,
        size: bytes.length,
        content: bytes,
      }
    }),
  }
}

function addressText({ name, address }: Address): string {
  return name ? `${name} <${address ?? ''}>` : (address ?? '')
}
