import { inOrder } from './in-order'
import type { CampaignCountField, CampaignStatus, audienceTypes } from '../../src-shared/interface/campaign'
import { foldCase } from '../../src-shared/interface/filter-values'
import type { MailKind } from '../mail/message'
import { type SeqPage, type SeqQuery, seqLister } from './seq-list'
import { arrival, named, type ServiceDatabase, statements } from './statements'

/** What a person says of a campaign. */
export interface CampaignFields {
  name: string
  description: string | null
  subject: string
  /** HTML. */
  body: string
  from: string
  fromName: string | null
  replyTo: string | null
  type: MailKind
  audienceType: (typeof audienceTypes)[number]
  /** JSON text of a condition (filter.ts); null unless `audienceType` is FILTERED. */
  audienceCondition: string | null
  /** The number of a segment; null unless `audienceType` is SEGMENT. */
  segment: number | null
}

/** A campaign as it is stored. Times are milliseconds since 1970. */
export interface CampaignRow extends CampaignFields, Record<CampaignCountField, number> {
  seq: number
  status: CampaignStatus
  scheduledFor: number | null
  sentAt: number | null
  /** Why the service cancelled it by itself. */
  cancelReason: string | null
  /** 1 where it is out of the way of the list. */
  archived: number
  createdAt: number
  updatedAt: number
}

/** What is asked of the list of campaigns. */
interface CampaignFilter {
  status?: CampaignStatus
  /** Part of a name or a subject, without regard to case, in any script. */
  search?: string
  /** Part of a sender's address counts too. */
  searchesSenders?: boolean
  /** Only those that are archived, or that are not; both unless said. */
  archived?: boolean
}

/** Reading and writing campaigns. */
export type Campaigns = ReturnType<typeof campaignStore>

const columns = named(
  `seq, name, description, subject, body, from_address AS "from", from_name, reply_to, type, status, audience_type,
   audience_condition, segment, scheduled_for, total_recipients, sent_count, delivered_count, opened_count,
   clicked_count, bounced_count, complained_count, unsubscribed_count, sent_at, cancel_reason, archived, created_at,
   updated_at`,
)

/**
 * The campaigns of a database. Which move is allowed is asked before (campaigns/states.ts), in the same transaction;
 * `now` is milliseconds since 1970. In one piece: it is a table of statements.
 */
