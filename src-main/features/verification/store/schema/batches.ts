/**
 * Verification batches and their addresses, each once, in the order in which they were given. An address does not hold its
 * class but the ground of its verdict, and that of the verdict before (`was`), so that a rule that is changed shows in
 * every batch at once. `state`: 0 waits for its first verdict, 1 has one, 2 has one and is to be asked about again.
 * `asked`: the instant of what was known of it, 0 for nothing; who waits is asked about in that order. `hash`: of the
 * address in lower case, to find it by. The counts by class are kept with the batch; `counted` 0: they are to be counted
 * anew. Ids begin at a random place, as those of imports do.
 * `tally` is what was last counted, so that a batch is opened without reading its addresses, null where an address, a
 * verdict or a rule changed since; `people`, how many are addresses of contacts, null where contacts came, went or changed
 * theirs since.
 */
export const batchTables = `
  CREATE TABLE batch (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    source TEXT NOT NULL,
    created INTEGER NOT NULL,
    unfinished TEXT,
    problem TEXT,
    started INTEGER,
    ran INTEGER NOT NULL DEFAULT 0,
    given INTEGER NOT NULL DEFAULT 0,
    blank INTEGER NOT NULL DEFAULT 0,
    duplicates INTEGER NOT NULL DEFAULT 0,
    addresses INTEGER NOT NULL DEFAULT 0,
    open INTEGER NOT NULL DEFAULT 0,
    waiting INTEGER NOT NULL DEFAULT 0,
    accepts INTEGER NOT NULL DEFAULT 0,
    risky INTEGER NOT NULL DEFAULT 0,
    undeliverable INTEGER NOT NULL DEFAULT 0,
    unknown INTEGER NOT NULL DEFAULT 0,
    counted INTEGER NOT NULL DEFAULT 1,
    tally TEXT,
    people INTEGER
  ) STRICT;
  CREATE TABLE batch_address (
    batch INTEGER NOT NULL,
    position INTEGER NOT NULL,
    hash INTEGER NOT NULL,
    state INTEGER NOT NULL,
    asked INTEGER NOT NULL,
    ground INTEGER,
    was INTEGER,
    at INTEGER,
    suggestion TEXT,
    email TEXT NOT NULL,
    PRIMARY KEY (batch, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX batch_address_by_hash ON batch_address (batch, hash);
  CREATE INDEX batch_address_open ON batch_address (batch, asked, position) WHERE state <> 1;
`

/**
 * `draft` 1: it is only looked at, is in no list, and goes when the program starts. `since`: what was known of an address
 * before that instant is asked about again; null: only what no longer counts is.
 */
export const batchDraftColumns = `
  ALTER TABLE batch ADD COLUMN draft INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE batch ADD COLUMN since INTEGER;
  CREATE INDEX batch_listed ON batch (id) WHERE draft = 0;
`
