/**
 * What decides about classes is a person's to change. `verdict_rule` holds every sign that verdicts are made of:
 * `usual` as the program says, `class` as a person does (null: as usual). `verdict_kind` holds every set of signs that was
 * seen together, with the class that follows: a rule that is changed rewrites these few rows, never verdicts or their
 * grounds; `told` is the class that came with signs that there was no rule for, else ''. A removed override of a domain
 * stays, with `class` null, until nobody is counted under it any more (`swept`).
 *
 * The other tables are counts, kept in the transactions that change what they count, so that they are read at once
 * however long the ledger is: `verdict_kind.addresses` and `verdict_domain` over the newest verdict of each address;
 * `contact_known` the newest verdict over each contact's address (`marks`: 1 subscribed, 2 a spelling is suggested; `over`:
 * the domain's override, or 0), `known_count` its rows by day, and `verdict_span` verdicts that a newer one followed, by the
 * days of both. Domains lie from their ends ("example.firm"), so that those below one are neighbours. Days are UTC days
 * since 1970. `ledger_counts.kept` is 0 where verdicts came from another copy and are not counted yet.
 */
export const verdictRuleTables = `
  CREATE TABLE verdict_rule (
    sign TEXT PRIMARY KEY,
    place INTEGER NOT NULL,
    usual TEXT NOT NULL,
    sentence TEXT NOT NULL,
    class TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE verdict_expiry (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    known INTEGER NOT NULL,
    unknown INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE domain_override (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    domain TEXT NOT NULL UNIQUE,
    class TEXT,
    note TEXT NOT NULL,
    at INTEGER NOT NULL,
    swept INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE verdict_kind (
    id INTEGER PRIMARY KEY,
    signs TEXT NOT NULL,
    told TEXT NOT NULL,
    class TEXT NOT NULL,
    addresses INTEGER NOT NULL,
    UNIQUE (signs, told)
  ) STRICT;

  CREATE TABLE verdict_domain (name TEXT PRIMARY KEY, addresses INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE contact_known (
    row INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    over INTEGER NOT NULL,
    marks INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX contact_known_by_cell ON contact_known (kind, over, marks, at);
  CREATE TABLE known_count (
    kind INTEGER, over INTEGER, marks INTEGER, day INTEGER,
    contacts INTEGER NOT NULL,
    PRIMARY KEY (kind, over, marks, day)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE verdict_span (
    kind INTEGER, over INTEGER, since INTEGER, until INTEGER,
    contacts INTEGER NOT NULL,
    PRIMARY KEY (kind, over, since, until)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ledger_counts (kept INTEGER NOT NULL) STRICT;
  INSERT INTO ledger_counts VALUES (1);
`
