import type { Migration } from '../migrate'
import { digestOf } from '../catalogue/digest'

/**
 * Text that is being written and not saved at the service yet; and of each record with a body, a digest of it, so that
 * campaigns with the very same body as a template are found without reading every body.
 */
export const drafts: Migration = {
  number: 44,
  name: 'drafts',
  up(db) {
    db.exec(`
      CREATE TABLE draft (
        kind TEXT NOT NULL,
        of TEXT NOT NULL,
        at INTEGER NOT NULL,
        content TEXT NOT NULL,
        PRIMARY KEY (kind, of)
      ) STRICT, WITHOUT ROWID;
      ALTER TABLE catalogue ADD COLUMN digest TEXT;
    `)
    const rows = db.prepare<[], { row: number; record: string }>('SELECT row, record FROM catalogue').all()
    const setting = db.prepare<[string | null, number]>('UPDATE catalogue SET digest = ? WHERE row = ?')
    for (const { row, record } of rows) setting.run(digestOf(JSON.parse(record)), row)
    db.exec('CREATE INDEX catalogue_by_digest ON catalogue (digest, list) WHERE digest IS NOT NULL')
  },
}
