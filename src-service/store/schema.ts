import { audienceIndexes, audienceTables } from './tables/audience'
import { campaignIndexes, campaignTables } from './tables/campaigns'
import { deployedTables } from './tables/deployed'
import { domainIndexes, domainTables } from './tables/domains'
import { mailIndexes, mailTables } from './tables/mail'
import { recordIndexes, recordTables } from './tables/records'
import { workflowIndexes, workflowTables } from './tables/workflows'

/** The version of the tables below, kept in `PRAGMA user_version`. Those before it: migrations.ts. */
export const schemaVersion = 4

/**
 * The tables. `seq` is the order of arrival, and `created_at` (milliseconds since 1970) never falls as `seq` rises:
 * newest first is therefore the primary key read backwards, and the public id is a permutation of `seq`
 * (dialect/ids.ts), so neither needs an index. AUTOINCREMENT, because a deleted record's id must not come back.
 */
const firstTables = `
CREATE TABLE project (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  secret_hash TEXT NOT NULL,
  public_hash TEXT NOT NULL,
  disabled INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE contact (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL COLLATE NOCASE,
  subscribed INTEGER NOT NULL,
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE event_name (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  contact INTEGER NOT NULL,
  name INTEGER NOT NULL,
  email INTEGER,
  data TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE domain (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  domain TEXT NOT NULL UNIQUE COLLATE NOCASE,
  verified INTEGER NOT NULL,
  dkim_tokens TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE idempotency_key (
  key TEXT PRIMARY KEY,
  claimed_at INTEGER NOT NULL,
  status INTEGER,
  request TEXT
) STRICT, WITHOUT ROWID;
`

const firstIndexes = `
CREATE UNIQUE INDEX contact_email ON contact (email);
CREATE INDEX contact_subscribed ON contact (subscribed);
CREATE INDEX event_contact ON event (contact);
CREATE INDEX event_by_name ON event (name);
`

/** How many invented people the folder was filled with: mail to them must not reach whoever has their addresses. */
const sampleTable = `
CREATE TABLE sample (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  contacts INTEGER NOT NULL
) STRICT;
`

/** The tables of a new database. */
export const tables =
  firstTables +
  sampleTable +
  audienceTables +
  domainTables +
  mailTables +
  campaignTables +
  workflowTables +
  recordTables +
  deployedTables
/** The indexes, made after the sample data is in: building them once is several times faster than keeping them. */
export const indexes =
  firstIndexes +
  audienceIndexes +
  domainIndexes +
  mailIndexes +
  campaignIndexes +
  workflowIndexes +
  recordIndexes
