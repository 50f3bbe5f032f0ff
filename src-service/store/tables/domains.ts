/**
 * When the DNS of a sending domain was last asked and is next to be, and how many times in a row it said no. A domain
 * without a row is never looked at: it stays as it is, as the sample's does, which is nobody's.
 */
export const domainTables = `
CREATE TABLE domain_check (
  domain INTEGER PRIMARY KEY,
  due_at INTEGER NOT NULL,
  asked_at INTEGER,
  refusals INTEGER NOT NULL DEFAULT 0
) STRICT;
`
/** Made after the sample is in. */
export const domainIndexes = `
CREATE INDEX domain_check_due ON domain_check (due_at);
`
