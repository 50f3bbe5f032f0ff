import { t } from '../../../src-shared/messages/message'
import type { Migration } from '../../core/database/migrate'
import { sendingColumns } from '../../features/campaigns/store'

/** The copy keeps how many the service wrote to beside how many were confirmed, and finds mails sent from here by their time. */
export const campaignGuards = (): Migration => ({
  number: 180,
  name: t('app.campaignGuards.howManyWereWritten'),
  up(db) {
    db.exec(sendingColumns)
    db.exec('CREATE INDEX sent_mail_by_at ON sent_mail (at)')
  },
})
