/**
 * Segments, and the members of static and of tracked ones.
 *
 * `segment_pending` names the contacts whose membership in tracked segments is to be looked at: written by whatever
 * changes a contact, in the same transaction, so that no change is ever missed. `segment_sweep` says how far a tracked
 * segment's members have been gone through: contacts up to `after` are done; those between `silent_from` and
 * `silent_to` that are not were there before the tracking, and are noted without a word.
 */
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
  added_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (segment, contact)
) STRICT, WITHOUT ROWID;

CREATE TABLE segment_pending (
  contact INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE segment_sweep (
  segment INTEGER PRIMARY KEY,
  after INTEGER NOT NULL,
  silent_from INTEGER NOT NULL,
  silent_to INTEGER NOT NULL
) STRICT;
`

const pend = (contact: string): string => `
  INSERT INTO segment_pending (contact) SELECT ${contact}
    WHERE EXISTS (SELECT 1 FROM segment WHERE track_membership = 1 AND type = 'DYNAMIC')
    ON CONFLICT DO NOTHING;
`
// What keeping track of a dynamic segment writes down must not make it look at the same contact again.
const memberOfStatic = (segment: string): string =>
  `(SELECT type FROM segment WHERE seq = ${segment}) = 'STATIC'`

/** Made after the sample is in. */
export const audienceIndexes = `
CREATE INDEX segment_member_contact ON segment_member (contact);
CREATE INDEX segment_tracked ON segment (type) WHERE track_membership = 1;
CREATE INDEX event_of_contact ON event (name, contact, created_at);

CREATE TRIGGER contact_came AFTER INSERT ON contact BEGIN ${pend('new.seq')} END;
CREATE TRIGGER contact_changed AFTER UPDATE ON contact BEGIN ${pend('new.seq')} END;
CREATE TRIGGER contact_went AFTER DELETE ON contact BEGIN
  DELETE FROM segment_member WHERE contact = old.seq;
  DELETE FROM segment_pending WHERE contact = old.seq;
END;
CREATE TRIGGER event_came AFTER INSERT ON event BEGIN ${pend('new.contact')} END;
CREATE TRIGGER member_came AFTER INSERT ON segment_member WHEN ${memberOfStatic('new.segment')} BEGIN
  ${pend('new.contact')}
END;
CREATE TRIGGER member_went AFTER DELETE ON segment_member WHEN ${memberOfStatic('old.segment')} BEGIN
  ${pend('old.contact')}
END;
`
