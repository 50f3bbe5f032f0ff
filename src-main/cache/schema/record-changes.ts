import { t } from '../../../src-shared/messages/message'
import type { Migration } from '../../core/database/migrate'
import { recordChangeTables } from '../../features/records/store'

/** The copy keeps what a record said before it last changed. */
export const recordChanges = (): Migration => ({
  number: 173,
  name: t('app.recordChanges.changesOfRecords'),
  up(db) {
    db.exec(recordChangeTables)
  },
})
