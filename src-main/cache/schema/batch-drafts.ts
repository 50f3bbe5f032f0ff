import type { Migration } from '../../core/database/migrate'
import { batchDraftColumns } from '../../features/verification/store'

/** A batch may be looked at before it is made, and ask about what is known as well. */
export const batchDrafts: Migration = {
  number: 150,
  name: 'drafts of batches',
  up(db) {
    db.exec(batchDraftColumns)
  },
}
