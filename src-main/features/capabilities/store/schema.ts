/**
 * What the service of the copy can do, as it answered. Times are milliseconds since 1970. `service_asking` is the one row
 * of the last asking: `service` is what was asked, its address with its version. A count that agrees has no row.
 */
export const capabilityTables = `
  CREATE TABLE capability (
    key TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    answer TEXT,
    amount INTEGER,
    evidence TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    since INTEGER NOT NULL,
    changed_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE service_asking (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at INTEGER NOT NULL,
    before INTEGER,
    service TEXT NOT NULL,
    version TEXT,
    requests INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    unknown_route TEXT
  ) STRICT;
  CREATE TABLE count_difference (
    kind TEXT NOT NULL,
    of TEXT NOT NULL,
    difference TEXT NOT NULL,
    PRIMARY KEY (kind, of)
  ) STRICT, WITHOUT ROWID;
`
