import { z } from 'zod'
import type { ServiceDatabase } from '../store/database'
import type { MailContent, MailKind, MailOrigin } from './message'

/** What messages are made of, stored once for all who get it. */
export interface ContentStore {
  /** Stores a content at `now` (milliseconds since 1970), or finds the one its campaign has. Returns its number. */
  add(content: MailContent, now: number): number
  get(seq: number): MailContent | null
  /** Says that nothing more is sent of a campaign's content. */
  cancel(campaign: number): void
  /** Drops a content that nothing is left to send of: with it goes what a call's data held for that call alone. */
  sweep(seq: number): void
}

type ContentTuple = [
  kind: MailKind,
  campaign: number | null,
  subject: string,
  body: string,
  fromAddress: string,
  fromName: string | null,
  replyTo: string | null,
  headers: string,
  attachments: string,
  data: string,
  origin: MailOrigin,
  template: number | null,
  toAddress: string | null,
]

const columns =
  'kind, campaign, subject, body, from_address, from_name, reply_to, headers, attachments, data, origin, template, to_address'

// What this module wrote itself, read with a schema all the same: the columns are text.
const headersText = z.record(z.string(), z.string())
const attachmentsText = z.array(
  z.object({
    filename: z.string(),
    content: z.string(),
    contentType: z.string().nullable(),
    contentId: z.string().nullish(),
  }),
)
const dataText = z.record(z.string(), z.unknown())

/** The contents of a database. In one piece: its calls share the statements at its head. */
export function contentStore(db: ServiceDatabase): ContentStore {
  const insert = db
    .prepare<[...ContentTuple, number], number>(
      `INSERT INTO mail_content (${columns}, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
    )
    .pluck()
  const select = db.prepare<[number], ContentTuple>(`SELECT ${columns} FROM mail_content WHERE seq = ?`).raw()
  const ofCampaign = db
    .prepare<[number], number>('SELECT seq FROM mail_content WHERE campaign = ? AND NOT cancelled')
    .pluck()
  const cancel = db
    .prepare<[number], number>('UPDATE mail_content SET cancelled = 1 WHERE campaign = ? RETURNING seq')
    .pluck()
  const sweep = db.prepare<[number]>(
    `DELETE FROM mail_content WHERE seq = ? AND NOT EXISTS
       (SELECT 1 FROM message WHERE content = mail_content.seq AND status IN ('queued', 'sending'))`,
  )

  return {
    add(content, now) {
      const known = content.campaign === null ? undefined : ofCampaign.get(content.campaign)
      if (known !== undefined) return known
      const seq = insert.get(
        content.kind,
        content.campaign,
        content.subject,
        content.body,
        content.fromAddress,
        content.fromName,
        content.replyTo,
        JSON.stringify(content.headers),
        JSON.stringify(content.attachments),
        JSON.stringify(content.data),
        content.origin ?? 'send',
        content.template ?? null,
        content.toAddress ?? null,
        now,
      )
      if (seq === undefined) throw new Error('The new content was not returned.')
      return seq
    },
    get(seq) {
      const found = select.get(seq)
      if (!found) return null
      const [kind, campaign, subject, body, fromAddress, fromName, replyTo, ...others] = found
      const [headers, attachments, data, origin, template, toAddress] = others
      return {
        kind,
        campaign,
        subject,
        body,
        fromAddress,
        fromName,
        replyTo,
        headers: headersText.parse(JSON.parse(headers)),
        attachments: attachmentsText.parse(JSON.parse(attachments)),
        data: dataText.parse(JSON.parse(data)),
        origin,
        template,
        toAddress,
      }
    },
    cancel(campaign) {
      for (const seq of cancel.all(campaign)) sweep.run(seq)
    },
    sweep: (seq) => void sweep.run(seq),
  }
}
