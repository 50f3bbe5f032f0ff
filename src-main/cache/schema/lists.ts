/**
 * Contacts, events, the runs that read them, and what is written. Contacts and events have an integer key that follows the order in which the service lists
 * them, so that a page of a run touches neighbouring rows. Their ids are random: an index over them would make
 * every page of a first load rewrite a hundred database pages, so ids are found through the `_key` tables of
 * 32-bit hashes, which a first load fills once, in order, at its end (keys.ts).
 *
 * `created DESC, row` is the order of the default view, and the order in which rows arrive, so that the index
 * grows at its end; `subscribed` makes it answer the overview alone. Times are milliseconds; see `absent` in
 * time.ts for a missing one. `rest` holds what the columns do not: unknown fields, and times in another form.
 *
 * `index_part` is the index over contacts as it was last saved, for the rows up to `meta.index_covers`;
 * `index_change` says which of these changed since. `field_count` are the keys of `data` as they were last counted, so that
 * showing them needs no index in memory; no row: not counted since a change. `meta.filter_reading`: how the service of the
 * copy reads conditions. `unread_record`: what came in a list and cannot be read, as it came, until a run no longer meets it.
 * The activity log grows by a row for each of thousands of writes: what asks for one outcome, or for runs alone, does not
 * look through all of it.
 */
export const listTables = `
  CREATE TABLE meta (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    revision INTEGER NOT NULL,
    contacts INTEGER NOT NULL,
    events INTEGER NOT NULL,
    contacts_keyed INTEGER NOT NULL,
    events_keyed INTEGER NOT NULL,
    index_covers INTEGER NOT NULL,
    filter_reading TEXT NOT NULL DEFAULT 'specified'
  ) STRICT;
  INSERT INTO meta (one, revision, contacts, events, contacts_keyed, events_keyed, index_covers)
    VALUES (1, 0, 0, 0, 1, 1, 0);

  CREATE TABLE contact (
    row INTEGER PRIMARY KEY,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    subscribed INTEGER NOT NULL,
    stored INTEGER NOT NULL,
    id TEXT NOT NULL,
    email TEXT NOT NULL,
    data TEXT NOT NULL,
    rest TEXT
  ) STRICT;
  CREATE INDEX contact_by_created ON contact (created DESC, row, subscribed);
  CREATE TABLE contact_key (hash INTEGER, row INTEGER, PRIMARY KEY (hash, row)) STRICT, WITHOUT ROWID;
  CREATE TABLE contact_email_key (hash INTEGER, row INTEGER, PRIMARY KEY (hash, row)) STRICT, WITHOUT ROWID;

  CREATE TABLE index_part (name TEXT PRIMARY KEY, checksum INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;
  CREATE TABLE index_change (row INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE field_count (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    fields TEXT NOT NULL
  ) STRICT;

  CREATE TABLE event_name (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    count INTEGER NOT NULL,
    listed INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE event (
    row INTEGER PRIMARY KEY,
    created INTEGER NOT NULL,
    name INTEGER NOT NULL,
    id TEXT NOT NULL,
    contact_id TEXT,
    data TEXT,
    rest TEXT
  ) STRICT;
  CREATE INDEX event_by_created ON event (created DESC, row, name);
  CREATE INDEX event_by_name ON event (name, created DESC, row);
  CREATE TABLE event_key (hash INTEGER, row INTEGER, PRIMARY KEY (hash, row)) STRICT, WITHOUT ROWID;
  CREATE TABLE event_contact_key (hash INTEGER, row INTEGER, PRIMARY KEY (hash, row)) STRICT, WITHOUT ROWID;

  CREATE TABLE run (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    resource TEXT NOT NULL,
    mode TEXT NOT NULL,
    state TEXT NOT NULL,
    cause TEXT NOT NULL,
    started INTEGER NOT NULL,
    ended INTEGER,
    pages INTEGER NOT NULL DEFAULT 0,
    received INTEGER NOT NULL DEFAULT 0,
    added INTEGER NOT NULL DEFAULT 0,
    changed INTEGER NOT NULL DEFAULT 0,
    unchanged INTEGER NOT NULL DEFAULT 0,
    removed INTEGER NOT NULL DEFAULT 0,
    seen INTEGER NOT NULL DEFAULT 0,
    expected INTEGER,
    rate REAL,
    seconds_left REAL,
    note TEXT,
    problem TEXT,
    bookmark TEXT
  ) STRICT;
  CREATE INDEX run_by_resource ON run (resource, id);
  CREATE INDEX run_live ON run (resource) WHERE state IN ('queued', 'running', 'paused', 'asking');
  CREATE TABLE run_seen (
    run INTEGER, chunk INTEGER, bits BLOB NOT NULL, PRIMARY KEY (run, chunk)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE unread_record (
    resource TEXT NOT NULL,
    key TEXT NOT NULL,
    fault TEXT NOT NULL,
    raw TEXT NOT NULL,
    at INTEGER NOT NULL,
    run INTEGER NOT NULL,
    PRIMARY KEY (resource, key)
  ) WITHOUT ROWID;

  CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    summary TEXT NOT NULL,
    email TEXT NOT NULL,
    contact_id TEXT,
    queued INTEGER NOT NULL,
    sent INTEGER,
    attempts INTEGER NOT NULL,
    conflict TEXT,
    problem TEXT,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    body TEXT,
    idempotency_key TEXT,
    before TEXT
  ) STRICT;
  CREATE INDEX outbox_open ON outbox (id)
    WHERE state IN ('queued', 'in_flight', 'unknown', 'conflict', 'refused');

  CREATE TABLE activity (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    cause TEXT NOT NULL,
    title TEXT NOT NULL,
    outcome TEXT NOT NULL,
    method TEXT,
    path TEXT,
    status INTEGER,
    request_id TEXT,
    duration REAL,
    sent TEXT,
    problem TEXT
  ) STRICT;
  CREATE INDEX activity_by_at ON activity (at DESC, id DESC);
  CREATE INDEX activity_by_outcome ON activity (outcome, at DESC, id DESC);
  CREATE INDEX activity_by_kind ON activity (kind, at DESC, id DESC);

  CREATE TABLE saved_view (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, query TEXT NOT NULL, columns TEXT NOT NULL
  ) STRICT;
`
