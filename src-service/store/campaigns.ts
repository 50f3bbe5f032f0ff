import type { CampaignCountField, CampaignStatus, audienceTypes } from '../../src-shared/interface/campaign'
import { foldCase } from '../../src-shared/interface/filter-values'
import type { MailKind } from '../mail/message'
import type { ServiceDatabase } from './database'
import { type SeqPage, type SeqQuery, seqLister } from './seq-list'

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
export interface CampaignFilter {
  status?: CampaignStatus
  /** Part of a name or a subject, without regard to case, in any script. */
  search?: string
  /** Part of a sender's address counts too. */
  searchesSenders?: boolean
  /** Only those that are archived, or that are not; both unless said. */
  archived?: boolean
}

/**
 * Reading and writing campaigns. Which move is allowed is asked before (campaigns/states.ts), in the same transaction;
 * `now` is milliseconds since 1970.
 */
export interface Campaigns {
  get(seq: number): CampaignRow | null
  /** Newest first. */
  list(query: SeqQuery, filter: CampaignFilter): SeqPage<CampaignRow>
  create(fields: CampaignFields, now: number): CampaignRow
  /** Writes what differs; `updatedAt` moves only then. */
  change(before: CampaignRow, after: CampaignFields & { scheduledFor: number | null }, now: number): void
  schedule(seq: number, at: number, now: number): void
  /** Makes it SENDING to `total` recipients. */
  begin(seq: number, total: number, now: number): void
  isCancelled(seq: number): boolean
  /** A CANCELLED campaign of which messages are still queued; null when there is none. */
  toTakeBack(): number | null
  /** Makes it CANCELLED. */
  cancel(seq: number, reason: string | null, now: number): void
  /** Scheduled campaigns whose time has come, earliest first. */
  due(now: number): number[]
  /** When the next scheduled campaign starts; null when none is. */
  nextDue(): number | null
  /** The name of a campaign that goes to a segment and is not over; null without one. */
  unsentTo(segment: number): string | null
  /** Says how many it goes to as things are now. */
  setTotal(seq: number, total: number): void
  setArchived(seq: number, archived: boolean, now: number): void
  /** How many are archived. */
  archivedCount(): number
  remove(seq: number): void
  /** Has no campaign go to a segment any more. */
  unlink(segment: number): void
}

// Where each field is kept.
const columns: Record<keyof CampaignRow, string> = {
  seq: 'seq',
  name: 'name',
  description: 'description',
  subject: 'subject',
  body: 'body',
  from: 'from_address',
  fromName: 'from_name',
  replyTo: 'reply_to',
  type: 'type',
  status: 'status',
  audienceType: 'audience_type',
  audienceCondition: 'audience_condition',
  segment: 'segment',
  scheduledFor: 'scheduled_for',
  totalRecipients: 'total_recipients',
  sentCount: 'sent_count',
  deliveredCount: 'delivered_count',
  openedCount: 'opened_count',
  clickedCount: 'clicked_count',
  bouncedCount: 'bounced_count',
  complainedCount: 'complained_count',
  unsubscribedCount: 'unsubscribed_count',
  sentAt: 'sent_at',
  cancelReason: 'cancel_reason',
  archived: 'archived',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
}
const selected = Object.entries(columns).map(([field, column]) => `${column} AS "${field}"`)

