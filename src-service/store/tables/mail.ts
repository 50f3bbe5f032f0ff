/**
 * Templates, and messages: what is to be sent is stored once as a content, with a message for each who gets it.
 * `message.seq` is what an event's `email` refers to; the sample's messages have numbers but no rows.
 */
export const mailTables = `
CREATE TABLE template (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  type TEXT NOT NULL,
  from_address TEXT,
  from_name TEXT,
  reply_to TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE mail_content (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('TRANSACTIONAL', 'MARKETING', 'HEADLESS')),
  campaign INTEGER,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  from_address TEXT NOT NULL,
  from_name TEXT,
  reply_to TEXT,
  headers TEXT NOT NULL,
  attachments TEXT NOT NULL,
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE message (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  content INTEGER NOT NULL,
  campaign INTEGER,
  contact INTEGER,
  address TEXT NOT NULL,
  name TEXT,
  token TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued', 'sending', 'sent', 'bounced', 'unknown', 'cancelled')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  opened_at INTEGER,
  clicked_at INTEGER,
  fault TEXT,
  source BLOB
) STRICT;
`
/** Made after the sample is in. */
export const mailIndexes = `
CREATE UNIQUE INDEX message_token ON message (token);
CREATE INDEX message_queue ON message (due_at, seq) WHERE status = 'queued';
CREATE INDEX message_campaign ON message (campaign, status) WHERE campaign IS NOT NULL;
CREATE INDEX message_contact ON message (contact);
`
