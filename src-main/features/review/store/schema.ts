/**
 * What stays of the reviews of campaigns: the newest one, who signed off what, and which rules were switched off why.
 * What ended is kept with when it did: the record of a campaign does not change afterwards.
 * `review_last.notes` is unknown of earlier ones. `audience_kept`: the people of the last review of each campaign
 * (`owner`), as bits by row of the copy, deflated: what the next review tells who came and who went by; `people` is how
 * many there were, `covers` the largest row. `review_segment`: which segments of the service were made to hold the
 * undeliverable people that campaigns leave out, found by their ids whatever they are called by then. One that is gone at
 * the service stays, for drafts that still name it.
 */
export const reviewTables = `
  CREATE TABLE review_last (
    campaign TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    hash TEXT NOT NULL,
    people INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    warnings INTEGER NOT NULL,
    notes INTEGER
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

  CREATE TABLE audience_kept (
    owner TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    people INTEGER NOT NULL,
    covers INTEGER NOT NULL,
    bits BLOB NOT NULL
  ) STRICT;
  CREATE TABLE review_segment (
    row INTEGER PRIMARY KEY,
    segment TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL
  ) STRICT;
`
