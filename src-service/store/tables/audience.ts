/** Segments, and the members of static and of tracked ones. */
export const audienceTables = `
CREATE TABLE segment (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT,
  type TEXT NOT NULL CHECK (type IN ('DYNAMIC', 'STATIC')),
  condition TEXT,
  track_membership INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE segment_member (
  segment INTEGER NOT NULL,
  contact INTEGER NOT NULL,
  PRIMARY KEY (segment, contact)
) STRICT, WITHOUT ROWID;
`
/** Made after the sample is in. */
export const audienceIndexes = `
CREATE INDEX segment_member_contact ON segment_member (contact);
CREATE INDEX event_of_contact ON event (name, contact, created_at);
`
