import type { Migration } from '../migrate'

/** Records that came in a list and cannot be read: as they came, until a run no longer meets them. */
export const unreadRecords: Migration = {
  number: 64,
  name: 'unread-records',
  up(db) {
    db.exec(`
      CREATE TABLE unread_record (
        resource TEXT NOT NULL,
        key TEXT NOT NULL,
        fault TEXT NOT NULL,
        raw TEXT NOT NULL,
        at INTEGER NOT NULL,
        run INTEGER NOT NULL,
        PRIMARY KEY (resource, key)
      ) WITHOUT ROWID
    `)
  },
}
