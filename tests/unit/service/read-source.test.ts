import { describe, expect, it } from 'vitest'
import { readSource } from '../../../src-service/mail/read-source'

/** Reads what stands in lines. */
const read = (...lines: string[]) => readSource(Buffer.from(lines.join('\r\n')))

describe('a source that the outbox shows', () => {
  it('needs nobody it is from, nor a text', async () => {
    const mail = await read('Subject: Hello', '', '')
    expect(mail).toMatchObject({ from: '', to: '', replyTo: null, text: '', html: '', hasHtml: false })
  })

  it('names a group by its name where no address stands', async () => {
    const { to } = await read('From: desk@mail.example', 'To: Friends:;', 'Subject: Hello', '', 'Hi')
    expect(to).toContain('Friends')
  })

  it('numbers the attachments that have no name', async () => {
    const part = ['--b', 'Content-Type: application/pdf', 'Content-Disposition: attachment', '', 'abc']
    const { attachments } = await read(
      'From: desk@mail.example',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'Hi',
      ...part,
      ...part,
      '--b--',
      '',
    )
    expect(attachments.map(({ filename, size }) => [filename, size])).toEqual([
      ['attachment-1', 4],
      ['attachment-2', 4],
    ])
  })
})
