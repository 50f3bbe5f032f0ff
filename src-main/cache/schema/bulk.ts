/**
 * Changes of many contacts at once: what is done, with counters so that no count reads a million rows, and whom it is done
 * to, in order. What a contact held before is written here before its request leaves.
 * `batch` and `undo_batch`: by which name the service knows the batch that is on its way, of the change and of taking it
 * back. Without it, a program that ended in between could not ask what came of it.
 */
export const bulkTables = `
  CREATE TABLE bulk (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    action TEXT NOT NULL,
    segment TEXT,
    total INTEGER NOT NULL DEFAULT 0,
    done INTEGER NOT NULL DEFAULT 0,
    skipped INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    reversed INTEGER NOT NULL DEFAULT 0,
    kept INTEGER NOT NULL DEFAULT 0,
    unreversed INTEGER NOT NULL DEFAULT 0,
    batch TEXT,
    undo_batch TEXT
  ) STRICT;
  CREATE TABLE bulk_target (
    bulk INTEGER NOT NULL,
    position INTEGER NOT NULL,
    contact_id TEXT NOT NULL,
    email TEXT NOT NULL,
    before TEXT,
    outcome TEXT NOT NULL DEFAULT 'waiting',
    problem TEXT,
    undo TEXT NOT NULL DEFAULT 'none',
    undo_problem TEXT,
    PRIMARY KEY (bulk, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX bulk_target_by_outcome ON bulk_target (bulk, outcome, undo, position);
`
