import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { codeOf } from '../../../../src-shared/error-code'
import { pieceBytes } from '../../../core/index/parts'
import type { Session } from '../../../core/database/session'
import type { SnapshotStore } from './index-snapshot'

/** Where indexes lie: that over contacts, or with `record_` those over the records of each source, by its number. */
export function snapshots(session: Session, prefix: '' | 'record_'): (...source: number[]) => SnapshotStore {
  const { db } = session
  const isShared = prefix !== ''
  const [counters, which] = isShared ? ['record_source', 'WHERE number = ?'] : ['meta', '']
  const own = isShared ? 'WHERE source = ?' : ''
  const named = isShared ? `${own} AND name = ?` : 'WHERE name = ?'
  const first = isShared ? '?, ' : ''
  const [part, change] = [`${prefix}index_part`, `${prefix}index_change`]
  const checksums = session.tuples<number[], [string, number]>(`SELECT name, checksum FROM ${part} ${own}`)
  const bytesOf = session.column<(number | string)[], Buffer>(`SELECT bytes FROM ${part} ${named}`)
  const put = db.prepare(`INSERT OR REPLACE INTO ${part} VALUES (${first}?, ?, ?)`)
  const drop = db.prepare(`DELETE FROM ${part} ${named}`)
  const dropAll = db.prepare(`DELETE FROM ${part} ${own}`)
  const note = db.prepare(`INSERT OR IGNORE INTO ${change} VALUES (${first}?)`)
  const changed = session.column<number[], number>(`SELECT row FROM ${change} ${own}`)
  const countChanged = session.column<number[], number>(`SELECT count(*) FROM ${change} ${own}`)
  const forgetChanged = db.prepare(`DELETE FROM ${change} ${own}`)
  const covers = session.column<number[], number>(`SELECT index_covers FROM ${counters} ${which}`)
  const cover = db.prepare(`UPDATE ${counters} SET index_covers = ? ${which}`)
  return (...source) => ({
    checksums: () => checksums.all(...source),
    part: (name) => unpacked(bytesOf.get(...source, name)),
    put: (name, checksum, bytes) => void put.run(...source, name, checksum, packed(bytes)),
    drop: (name) => void drop.run(...source, name),
    note: (row) => note.run(...source, row).changes,
    changed: () => changed.all(...source),
    countChanged: () => countChanged.get(...source) ?? 0,
    forgetChanged: () => void forgetChanged.run(...source),
    covers: () => covers.get(...source) ?? 0,
    cover: (row) => void cover.run(row, ...source),
    clear: () => {
      dropAll.run(...source)
      forgetChanged.run(...source)
      cover.run(0, ...source)
    },
  })
}

/** A piece as it is stored: in a third of its bytes, at the level that takes the least time. */
function packed(bytes: Uint8Array): Buffer {
  return deflateRawSync(bytes, { level: 1, chunkSize: pieceBytes })
}

/** A stored piece as it was; undefined where there is none that can be read, as of an older format. */
function unpacked(stored: Buffer | undefined): Uint8Array | undefined {
  if (stored === undefined) return undefined
  try {
    return inflateRawSync(stored, { chunkSize: pieceBytes })
  } catch (error) {
    // The index is made anew then, from the rows: nothing is lost but time.
    if (codeOf(error).startsWith('Z_')) return undefined
    throw error
  }
}
