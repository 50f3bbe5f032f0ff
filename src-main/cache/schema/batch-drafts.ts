import { t } from '../../../src-shared/messages/message'
import type { Migration } from '../../core/database/migrate'
import { batchDraftColumns } from '../../features/verification/store'

/** A batch may be looked at before it is made, and ask about what is known as well. */
export const batchDrafts = (): Migration => ({
  number: 120,
  name: t('app.batchDrafts.draftsOfBatches'),
  up(db) {
    db.exec(batchDraftColumns)
  },
})
