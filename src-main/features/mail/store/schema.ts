/**
 * What is told of a mail that was sent from here, beside what the first schema has: to whom by name, of which template and
 * with which values of its own, and when what happened. `data` goes with the body, once nothing of it is open any more.
 */
export const sentMailColumns = `
  ALTER TABLE sent_mail ADD COLUMN name TEXT;
  ALTER TABLE sent_mail ADD COLUMN template TEXT;
  ALTER TABLE sent_mail ADD COLUMN data TEXT;
  ALTER TABLE sent_mail ADD COLUMN facts TEXT;
  ALTER TABLE sent_mail ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sent_mail ADD COLUMN left_at INTEGER;
  ALTER TABLE sent_mail ADD COLUMN answered_at INTEGER;
  ALTER TABLE sent_mail ADD COLUMN settled_at INTEGER;
  CREATE INDEX sent_mail_by_recipient ON sent_mail (recipient COLLATE NOCASE, at);
  CREATE INDEX sent_mail_by_state ON sent_mail (state, id);
  CREATE INDEX sent_mail_by_template ON sent_mail (template, id);
  UPDATE sent_mail SET tries = has_left;
`

/** Mails that are held: what is here when the program starts did not leave. `hold`: as the page shows it, as JSON. */
export const mailHoldTable = 'CREATE TABLE mail_hold (id TEXT NOT NULL UNIQUE, hold TEXT NOT NULL) STRICT'
