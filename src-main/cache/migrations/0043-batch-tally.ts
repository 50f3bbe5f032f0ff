import type { Migration } from '../migrate'

/**
 * What was last counted over a batch's addresses, so that a batch is opened without reading them all: `tally`, null where
 * an address, a verdict or a rule changed since; `people`, how many are addresses of contacts, null where contacts came,
 * went or changed theirs since.
 */
export const batchTally: Migration = {
  number: 43,
  name: 'batch-tally',
  up(db) {
    db.exec('ALTER TABLE batch ADD COLUMN tally TEXT; ALTER TABLE batch ADD COLUMN people INTEGER')
  },
}
