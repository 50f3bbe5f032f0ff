import type { ContactCondition } from '../mail/message'
import { type ServiceDatabase, statements } from './statements'

/** Who is to get a campaign and is not in the mail queue yet. Every call joins the transaction it is made in. */
export type CampaignRecipients = ReturnType<typeof campaignRecipients>

/** The recipients of a database's campaigns. */
export function campaignRecipients(db: ServiceDatabase) {
  const sql = statements(db)
  return {
    /** Notes every contact that fits. Returns how many. */
    note: (campaign: number, { where, values }: ContactCondition): Promise<number> =>
      // Prepared each time: every audience is another question.
      sql.run(
        `INSERT INTO campaign_recipient (campaign, contact)
         SELECT ?, c.seq FROM contact AS c WHERE ${where} ORDER BY c.seq`,
      )(campaign, ...values),
    /** The first of a campaign, at most `count`: the number of the last one of them; null when none are left. */
    lastOfNext: sql.value<[campaign: number, count: number], number>(
      `SELECT max(contact) FROM
         (SELECT contact FROM campaign_recipient WHERE campaign = ? ORDER BY contact LIMIT ?) AS batch`,
    ),
    /** The condition that the recipients up to a contact fit who are still there. */
    upTo: (campaign: number, contact: number): ContactCondition => ({
      where: 'c.seq IN (SELECT contact FROM campaign_recipient WHERE campaign = ? AND contact <= ?)',
      values: [campaign, contact],
    }),
    /** Crosses off the recipients up to a contact. */
    crossOff: sql.run<[campaign: number, contact: number]>(
      'DELETE FROM campaign_recipient WHERE campaign = ? AND contact <= ?',
    ),
    /** Takes a campaign that has recipients left, within the transaction that queues them; null when none has. */
    takeCampaign: sql.value<[], number>(
      `SELECT seq FROM campaign INDEXED BY campaign_status WHERE status = 'SENDING'
         AND EXISTS (SELECT 1 FROM campaign_recipient AS r WHERE r.campaign = campaign.seq)
       ORDER BY seq LIMIT 1 ${sql.taking}`,
    ),
  }
}
