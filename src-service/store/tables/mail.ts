/**
 * Templates, and messages: what is to be sent is stored once as a content, with a message for each who gets it; a
 * content goes when nothing of it is left to send. `message.seq` is what an event's `email` refers to; the sample's
 * messages have numbers but no rows. `subscribed` is the contact's state when the message was queued, `due_at` the
 * order of sending and, after a failed attempt, the time of the next one. `origin` says what a content came of, `to_address`
 * that it goes to another address than its contact's. `link_key` signs the links that are tracked.
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
  cancelled INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  origin TEXT NOT NULL DEFAULT 'send',
  template INTEGER,
  to_address TEXT
) STRICT;

CREATE TABLE message (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  content INTEGER NOT NULL,
  campaign INTEGER,
  contact INTEGER,
  subscribed INTEGER NOT NULL,
  address TEXT NOT NULL,
  name TEXT,
  token TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued', 'sending', 'sent', 'bounced', 'failed', 'unknown', 'cancelled')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  subject TEXT,
  ended_at INTEGER,
  opens INTEGER NOT NULL DEFAULT 0,
  clicks INTEGER NOT NULL DEFAULT 0,
  unsubscribed_at INTEGER,
  fault TEXT,
  template INTEGER,
  source_size INTEGER,
  source BLOB
) STRICT;

CREATE TABLE link_key (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  key BLOB NOT NULL
) STRICT;
`
/** Made after the sample is in. */
export const mailIndexes = `
CREATE UNIQUE INDEX message_token ON message (token);
CREATE INDEX message_urgent ON message (due_at, seq) WHERE status = 'queued' AND campaign IS NULL;
CREATE INDEX message_bulk ON message (due_at, seq) WHERE status = 'queued' AND campaign IS NOT NULL;
CREATE INDEX message_sending ON message (seq) WHERE status = 'sending';
CREATE INDEX message_pending ON message (content) WHERE status IN ('queued', 'sending');
CREATE INDEX message_template ON message (template) WHERE template IS NOT NULL;
CREATE INDEX message_campaign ON message (campaign, status) WHERE campaign IS NOT NULL;
CREATE INDEX message_ended ON message (ended_at, seq) WHERE ended_at IS NOT NULL;
CREATE INDEX message_kept ON message (ended_at, seq, source_size) WHERE source_size IS NOT NULL;
CREATE INDEX mail_content_campaign ON mail_content (campaign) WHERE campaign IS NOT NULL;

INSERT INTO link_key (only, key) VALUES (1, randomblob(32));

-- The sample's events name messages: a real one must not get the number of one of those.
DELETE FROM sqlite_sequence WHERE name = 'message';
INSERT INTO sqlite_sequence (name, seq) SELECT 'message', max(
  coalesce((SELECT max(email) FROM event), 0), coalesce((SELECT max(seq) FROM message), 0)
);
`