/** The campaigns of a database. In one piece: its calls share the statements at its head. */
export function campaignStore(db: ServiceDatabase): Campaigns {
  const bySeq = db.prepare<[number], CampaignRow>(`SELECT ${selected.join(', ')} FROM campaign WHERE seq = ?`)
  // Never earlier than the newest campaign, should the clock have gone back: see schema.ts.
  const insert = db
    .prepare<CampaignFields & { now: number }, number>(
      `INSERT INTO campaign (name, description, subject, body, from_address, from_name, reply_to, type, status,
         audience_type, audience_condition, segment, created_at, updated_at)
       SELECT @name, @description, @subject, @body, @from, @fromName, @replyTo, @type, 'DRAFT',
         @audienceType, @audienceCondition, @segment, at, at
       FROM (SELECT max(@now, coalesce((SELECT created_at FROM campaign ORDER BY seq DESC LIMIT 1), 0)) AS at)
       RETURNING seq`,
    )
    .pluck()
  const write = db.prepare<CampaignFields & { scheduledFor: number | null; seq: number; now: number }>(
    `UPDATE campaign SET name = @name, description = @description, subject = @subject, body = @body,
       from_address = @from, from_name = @fromName, reply_to = @replyTo, type = @type,
       audience_type = @audienceType, audience_condition = @audienceCondition, segment = @segment,
       scheduled_for = @scheduledFor, updated_at = max(@now, created_at)
     WHERE seq = @seq`,
  )
  const schedule = db.prepare<[number, number, number]>(
    `UPDATE campaign SET status = 'SCHEDULED', scheduled_for = ?, updated_at = max(?, created_at) WHERE seq = ?`,
  )
  const begin = db.prepare<[number, number, number]>(
    `UPDATE campaign SET status = 'SENDING', total_recipients = ?, updated_at = max(?, created_at) WHERE seq = ?`,
  )
  const cancel = db.prepare<[string | null, number, number]>(
    `UPDATE campaign SET status = 'CANCELLED', cancel_reason = ?, updated_at = max(?, created_at)
     WHERE seq = ?`,
  )
  // The indexes that are named answer alone. Left to choose, SQLite reads rows, and a row holds a whole body.
  const isCancelled = db
    .prepare<[number], number>(
      "SELECT 1 FROM campaign INDEXED BY campaign_status WHERE status = 'CANCELLED' AND seq = ?",
    )
    .pluck()
  const toTakeBack = db
    .prepare<[], number>(
      `SELECT seq FROM campaign INDEXED BY campaign_status WHERE status = 'CANCELLED'
         AND EXISTS (SELECT 1 FROM message WHERE campaign = campaign.seq AND message.status = 'queued') LIMIT 1`,
    )
    .pluck()
  const due = db
    .prepare<[number], number>(
      `SELECT seq FROM campaign INDEXED BY campaign_start
       WHERE status = 'SCHEDULED' AND coalesce(queued_for, scheduled_for) <= ?
       ORDER BY coalesce(queued_for, scheduled_for), seq`,
    )
    .pluck()
  const nextDue = db
    .prepare<[], number | null>(
      `SELECT min(coalesce(queued_for, scheduled_for)) FROM campaign INDEXED BY campaign_start
       WHERE status = 'SCHEDULED'`,
    )
    .pluck()
  const unsentTo = db
    .prepare<[number], string>(
      `SELECT name FROM campaign WHERE segment = ? AND status IN ('DRAFT', 'SCHEDULED', 'SENDING') ORDER BY seq LIMIT 1`,
    )
    .pluck()
  const setTotal = db.prepare<[number, number]>('UPDATE campaign SET total_recipients = ? WHERE seq = ?')
  const setArchived = db.prepare<[number, number, number]>(
    'UPDATE campaign SET archived = ?, updated_at = max(?, created_at) WHERE seq = ?',
  )
  const archivedCount = db.prepare<[], number>('SELECT count(*) FROM campaign WHERE archived = 1').pluck()
  const remove = db.prepare<[number]>('DELETE FROM campaign WHERE seq = ?')
  const unlink = db.prepare<[number]>('UPDATE campaign SET segment = NULL WHERE segment = ?')
  const readPage = seqLister<[number], { seq: number }>(db, 'campaign', 'seq', ([seq]) => ({ seq }))

  function get(seq: number): CampaignRow | null {
    return bySeq.get(seq) ?? null
  }

  function existing(seq: number): CampaignRow {
    const row = get(seq)
    if (!row) throw new Error('The campaign is not there.')
    return row
  }

  return {
    get,
    list(query, { status, search, searchesSenders = false, archived }) {
      const conditions: string[] = ['1']
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
      const page = readPage(query, { where: conditions.join(' AND '), values })
      return { ...page, rows: page.rows.map(({ seq }) => existing(seq)) }
    },
    create(fields, now) {
      const seq = insert.get({ ...fields, now })
      if (seq === undefined) throw new Error('The new campaign was not returned.')
      return existing(seq)
    },
    change(before, after, now) {
      const same = (Object.keys(after) as (keyof typeof after)[]).every((key) => after[key] === before[key])
      if (!same) write.run({ ...after, seq: before.seq, now })
    },
    schedule: (seq, at, now) => void schedule.run(at, now, seq),
    begin: (seq, total, now) => void begin.run(total, now, seq),
    cancel: (seq, reason, now) => void cancel.run(reason, now, seq),
    isCancelled: (seq) => isCancelled.get(seq) !== undefined,
    toTakeBack: () => toTakeBack.get() ?? null,
    due: (now) => due.all(now),
    nextDue: () => nextDue.get() ?? null,
    unsentTo: (segment) => unsentTo.get(segment) ?? null,
    setTotal: (seq, total) => void setTotal.run(total, seq),
    setArchived: (seq, archived, now) => void setArchived.run(archived ? 1 : 0, now, seq),
    archivedCount: () => archivedCount.get() ?? 0,
    remove: (seq) => void remove.run(seq),
    unlink: (segment) => void unlink.run(segment),
  }
}
