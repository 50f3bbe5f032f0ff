import { t } from '../../../src-shared/messages/message'
import type { Migration } from '../../core/database/migrate'

/** The copy keeps how many requests a job made that are no writes, and whether a sending left before its time was over. */
export const asked = (): Migration => ({
  number: 174,
  name: t('app.asked.requestsOfJobs'),
  up(db) {
    db.exec('ALTER TABLE job ADD COLUMN requests INTEGER NOT NULL DEFAULT 0')
    db.exec('ALTER TABLE sending ADD COLUMN at_once INTEGER NOT NULL DEFAULT 0')
  },
})
