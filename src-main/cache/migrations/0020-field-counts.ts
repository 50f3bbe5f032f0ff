import type { Migration } from '../migrate'

/** The keys of `data` as they were last counted, so that showing them needs no index in memory. No row: not counted since a change. */
export const fieldCounts: Migration = {
  number: 20,
  name: 'field counts',
  up(db) {
    db.exec(`
      CREATE TABLE field_count (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        fields TEXT NOT NULL
      ) STRICT;
    `)
  },
}
