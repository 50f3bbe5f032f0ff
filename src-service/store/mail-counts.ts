import type { ServiceDatabase } from './database'

/** How much mail went out, and what became of it. */
export interface MailCounts {
  sent: number
  delivered: number
  opened: number
  clicked: number
  bounced: number
}

/** The counts of a day, `2026-11-20`. */
export interface DayCounts extends MailCounts {
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

/** Counts over time. Times are milliseconds since 1970, both ends included. */
export interface MailCounter {
  /** Of a span, with all its events and the executions that began. */
  between(from: number, to: number): MailCounts & { events: number; executions: number }
  /** Of each day of UTC on which something happened. */
  byDay(from: number, to: number): DayCounts[]
  campaigns(from: number, to: number): SentCampaign[]
}

/** The counts of a database, from the events of its messages: a message that was opened twice counts once. */
export function mailCounts(db: ServiceDatabase): MailCounter {
  const number = (name: string): string => `(SELECT number FROM event_name WHERE name = 'email.${name}')`
  const messages = (name: string): string =>
    `count(DISTINCT CASE WHEN e.name = ${number(name)} THEN e.email END)`
  const counts = `${messages('sent')} AS sent, ${messages('delivery')} AS delivered, ${messages('open')} AS opened,
    ${messages('click')} AS clicked, ${messages('bounce')} AS bounced`
  const between = db.prepare<[number, number], MailCounts & { events: number }>(
    `SELECT ${counts}, count(*) AS events FROM event AS e WHERE e.created_at BETWEEN ? AND ?`,
  )
  const executions = db
    .prepare<[number, number], number>('SELECT count(*) FROM execution WHERE started_at BETWEEN ? AND ?')
    .pluck()
  const byDay = db.prepare<[number, number], DayCounts>(
    `SELECT date(e.created_at / 1000, 'unixepoch') AS date, ${counts} FROM event AS e
     WHERE e.created_at BETWEEN ? AND ? GROUP BY date`,
  )
  const campaigns = db.prepare<[number, number], SentCampaign>(
    `SELECT seq, name, subject, sent_at AS sentAt, sent_count AS sentCount, delivered_count AS deliveredCount,
       opened_count AS openedCount, clicked_count AS clickedCount, bounced_count AS bouncedCount
     FROM campaign WHERE sent_at BETWEEN ? AND ? ORDER BY seq`,
  )
  const nothing = { sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0, events: 0 }
  return {
    between: (from, to) => ({
      ...(between.get(from, to) ?? nothing),
      executions: executions.get(from, to) ?? 0,
    }),
    byDay: (from, to) => byDay.all(from, to),
    campaigns: (from, to) => campaigns.all(from, to),
  }
}
