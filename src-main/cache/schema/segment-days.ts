import type { Migration } from '../../core/database/migrate'
import { segmentDayTable } from '../../features/segments/store'

/** The copy keeps how many people segments had day by day. */
export const segmentDays: Migration = {
  number: 150,
  name: 'days of segments',
  up(db) {
    db.exec(segmentDayTable)
  },
}
