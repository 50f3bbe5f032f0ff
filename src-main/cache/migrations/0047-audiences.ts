import type { Migration } from '../migrate'

/**
 * The people of the last review of each campaign (`owner`), as bits by row of the copy, deflated: what the next review
 * tells who came and who went by. `people` is how many there were; `covers`, the largest row.
 */
export const audiences: Migration = {
  number: 47,
  name: 'audiences',
  up(db) {
    db.exec(`
      CREATE TABLE audience_kept (
        owner TEXT PRIMARY KEY,
        at INTEGER NOT NULL,
        people INTEGER NOT NULL,
        covers INTEGER NOT NULL,
        bits BLOB NOT NULL
      ) STRICT
    `)
  },
}