export function campaignStore(db: ServiceDatabase) {
  const sql = statements(db)
  const get = sql.row<[seq: number], CampaignRow>(`SELECT ${columns} FROM campaign WHERE seq = ?`)
  const insert = sql.numbered<[CampaignFields & { now: number }]>(
    `INSERT INTO campaign (name, description, subject, body, from_address, from_name, reply_to, type, status,
       audience_type, audience_condition, segment, created_at, updated_at)
     SELECT @name, @description, @subject, @body, @from, @fromName, @replyTo, @type, 'DRAFT',
       @audienceType, @audienceCondition, @segment, at, at FROM (SELECT ${arrival('campaign')} AS at) AS arrived
     RETURNING seq`,
  )
  const write = sql.run<[CampaignFields & { scheduledFor: number | null; seq: number; now: number }]>(
    `UPDATE campaign SET name = @name, description = @description, subject = @subject, body = @body,
       from_address = @from, from_name = @fromName, reply_to = @replyTo, type = @type,
       audience_type = @audienceType, audience_condition = @audienceCondition, segment = @segment,
       scheduled_for = @scheduledFor, updated_at = greatest(@now, created_at)
     WHERE seq = @seq`,
  )
  const readPage = seqLister(db, 'campaign', 'seq', ({ seq }: Pick<CampaignRow, 'seq'>) => ({ seq }))

  async function existing(seq: number): Promise<CampaignRow> {
    const row = await get(seq)
    if (!row) throw new Error('The campaign is not there.')
    return row
  }

  return {
    get,
    /** Newest first. */
    async list(
      query: SeqQuery,
      { status, search, searchesSenders = false, archived }: CampaignFilter,
    ): Promise<SeqPage<CampaignRow>> {
      const conditions: string[] = ['true']
      const values: string[] = []
      if (status) {
        conditions.push('status = ?')
        values.push(status)
      }
      if (search) {
        // LIKE knows the two cases of ASCII alone.
        const searched = ['name', 'subject', ...(searchesSenders ? ['from_address'] : [])]
        conditions.push(`(${searched.map((column) => `instr(fold_case(${column}), ?) > 0`).join(' OR ')})`)
        values.push(...searched.map(() => foldCase(search)))
      }
      if (archived !== undefined) conditions.push(`archived = ${archived ? 1 : 0}`)
      const page = await readPage(query, { where: conditions.join(' AND '), values })
      return { ...page, rows: await inOrder(page.rows, async ({ seq }) => existing(seq)) }
    },
    create: async (fields: CampaignFields, now: number) => existing(await insert({ ...fields, now })),
    /** Writes what differs; `updatedAt` moves only then. */
    async change(
      before: CampaignRow,
      after: CampaignFields & { scheduledFor: number | null },
      now: number,
    ): Promise<void> {
      const same = (Object.keys(after) as (keyof typeof after)[]).every((key) => after[key] === before[key])
      if (!same) await write({ ...after, seq: before.seq, now })
    },
    schedule: sql.run<[{ seq: number; at: number; now: number }]>(
      `UPDATE campaign SET status = 'SCHEDULED', scheduled_for = @at, updated_at = greatest(@now, created_at) WHERE seq = @seq`,
    ),
    /** Makes it SENDING to `total` recipients. */
    begin: sql.run<[{ seq: number; total: number; now: number }]>(
      `UPDATE campaign SET status = 'SENDING', total_recipients = @total, updated_at = greatest(@now, created_at)
       WHERE seq = @seq`,
    ),
    // The indexes that are named answer alone. Left to choose, SQLite reads rows, and a row holds a whole body.
    isCancelled: sql.has<[seq: number]>(
      "SELECT 1 FROM campaign INDEXED BY campaign_status WHERE status = 'CANCELLED' AND seq = ?",
    ),
    /**
     * Takes a CANCELLED campaign of which messages are still queued, within the transaction that takes them back; null when there
     * is none.
     */
    takeCancelled: sql.value<[], number>(
      `SELECT seq FROM campaign INDEXED BY campaign_status WHERE status = 'CANCELLED'
         AND EXISTS (SELECT 1 FROM message WHERE campaign = campaign.seq AND message.status = 'queued')
       LIMIT 1 ${sql.taking}`,
    ),
    /** Makes it CANCELLED. */
    cancel: sql.run<[{ seq: number; reason: string | null; now: number }]>(
      `UPDATE campaign SET status = 'CANCELLED', cancel_reason = @reason, updated_at = greatest(@now, created_at)
       WHERE seq = @seq`,
    ),
    /** Scheduled campaigns whose time has come, earliest first. */
    due: sql.values<[now: number], number>(
      `SELECT seq FROM campaign INDEXED BY campaign_start
       WHERE status = 'SCHEDULED' AND coalesce(queued_for, scheduled_for) <= ?
       ORDER BY coalesce(queued_for, scheduled_for), seq`,
    ),
    /** Takes a scheduled campaign, within the transaction that begins it; null where it is none, or another process is about to. */
    takeScheduled: sql.row<[seq: number], CampaignRow>(
      `SELECT ${columns} FROM campaign WHERE seq = ? AND status = 'SCHEDULED' ${sql.taking}`,
    ),
    /** When the next scheduled campaign starts; null when none is. */
    nextDue: sql.value<[], number>(
      `SELECT min(coalesce(queued_for, scheduled_for)) FROM campaign INDEXED BY campaign_start
       WHERE status = 'SCHEDULED'`,
    ),
    /** The name of a campaign that goes to a segment and is not over; null without one. */
    unsentTo: sql.value<[segment: number], string>(
      `SELECT name FROM campaign WHERE segment = ? AND status IN ('DRAFT', 'SCHEDULED', 'SENDING') ORDER BY seq LIMIT 1`,
    ),
    /** Says how many it goes to as things are now. */
    setTotal: sql.run<[{ seq: number; total: number }]>(
      'UPDATE campaign SET total_recipients = @total WHERE seq = @seq',
    ),
    setArchived: sql.run<[{ seq: number; archived: 0 | 1; now: number }]>(
      'UPDATE campaign SET archived = @archived, updated_at = greatest(@now, created_at) WHERE seq = @seq',
    ),
    /** How many are archived. */
    archivedCount: sql.count<[]>('SELECT count(*) FROM campaign WHERE archived = 1'),
    remove: sql.run<[seq: number]>('DELETE FROM campaign WHERE seq = ?'),
    /** Has no campaign go to a segment any more. */
    unlink: sql.run<[segment: number]>('UPDATE campaign SET segment = NULL WHERE segment = ?'),
  }
}
