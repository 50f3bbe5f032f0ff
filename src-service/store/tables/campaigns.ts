/**
 * Campaigns with their counts. A count moves in the transaction of what it counts. While the audience of a SENDING one
 * is put into the mail queue, `fill_after` is the last contact that was looked at, `fill_until` the last to look at, and
 * `fill_count` how many messages that made; before and after it is null.
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
  fill_after INTEGER,
  fill_until INTEGER NOT NULL DEFAULT 0,
  fill_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
`
/** Made after the sample is in. */
export const campaignIndexes = `
CREATE INDEX campaign_due ON campaign (scheduled_for) WHERE status = 'SCHEDULED';
CREATE INDEX campaign_filling ON campaign (seq) WHERE fill_after IS NOT NULL;
`
