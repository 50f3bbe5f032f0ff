import type { Migration } from '../migrate'

/**
 * Whom each import wrote, by the service's id: rows of contacts are given to others in time, ids are not. Kept as long as
 * the import's record, which is longer than its rows.
 */
export const importPeople: Migration = {
  number: 41,
  name: 'import-people',
  up(db) {
    db.exec(`
      CREATE TABLE import_person (
        import INTEGER NOT NULL, contact_id TEXT NOT NULL, PRIMARY KEY (import, contact_id)
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
