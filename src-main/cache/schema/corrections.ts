/**
 * Corrections of addresses: counters, so that no count reads thousands of rows, and whose address is to become which, in
 * order. What a contact held before is written here before the first request about it leaves.
 */
export const correctionTables = `
  CREATE TABLE correction (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    total INTEGER NOT NULL DEFAULT 0,
    changed INTEGER NOT NULL DEFAULT 0,
    replaced INTEGER NOT NULL DEFAULT 0,
    merged INTEGER NOT NULL DEFAULT 0,
    skipped INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    reversed INTEGER NOT NULL DEFAULT 0,
    kept INTEGER NOT NULL DEFAULT 0,
    unreversed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE correction_target (
    correction INTEGER NOT NULL,
    position INTEGER NOT NULL,
    contact_id TEXT NOT NULL,
    email TEXT NOT NULL,
    suggestion TEXT NOT NULL,
    before TEXT,
    other_id TEXT,
    outcome TEXT NOT NULL DEFAULT 'waiting',
    problem TEXT,
    undo TEXT NOT NULL DEFAULT 'none',
    undo_problem TEXT,
    PRIMARY KEY (correction, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX correction_target_by_outcome ON correction_target (correction, outcome, undo, position);
`
