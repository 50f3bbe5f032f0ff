import type { Migration } from '../migrate'

/** How the service of the copy reads conditions. Until it has answered again, as it is specified. */
export const filterReading: Migration = {
  number: 62,
  name: 'filter-reading',
  up(db) {
    db.exec("ALTER TABLE meta ADD COLUMN filter_reading TEXT NOT NULL DEFAULT 'specified'")
  },
}
