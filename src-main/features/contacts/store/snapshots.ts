import type { Session } from '../../../core/database/session'
import type { SnapshotStore } from './index-snapshot'

/** Where the index over contacts lies. */
export function contactSnapshots({ db }: Session): SnapshotStore {
  const checksums = db.prepare<[], [string, number]>('SELECT name, checksum FROM index_part').raw()
  const part = db.prepare<[string], Buffer>('SELECT bytes FROM index_part WHERE name = ?').pluck()
  const put = db.prepare('INSERT OR REPLACE INTO index_part VALUES (?, ?, ?)')
  const drop = db.prepare('DELETE FROM index_part WHERE name = ?')
  const note = db.prepare('INSERT OR IGNORE INTO index_change VALUES (?)')
  const changed = db.prepare<[], number>('SELECT row FROM index_change').pluck()
  const countChanged = db.prepare<[], number>('SELECT count(*) FROM index_change').pluck()
  const covers = db.prepare<[], number>('SELECT index_covers FROM meta').pluck()
  const cover = db.prepare('UPDATE meta SET index_covers = ?')
  return {
    checksums: () => checksums.all(),
    part: (name) => part.get(name),
    put: (name, checksum, bytes) => void put.run(name, checksum, bytes),
    drop: (name) => void drop.run(name),
    note: (row) => note.run(row).changes,
    changed: () => changed.all(),
    countChanged: () => countChanged.get() ?? 0,
    forgetChanged: () => void db.exec('DELETE FROM index_change'),
    covers: () => covers.get() ?? 0,
    cover: (row) => void cover.run(row),
    clear: () => {
      db.exec('DELETE FROM index_part; DELETE FROM index_change; UPDATE meta SET index_covers = 0')
    },
  }
}
