/** The record-management interface: its one account, and its records as JSON text. */
export const recordTables = `
CREATE TABLE record_account (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  token TEXT NOT NULL,
  company_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL
) STRICT;

CREATE TABLE record (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  data TEXT NOT NULL
) STRICT;
`
