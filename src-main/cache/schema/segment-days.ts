import { t } from '../../../src-shared/messages/message'
import type { Migration } from '../../core/database/migrate'
import { segmentDayTable } from '../../features/segments/store'

/** The copy keeps how many people segments had day by day. */
export const segmentDays = (): Migration => ({
  number: 150,
  name: t('app.segmentDays.daysOfSegments'),
  up(db) {
    db.exec(segmentDayTable)
  },
})
