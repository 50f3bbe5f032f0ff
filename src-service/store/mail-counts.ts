import { named, type ServiceDatabase, statements } from './statements'

/** How much mail went out, and what became of it. */
export interface MailCounts {
  sent: number
  delivered: number
  opened: number
  clicked: number
  bounced: number
}

/** The counts of a day, `2026-11-20`. */
interface DayCounts extends MailCounts {
  date: string
}

/** A campaign that was sent, with its counts. */
export interface SentCampaign {
  seq: number
  name: string
  subject: string
  /** Milliseconds since 1970. */
  sentAt: number
  sentCount: number
  deliveredCount: number
  openedCount: number
  clickedCount: number
  bouncedCount: number
}
const sentColumns = named(
  'seq, name, subject, sent_at, sent_count, delivered_count, opened_count, clicked_count, bounced_count',
)

/** Counts over time, from the events of a database's messages: a message that was opened twice counts once. */
export function mailCounts(db: ServiceDatabase) {
  const sql = statements(db)
  const number = (name: string): string => `(SELECT number FROM event_name WHERE name = 'email.${name}')`
  const messages = (name: string): string =>
    `count(DISTINCT CASE WHEN e.name = ${number(name)} THEN e.email END)`
  const counts = `${messages('sent')} AS sent, ${messages('delivery')} AS delivered, ${messages('open')} AS opened,
    ${messages('click')} AS clicked, ${messages('bounce')} AS bounced`
  const between = sql.made<[from: number, to: number], MailCounts & { events: number }>(
    `SELECT ${counts}, count(*) AS events FROM event AS e WHERE e.created_at BETWEEN ? AND ?`,
  )
  const executions = sql.count<[from: number, to: number]>(
    'SELECT count(*) FROM execution WHERE started_at BETWEEN ? AND ?',
  )
  // Times are milliseconds since 1970, both ends included.
  return {
    /** Of a span, with all its events and the executions that began. */
    between: async (from: number, to: number) => ({
      ...(await between(from, to)),
      executions: await executions(from, to),
    }),
    /** Of each day of UTC on which something happened. */
    byDay: sql.rows<[from: number, to: number], DayCounts>(
      `SELECT ${sql.day('e.created_at')} AS date, ${counts} FROM event AS e
       WHERE e.created_at BETWEEN ? AND ? GROUP BY date`,
    ),
    campaigns: sql.rows<[from: number, to: number], SentCampaign>(
      `SELECT ${sentColumns} FROM campaign WHERE sent_at BETWEEN ? AND ? ORDER BY seq`,
    ),
  }
}
