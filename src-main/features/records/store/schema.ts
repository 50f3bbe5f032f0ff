/**
 * Records of record-management services. A source is a connection; the rows of all share one counter. `change` numbers
 * the changes of a source, so that "since the last time" is a comparison; `handed` is what the last hand-over to the
 * audience was; `fields` are those last counted, with the revision they were counted at. `record_index_part` is the index
 * over a source's records as it was last saved, for rows up to `index_covers`; `record_index_change` says which of these
 * changed since. A run's `run` and `bookmark` are JSON; what it saw are bits by row, of the whole run and of each pass.
 */
export const recordTables = `
  CREATE TABLE record_source (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    connection TEXT NOT NULL UNIQUE,
    rows INTEGER NOT NULL DEFAULT 0,
    changes INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 0,
    mapping TEXT,
    handed TEXT,
    fields TEXT,
    index_covers INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE record (
    row INTEGER PRIMARY KEY,
    source INTEGER NOT NULL,
    id TEXT NOT NULL,
    first INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    change INTEGER NOT NULL,
    raw TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX record_by_id ON record (source, id);
  CREATE INDEX record_by_row ON record (source, row);
  CREATE INDEX record_by_change ON record (source, change);
  CREATE TABLE record_run (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source INTEGER NOT NULL,
    state TEXT NOT NULL,
    seen INTEGER NOT NULL DEFAULT 0,
    run TEXT NOT NULL,
    bookmark TEXT
  ) STRICT;
  CREATE INDEX record_run_by_source ON record_run (source, id);
  CREATE TABLE record_seen (
    run INTEGER, chunk INTEGER, bits BLOB NOT NULL, PRIMARY KEY (run, chunk)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE record_index_part (
    source INTEGER, name TEXT, checksum INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (source, name)
  ) STRICT;
  CREATE TABLE record_index_change (
    source INTEGER, row INTEGER, PRIMARY KEY (source, row)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE record_view (
    id TEXT PRIMARY KEY, source INTEGER NOT NULL, name TEXT NOT NULL, query TEXT NOT NULL, columns TEXT NOT NULL
  ) STRICT;
  CREATE INDEX record_view_by_source ON record_view (source);
`

/** `before`: what the fields of a record said before it last changed. The index is made anew: it knows when records changed. */
export const recordChangeTables = `
  ALTER TABLE record ADD COLUMN before TEXT;
  DELETE FROM record_index_part;
  DELETE FROM record_index_change;
  UPDATE record_source SET index_covers = 0;
`
