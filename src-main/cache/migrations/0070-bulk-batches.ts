import type { Migration } from '../migrate'

/**
 * Changes that go to the service a batch at a time: by which name the service knows the batch that is on its way, of the
 * change and of taking it back. Without it, a program that ended in between could not ask what came of it.
 */
export const bulkBatches: Migration = {
  number: 70,
  name: 'bulk-batches',
  up(db) {
    db.exec(`
      ALTER TABLE bulk ADD COLUMN batch TEXT;
      ALTER TABLE bulk ADD COLUMN undo_batch TEXT;
    `)
  },
}
