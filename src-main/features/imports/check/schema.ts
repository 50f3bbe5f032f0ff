import { workItemTable } from '../../../jobs/store/work-items'

/** The version of the file's schema: its `user_version`. */
export const version = 2

/**
 * The file of one import. The rows of the source lie in `chunk`, as texts of some 50 kB, because a
 * million rows of a table would take longer to write than to read and check. What is told about each row is `state`,
 * in blobs of a thousand rows; only what a person did to a row (`edit`), what was odd about it (`row_fault`) and what a
 * run did with it (`work_item`) has a row of its own.
 *
 * A source is read into a new `generation`, which becomes the current one when all of it is there.
 */
export const schema = `
  CREATE TABLE fact (name TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE pasted (one INTEGER PRIMARY KEY CHECK (one = 1), text TEXT NOT NULL) STRICT;
  CREATE TABLE chunk (
    generation INTEGER NOT NULL,
    first INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    format INTEGER NOT NULL,
    lines BLOB NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX chunk_by_first ON chunk (generation, first, rows);
  CREATE TABLE row_fault (
    generation INTEGER NOT NULL, row INTEGER NOT NULL, code TEXT NOT NULL, sentence TEXT NOT NULL,
    PRIMARY KEY (generation, row)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE edit (
    seq INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    row INTEGER,
    col INTEGER NOT NULL,
    before TEXT NOT NULL,
    after TEXT NOT NULL
  ) STRICT;
  CREATE TABLE state (segment INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
  CREATE TABLE verdict (email TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID;
  ${workItemTable}
`
