/**
 * What only the routes of deployed services need: pictures for mails, and the jobs that do something to many contacts.
 * `request` is JSON text; `input` is the file of an import until it is done; `counts` is what came of the first `done` of
 * `total` entries. A job that takes up contacts has dealt with those from `place` on.
 */
export const deployedTables = `
CREATE TABLE job (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('bulk', 'import')),
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'active', 'completed', 'failed')),
  request TEXT NOT NULL,
  input TEXT,
  total INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  place INTEGER,
  counts TEXT NOT NULL,
  failed_reason TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE upload (
  key TEXT PRIMARY KEY,
  content_type TEXT NOT NULL,
  bytes BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX job_open ON job (seq) WHERE state IN ('waiting', 'active');
`
