import type { Migration } from '../../core/database/migrate'
import { recentTable } from '../../features/recent/store'

/** The copy keeps what was opened last. */
export const recent: Migration = {
  number: 110,
  name: 'recent things',
  up(db) {
    db.exec(recentTable)
  },
}
