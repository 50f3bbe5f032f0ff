import type { SnapshotStore } from '../../contacts/store'
import type { Session } from '../../../core/database/session'

/** Where the indexes over the records of each source lie. */
export function recordSnapshots({ db }: Session): (source: number) => SnapshotStore {
  const checksums = db
    .prepare<[number], [string, number]>('SELECT name, checksum FROM record_index_part WHERE source = ?')
    .raw()
  const part = db
    .prepare<[number, string], Buffer>('SELECT bytes FROM record_index_part WHERE source = ? AND name = ?')
    .pluck()
  const put = db.prepare('INSERT OR REPLACE INTO record_index_part VALUES (?, ?, ?, ?)')
  const drop = db.prepare('DELETE FROM record_index_part WHERE source = ? AND name = ?')
  const dropAll = db.prepare('DELETE FROM record_index_part WHERE source = ?')
  const note = db.prepare('INSERT OR IGNORE INTO record_index_change VALUES (?, ?)')
  const changed = db.prepare<[number], number>('SELECT row FROM record_index_change WHERE source = ?').pluck()
  const countChanged = db
    .prepare<[number], number>('SELECT count(*) FROM record_index_change WHERE source = ?')
    .pluck()
  const forgetChanged = db.prepare('DELETE FROM record_index_change WHERE source = ?')
  const covers = db
    .prepare<[number], number>('SELECT index_covers FROM record_source WHERE number = ?')
    .pluck()
  const cover = db.prepare('UPDATE record_source SET index_covers = ? WHERE number = ?')
  return (source) => ({
    checksums: () => checksums.all(source),
    part: (name) => part.get(source, name),
    put: (name, checksum, bytes) => void put.run(source, name, checksum, bytes),
    drop: (name) => void drop.run(source, name),
    note: (row) => note.run(source, row).changes,
    changed: () => changed.all(source),
    countChanged: () => countChanged.get(source) ?? 0,
    forgetChanged: () => void forgetChanged.run(source),
    covers: () => covers.get(source) ?? 0,
    cover: (row) => void cover.run(row, source),
    clear: () => {
      dropAll.run(source)
      forgetChanged.run(source)
      cover.run(0, source)
    },
  })
}
