import type { Migration } from '../migrate'

/**
 * Which segments of the service were made to hold the undeliverable people that campaigns leave out: they are found again
 * by their ids, whatever they are called by then. One that is gone at the service stays, for drafts that still name it.
 */
export const leftOut: Migration = {
  number: 48,
  name: 'left-out',
  up(db) {
    db.exec(`
      CREATE TABLE review_segment (
        row INTEGER PRIMARY KEY,
        segment TEXT NOT NULL UNIQUE,
        at INTEGER NOT NULL
      ) STRICT;
    `)
  },
}
