import { type ServiceDatabase, statements } from './statements'

/** A mail of a campaign that bounced. */
interface Mishap {
  message: number
  contact: number | null
  address: string
  /** Milliseconds since 1970. */
  at: number
}

/** Reads the mails of a database's campaigns that bounced, the newest first. */
export function campaignMishaps(db: ServiceDatabase) {
  const sql = statements(db)
  const those = `FROM message WHERE campaign = ? AND status = 'bounced'`
  const below = sql.rows<[campaign: number, below: number, limit: number], Mishap>(
    `SELECT seq AS message, contact, address, ended_at AS at ${those} AND seq < ? ORDER BY seq DESC LIMIT ?`,
  )
  const isKnown = sql.has<[campaign: number, message: number]>(`SELECT 1 ${those} AND seq = ?`)
  return {
    /** Those before the message `before`; all where there is no such one. */
    async bounced(campaign: number, before: number | null, limit: number): Promise<Mishap[]> {
      const known = before !== null && (await isKnown(campaign, before))
      return below(campaign, known ? before : Number.MAX_SAFE_INTEGER, limit)
    },
    /** How many there are. */
    count: sql.count<[campaign: number]>(`SELECT count(*) ${those}`),
  }
}
