/**
 * Segments, templates, campaigns, workflows and domains as the service sent them. `kind` is what a list is filtered by:
 * a campaign's status, the type of a template or segment. What belongs to one of them and is a list of its own (members
 * of a static segment, executions of a workflow) lies beside it, with the instant at which it was last read whole.
 * `digest` is of a body, so that campaigns with the very same body as a template are found without reading every body.
 * A draft is text that is being written and not saved at the service yet.
 */
export const catalogueTables = `
  CREATE TABLE catalogue (
    row INTEGER PRIMARY KEY,
    list TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    record TEXT NOT NULL,
    digest TEXT
  ) STRICT;
  CREATE UNIQUE INDEX catalogue_by_id ON catalogue (list, id);
  CREATE INDEX catalogue_by_created ON catalogue (list, created DESC, row DESC);
  CREATE INDEX catalogue_by_digest ON catalogue (digest, list) WHERE digest IS NOT NULL;

  CREATE TABLE catalogue_part (
    list TEXT NOT NULL,
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    stamp INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (list, owner, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX catalogue_part_by_at ON catalogue_part (list, owner, at DESC, id);
  CREATE INDEX catalogue_part_by_kind ON catalogue_part (list, owner, kind);
  CREATE TABLE catalogue_part_read (
    list TEXT NOT NULL,
    owner TEXT NOT NULL,
    stamp INTEGER NOT NULL,
    bookmark TEXT,
    read_at INTEGER,
    PRIMARY KEY (list, owner)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE draft (
    kind TEXT NOT NULL,
    of TEXT NOT NULL,
    at INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (kind, of)
  ) STRICT, WITHOUT ROWID;
`
