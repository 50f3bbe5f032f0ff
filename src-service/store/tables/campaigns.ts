/**
 * Campaigns with their counts. A count moves in the transaction of what it counts. `campaign_recipient` holds who was
 * in the audience when sending began and is not in the mail queue yet: a row leaves with the message it becomes. Of the
 * deployed dialect are `queued_for`, when its queued start is, `queued_after`, the contact after which its next batch begins,
 * and `reverts`: it becomes a draft again.
 */
export const campaignTables = `
CREATE TABLE campaign (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  from_address TEXT NOT NULL,
  from_name TEXT,
  reply_to TEXT,
  type TEXT NOT NULL CHECK (type IN ('MARKETING', 'TRANSACTIONAL', 'HEADLESS')),
  status TEXT NOT NULL CHECK (status IN ('DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED')),
  audience_type TEXT NOT NULL CHECK (audience_type IN ('ALL', 'SEGMENT', 'FILTERED')),
  audience_condition TEXT,
  segment INTEGER,
  scheduled_for INTEGER,
  total_recipients INTEGER NOT NULL DEFAULT 0,
  sent_count INTEGER NOT NULL DEFAULT 0,
  delivered_count INTEGER NOT NULL DEFAULT 0,
  opened_count INTEGER NOT NULL DEFAULT 0,
  clicked_count INTEGER NOT NULL DEFAULT 0,
  bounced_count INTEGER NOT NULL DEFAULT 0,
  complained_count INTEGER NOT NULL DEFAULT 0,
  unsubscribed_count INTEGER NOT NULL DEFAULT 0,
  sent_at INTEGER,
  cancel_reason TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  archived INTEGER NOT NULL DEFAULT 0,
  queued_for INTEGER,
  queued_after INTEGER,
  reverts INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE campaign_recipient (
  campaign INTEGER NOT NULL,
  contact INTEGER NOT NULL,
  PRIMARY KEY (campaign, contact)
) STRICT, WITHOUT ROWID;
`
/** Made after the sample is in. */
export const campaignIndexes = `
CREATE INDEX campaign_status ON campaign (status);
CREATE INDEX campaign_start ON campaign (coalesce(queued_for, scheduled_for)) WHERE status = 'SCHEDULED';
CREATE INDEX campaign_queueing ON campaign (seq) WHERE queued_after IS NOT NULL;
CREATE INDEX campaign_reverting ON campaign (seq) WHERE reverts = 1;
CREATE INDEX campaign_due ON campaign (scheduled_for) WHERE status = 'SCHEDULED';
`
