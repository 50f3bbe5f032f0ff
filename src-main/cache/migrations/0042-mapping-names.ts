import type { Migration } from '../migrate'

/** From which file a remembered mapping comes; null for those from before. */
export const mappingNames: Migration = {
  number: 42,
  name: 'mapping-names',
  up(db) {
    db.exec('ALTER TABLE import_mapping ADD COLUMN name TEXT')
  },
}
