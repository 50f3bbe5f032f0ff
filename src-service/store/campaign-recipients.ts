import type { ContactCondition } from '../mail/message'
import type { ServiceDatabase } from './database'

/** Who is to get a campaign and is not in the mail queue yet. Every call joins the transaction it is made in. */
export interface CampaignRecipients {
  /** Notes every contact that fits. Returns how many. */
  note(campaign: number, audience: ContactCondition): number
  /** The first of a campaign, at most `count`: the number of the last one of them; null when none are left. */
  lastOfNext(campaign: number, count: number): number | null
  /** The condition that the recipients up to a contact fit who are still there. */
  upTo(campaign: number, contact: number): ContactCondition
  /** Crosses off the recipients up to a contact. */
  crossOff(campaign: number, contact: number): void
  /** A campaign that has recipients left; null when none has. */
  nextCampaign(): number | null
}

/** The recipients of a database's campaigns. */
export function campaignRecipients(db: ServiceDatabase): CampaignRecipients {
  const last = db
    .prepare<[number, number], number | null>(
      `SELECT max(contact) FROM
         (SELECT contact FROM campaign_recipient WHERE campaign = ? ORDER BY contact LIMIT ?)`,
    )
    .pluck()
  const crossOff = db.prepare<[number, number]>(
    'DELETE FROM campaign_recipient WHERE campaign = ? AND contact <= ?',
  )
  const next = db
    .prepare<[], number>('SELECT campaign FROM campaign_recipient ORDER BY campaign LIMIT 1')
    .pluck()
  return {
    note: (campaign, { where, values }) =>
      // Prepared each time: every audience is another question.
      db
        .prepare(
          `INSERT INTO campaign_recipient (campaign, contact)
           SELECT ?, c.seq FROM contact AS c WHERE ${where} ORDER BY c.seq`,
        )
        .run(campaign, ...values).changes,
    lastOfNext: (campaign, count) => last.get(campaign, count) ?? null,
    upTo: (campaign, contact) => ({
      where: 'c.seq IN (SELECT contact FROM campaign_recipient WHERE campaign = ? AND contact <= ?)',
      values: [campaign, contact],
    }),
    crossOff: (campaign, contact) => void crossOff.run(campaign, contact),
    nextCampaign: () => next.get() ?? null,
  }
}
