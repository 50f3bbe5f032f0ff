/**
 * Entries of the activity log that are parts of another: the writes of a job of its entry, background runs of one kind of the
 * first of them. `since`: when the first of its parts began. `before` and `answer`: what a write found and what came back.
 */
export const activityParts = `
  ALTER TABLE activity ADD COLUMN job INTEGER;
  ALTER TABLE activity ADD COLUMN part_of INTEGER;
  ALTER TABLE activity ADD COLUMN since INTEGER;
  ALTER TABLE activity ADD COLUMN before TEXT;
  ALTER TABLE activity ADD COLUMN answer TEXT;
  CREATE INDEX activity_heads ON activity (at DESC, id DESC) WHERE part_of IS NULL;
  CREATE INDEX activity_part_of ON activity
    (part_of, (outcome IN ('failed', 'unknown')) DESC, at DESC, id DESC, outcome) WHERE part_of IS NOT NULL;
  CREATE INDEX activity_of_job ON activity (job, id) WHERE kind = 'run' AND job IS NOT NULL;
`
