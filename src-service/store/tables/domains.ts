/**
 * When the DNS of a sending domain is next looked at, and how its last looks ended. A domain without a row is never
 * looked at: it stays as it is, as the sample's does, which is nobody's.
 */
export const domainTables = `
CREATE TABLE domain_check (
  domain INTEGER PRIMARY KEY,
  due_at INTEGER NOT NULL,
  fruitless INTEGER NOT NULL DEFAULT 0
) STRICT;
`
/** Made after the sample is in. */
export const domainIndexes = `
CREATE INDEX domain_check_due ON domain_check (due_at);
`
