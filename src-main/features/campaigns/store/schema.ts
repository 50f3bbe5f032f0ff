/** How many the service says it writes to, where that is known after the request left. */
export const sendingColumns = 'ALTER TABLE sending ADD COLUMN recipients INTEGER'

/**
 * Campaigns whose request left, with what became of it, and mails that were sent from here. A mail is a row a recipient;
 * what all of a sending have in common is stored once, so that it can be sent again byte for byte, and goes when nothing
 * of it is open any more.
 */
export const sendingTables = `
  CREATE TABLE sending (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign TEXT NOT NULL,
    name TEXT NOT NULL,
    people INTEGER NOT NULL,
    scheduled_for INTEGER,
    seconds INTEGER NOT NULL,
    state TEXT NOT NULL,
    at INTEGER NOT NULL,
    problem TEXT,
    dismissed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX sending_shown ON sending (dismissed, id);

  CREATE TABLE sent_mail (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    state TEXT NOT NULL,
    at INTEGER NOT NULL,
    has_left INTEGER NOT NULL DEFAULT 0,
    email_id TEXT,
    contact_id TEXT,
    problem TEXT,
    idempotency_key TEXT NOT NULL,
    body INTEGER
  ) STRICT;
  CREATE INDEX sent_mail_by_body ON sent_mail (body) WHERE body IS NOT NULL;
  CREATE INDEX sent_mail_leaving ON sent_mail (id) WHERE state = 'leaving';
  CREATE TABLE sent_mail_body (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    rest TEXT NOT NULL
  ) STRICT;
`
