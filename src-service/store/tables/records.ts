/**
 * The record-management interface: its one account, its records and the people who keep them. Records are listed by
 * `position`, which follows their arrival unless one is moved, in steps of 1,024 that leave room in between.
 * `record_block` counts the records of every 4,096 steps, so that skipping 900,000 of them reads a few hundred counts.
 */
export const recordTables = `
CREATE TABLE record_account (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  token_hash TEXT NOT NULL,
  company_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL
) STRICT;

CREATE TABLE record (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  position INTEGER NOT NULL,
  type TEXT NOT NULL,
  fields TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE record_user (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  role TEXT NOT NULL,
  active INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE record_block (
  block INTEGER PRIMARY KEY,
  records INTEGER NOT NULL,
  companies INTEGER NOT NULL
) STRICT;
`
/** Made after the sample is in. */
export const recordIndexes = `
CREATE INDEX record_position ON record (position);
CREATE INDEX record_company ON record (position) WHERE type = 'company';

INSERT INTO record_block (block, records, companies)
  SELECT position >> 22, count(*), sum(type = 'company') FROM record GROUP BY 1;

CREATE TRIGGER record_counted AFTER INSERT ON record BEGIN
  INSERT INTO record_block VALUES (new.position >> 22, 1, new.type = 'company')
    ON CONFLICT (block) DO UPDATE SET records = records + 1, companies = companies + excluded.companies;
END;
CREATE TRIGGER record_discounted AFTER DELETE ON record BEGIN
  UPDATE record_block SET records = records - 1, companies = companies - (old.type = 'company')
    WHERE block = old.position >> 22;
END;
CREATE TRIGGER record_recounted AFTER UPDATE OF position, type ON record BEGIN
  UPDATE record_block SET records = records - 1, companies = companies - (old.type = 'company')
    WHERE block = old.position >> 22;
  INSERT INTO record_block VALUES (new.position >> 22, 1, new.type = 'company')
    ON CONFLICT (block) DO UPDATE SET records = records + 1, companies = companies + excluded.companies;
END;
`
