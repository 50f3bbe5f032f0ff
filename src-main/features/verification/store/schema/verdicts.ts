/**
 * The ledger of verdicts. Rows lie in the order of their addresses and, within one, of their times, so that the newest
 * verdict of an address is one search, and a page of addresses in order touches neighbouring rows. What a verdict rests
 * on is mostly the same text for thousands of addresses, so it is stored once: a million verdicts are mainly a million
 * addresses. Addresses are folded to lower case; times are milliseconds.
 */
export const verdictTables = `
  CREATE TABLE verdict_ground (
    id INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    source TEXT NOT NULL,
    signs TEXT NOT NULL,
    reasons TEXT NOT NULL,
    answer TEXT,
    vendor TEXT
  ) STRICT;
  CREATE INDEX verdict_ground_by_hash ON verdict_ground (hash);
  CREATE TABLE verdict (
    email TEXT NOT NULL,
    at INTEGER NOT NULL,
    ground INTEGER NOT NULL,
    suggestion TEXT,
    PRIMARY KEY (email, at)
  ) STRICT, WITHOUT ROWID;
`
