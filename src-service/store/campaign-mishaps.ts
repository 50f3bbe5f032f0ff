import type { ServiceDatabase } from './database'

/** A mail of a campaign that bounced. */
export interface Mishap {
  message: number
  contact: number | null
  address: string
  /** Milliseconds since 1970. */
  at: number
}

/** Reads the mails of a campaign that bounced, the newest first. */
export interface CampaignMishaps {
  /** Those before the message `before`; all where there is no such one. */
  bounced(campaign: number, before: number | null, limit: number): Mishap[]
  count(campaign: number): number
}

/** The mishaps of a database's campaigns. */
export function campaignMishaps(db: ServiceDatabase): CampaignMishaps {
  const bounced = db.prepare<[number, number, number], Mishap>(
    `SELECT seq AS message, contact, address, ended_at AS at FROM message
     WHERE campaign = ? AND status = 'bounced' AND seq < ? ORDER BY seq DESC LIMIT ?`,
  )
  const known = db
    .prepare<[number, number], number>(
      `SELECT seq FROM message WHERE campaign = ? AND status = 'bounced' AND seq = ?`,
    )
    .pluck()
  const count = db
    .prepare<[number], number>(`SELECT count(*) FROM message WHERE campaign = ? AND status = 'bounced'`)
    .pluck()
  return {
    bounced(campaign, before, limit) {
      const from = before === null ? undefined : known.get(campaign, before)
      return bounced.all(campaign, from ?? Number.MAX_SAFE_INTEGER, limit)
    },
    count: (campaign) => count.get(campaign) ?? 0,
  }
}
