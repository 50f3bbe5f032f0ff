import type { Migration } from '../migrate'

/** How many notes a review found: with errors and warnings, all that a person should look at. Of earlier ones that is not known. */
export const reviewNotes: Migration = {
  number: 49,
  name: 'review-notes',
  up(db) {
    db.exec('ALTER TABLE review_last ADD COLUMN notes INTEGER')
  },
}
