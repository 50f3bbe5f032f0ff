import type { Migration } from '../migrate'

/**
 * Segments, templates, campaigns, workflows and domains as the service sent them. `kind` is what a list is filtered by:
 * a campaign's status, the type of a template or segment. What belongs to one of them and is a list of its own (members
 * of a static segment, executions of a workflow) lies beside it, with the instant at which it was last read whole.
 */
export const catalogue: Migration = {
  number: 40,
  name: 'catalogue',
  up(db) {
    db.exec(`
      CREATE TABLE catalogue (
        row INTEGER PRIMARY KEY,
        list TEXT NOT NULL,
        id TEXT NOT NULL,
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL,
        record TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX catalogue_by_id ON catalogue (list, id);
      CREATE INDEX catalogue_by_created ON catalogue (list, created DESC, row DESC);

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
    `)
  },
}
