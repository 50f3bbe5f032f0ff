/**
 * Who got a campaign, by the events of its mails: a row a person, with the furthest step, as far as events were read (`upto`,
 * -1: they are being read). `number` is of one reading: whoever reads a campaign anew takes another, and the old rows go in
 * slices. People are rows of the copy, whose domain is kept so that what is taken back is what was counted. Domains are summed up as people
 * come, so that a sum is no look at everybody; `campaign_click` has who followed which link.
 */
export const campaignPeopleTables = `
  CREATE TABLE campaign_read (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign TEXT NOT NULL UNIQUE,
    key TEXT NOT NULL,
    upto INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE campaign_person (
    of INTEGER NOT NULL,
    row INTEGER NOT NULL,
    step INTEGER NOT NULL,
    last INTEGER NOT NULL,
    opens INTEGER NOT NULL,
    clicks INTEGER NOT NULL,
    leaving INTEGER NOT NULL,
    domain TEXT NOT NULL,
    mail TEXT,
    reply TEXT,
    link TEXT,
    PRIMARY KEY (of, row)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX campaign_person_by_last ON campaign_person (of, last DESC, row);
  CREATE INDEX campaign_person_by_step ON campaign_person (of, step, last DESC, row);
  CREATE TABLE campaign_domain (
    of INTEGER NOT NULL,
    domain TEXT NOT NULL,
    open INTEGER NOT NULL DEFAULT 0,
    delivered INTEGER NOT NULL DEFAULT 0,
    opened INTEGER NOT NULL DEFAULT 0,
    clicked INTEGER NOT NULL DEFAULT 0,
    bounced INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (of, domain)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE campaign_click (
    of INTEGER NOT NULL,
    link TEXT NOT NULL,
    row INTEGER NOT NULL,
    PRIMARY KEY (of, link, row)
  ) STRICT, WITHOUT ROWID;
`
