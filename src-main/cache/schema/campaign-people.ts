import { t } from '../../../src-shared/messages/message'
import type { Migration } from '../../core/database/migrate'
import { campaignPeopleTables } from '../../features/campaigns/store'

/** The copy keeps who got a campaign, and the warnings that a sign-off kept. */
export const campaignPeople = (): Migration => ({
  number: 172,
  name: t('app.campaignPeople.whoGotACampaign'),
  up(db) {
    db.exec(campaignPeopleTables)
    db.exec('CREATE INDEX sending_of_campaign ON sending (campaign, id)')
    db.exec('ALTER TABLE review_last ADD COLUMN found TEXT')
  },
})
