/**
 * Has whoever is named by `column` of the rows that a statement made or changed be looked at (tables/audience.ts), where
 * there is a segment for it: once for the statement, as a function that is called for each row took a quarter of an import.
 */
export function lookedAt(column: 'seq' | 'contact'): string {
  return `INSERT INTO segment_pending (project, contact) SELECT project, ${column} FROM came
    WHERE EXISTS (SELECT 1 FROM segment AS s WHERE s.project = came.project AND s.track_membership = 1 AND s.type = 'DYNAMIC')
    ON CONFLICT DO NOTHING;
  `
}

/** What rows of contacts and events were looked at by until version 4, one by one. */
export const withoutEachRow = `
DROP TRIGGER contact_changed ON contact; DROP FUNCTION contact_changed;
DROP TRIGGER event_came ON event; DROP FUNCTION event_came;`
