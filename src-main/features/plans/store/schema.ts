/**
 * Campaigns that leave in slices. `plan.mail` is the mail that was signed, `settings` how it leaves, `parts` the domains
 * told apart, as JSON; `held`
 * why nothing of it leaves by itself, as a sign. `plan_slice.segment` and `campaign` are what was made for a slice at the
 * service; `judgement` and `funnel` what was found of it once it had left. `plan_person.state`: 0 is to come, 1 is left out since they unsubscribed or were deleted, 2 by a person; those of a slice that has left
 * and who are still 0 got it. `part` is the place of their domain among those told apart. `plan_note` is what happened.
 */
export const planTables = `
  CREATE TABLE plan (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign TEXT NOT NULL,
    name TEXT NOT NULL,
    mail TEXT NOT NULL,
    hash TEXT NOT NULL,
    settings TEXT NOT NULL,
    people INTEGER NOT NULL,
    parts TEXT NOT NULL,
    state TEXT NOT NULL,
    held TEXT,
    held_at INTEGER,
    started_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX plan_open ON plan (campaign) WHERE state IN ('running', 'held');
  CREATE INDEX plan_of_campaign ON plan (campaign, id);

  CREATE TABLE plan_slice (
    plan INTEGER NOT NULL REFERENCES plan (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    state TEXT NOT NULL,
    segment TEXT,
    campaign TEXT,
    left_at INTEGER,
    judgement TEXT,
    judged_at INTEGER,
    funnel TEXT,
    PRIMARY KEY (plan, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX plan_slice_campaign ON plan_slice (campaign) WHERE campaign IS NOT NULL;

  CREATE TABLE plan_person (
    plan INTEGER NOT NULL REFERENCES plan (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    slice INTEGER NOT NULL,
    place INTEGER NOT NULL,
    part INTEGER NOT NULL,
    state INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (plan, email)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX plan_person_slice ON plan_person (plan, slice, state, email);
  CREATE INDEX plan_person_part ON plan_person (plan, slice, part, state);

  CREATE TABLE plan_note (
    plan INTEGER NOT NULL REFERENCES plan (id) ON DELETE CASCADE,
    row INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    note TEXT NOT NULL
  ) STRICT;
  CREATE INDEX plan_note_of ON plan_note (plan, row);
`
