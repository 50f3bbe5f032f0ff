import { z } from 'zod'
import { lazySchema } from '../../src-shared/lazily'
import { named, type ServiceDatabase, statements } from '../store/statements'
import type { MailContent } from './message'

/** What messages are made of, stored once for all who get it. */
export type ContentStore = ReturnType<typeof contentStore>

/** A content as it is stored: what is no text or number is JSON text. */
interface StoredContent extends Required<Omit<MailContent, 'headers' | 'attachments' | 'data'>> {
  headers: string
  attachments: string
  data: string
}

// What this module wrote itself, read with a schema all the same: the columns are text.
const headersText = lazySchema(() => z.record(z.string(), z.string()))
const attachmentsText = lazySchema(() =>
  z.array(
    z.object({
      filename: z.string(),
      content: z.string(),
      contentType: z.string().nullable(),
      contentId: z.string().nullish(),
    }),
  ),
)
const dataText = lazySchema(() => z.record(z.string(), z.unknown()))

/** The contents of a database. */
export function contentStore(db: ServiceDatabase) {
  const sql = statements(db)
  const insert = sql.numbered<[StoredContent & { now: number }]>(
    `INSERT INTO mail_content (kind, campaign, subject, body, from_address, from_name, reply_to, headers, attachments,
       data, origin, template, to_address, created_at)
     VALUES (@kind, @campaign, @subject, @body, @fromAddress, @fromName, @replyTo, @headers, @attachments,
       @data, @origin, @template, @toAddress, @now) RETURNING seq`,
  )
  const columns = named(
    `kind, campaign, subject, body, from_address, from_name, reply_to, headers, attachments, data, origin,
     template, to_address`,
  )
  const select = sql.row<[seq: number], StoredContent>(`SELECT ${columns} FROM mail_content WHERE seq = ?`)
  const ofCampaign = sql.value<[campaign: number], number>(
    'SELECT seq FROM mail_content WHERE campaign = ? AND cancelled = 0',
  )
  const cancel = sql.values<[campaign: number], number>(
    'UPDATE mail_content SET cancelled = 1 WHERE campaign = ? RETURNING seq',
  )
  const sweep = sql.run<[seq: number]>(
    `DELETE FROM mail_content WHERE seq = ? AND NOT EXISTS
       (SELECT 1 FROM message WHERE content = mail_content.seq AND status IN ('queued', 'sending'))`,
  )

  return {
    /** Stores a content at `now` (milliseconds since 1970), or finds the one its campaign has. Returns its number. */
    async add({ headers, attachments, data, ...plain }: MailContent, now: number): Promise<number> {
      const known = plain.campaign === null ? null : await ofCampaign(plain.campaign)
      if (known !== null) return known
      return insert({
        ...plain,
        headers: JSON.stringify(headers),
        attachments: JSON.stringify(attachments),
        data: JSON.stringify(data),
        origin: plain.origin ?? 'send',
        template: plain.template ?? null,
        toAddress: plain.toAddress ?? null,
        now,
      })
    },
    async get(seq: number): Promise<MailContent | null> {
      const found = await select(seq)
      return (
        found && {
          ...found,
          headers: headersText.parse(JSON.parse(found.headers)),
          attachments: attachmentsText.parse(JSON.parse(found.attachments)),
          data: dataText.parse(JSON.parse(found.data)),
        }
      )
    },
    /** Says that nothing more is sent of a campaign's content. */
    async cancel(campaign: number): Promise<void> {
      for (const seq of await cancel(campaign)) await sweep(seq)
    },
    /** Drops a content that nothing is left to send of: with it goes what a call's data held for that call alone. */
    sweep,
  }
}
