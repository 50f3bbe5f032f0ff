import type { Migration } from '../migrate'

/**
 * What stays of the reviews of campaigns: the newest one, who signed off what, and which rules were switched off why.
 * What ended is kept with when it did: the record of a campaign does not change afterwards.
 */
export const reviews: Migration = {
  number: 46,
  name: 'reviews',
  up(db) {
    db.exec(`
      CREATE TABLE review_last (
        campaign TEXT PRIMARY KEY,
        at INTEGER NOT NULL,
        hash TEXT NOT NULL,
        people INTEGER NOT NULL,
        errors INTEGER NOT NULL,
        warnings INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE review_sign_off (
        row INTEGER PRIMARY KEY,
        campaign TEXT NOT NULL,
        at INTEGER NOT NULL,
        hash TEXT NOT NULL,
        people INTEGER NOT NULL,
        warnings INTEGER NOT NULL,
        ended INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX review_sign_off_open ON review_sign_off (campaign) WHERE ended IS NULL;

      CREATE TABLE review_rule_off (
        row INTEGER PRIMARY KEY,
        campaign TEXT NOT NULL,
        rule TEXT NOT NULL,
        reason TEXT NOT NULL,
        at INTEGER NOT NULL,
        ended INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX review_rule_off_open ON review_rule_off (campaign, rule) WHERE ended IS NULL;
    `)
  },
}
