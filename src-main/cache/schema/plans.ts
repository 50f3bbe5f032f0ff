import { t } from '../../../src-shared/messages/message'
import type { Migration } from '../../core/database/migrate'
import { planTables } from '../../features/plans/store'

/** The copy keeps campaigns that leave in slices. */
export const plans = (): Migration => ({
  number: 195,
  name: t('app.plans.campaignsInSlices'),
  up(db) {
    db.exec(planTables)
  },
})
