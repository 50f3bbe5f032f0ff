import { t } from '../../../src-shared/messages/message'
import type { Stepped, Session, Steps } from './session'
import { statSync } from 'node:fs'
import { cacheFiles } from './location'
import { codeOf } from '../../../src-shared/error-code'

/** The tables that hold what was copied, and how: emptying the copy empties these. */
const copied = [
  'contact',
  'contact_known',
  'known_count',
  'verdict_span',
  'event',
  'run',
  'run_seen',
  'catalogue',
  'catalogue_part',
  'catalogue_part_read',
  'unread_record',
  'count_difference',
  'project_activity',
  'project_activity_reading',
] as const

/** What the maintenance part of the store is made of. */
interface MaintenanceParts {
  session: Session
  folder: string
  encrypted: boolean
  /** Empties what lives in memory beside contacts, events and runs, within the transaction that deletes them. */
  clear(): void
  /** Compares the index in memory with the rows; sentences about what does not agree. */
  compareIndex(): Steps<string[]>
}

function bytesOf(path: string): number {
  try {
    return statSync(path).size
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0
    throw error
  }
}

/** The maintenance part of the store. */
export function maintenanceStore(parts: MaintenanceParts): Stepped<MaintenanceStore> {
  const { session } = parts
  const { db } = session
  const files = cacheFiles(parts.folder)
  return {
    size: () =>
      session.read(() => ({
        bytes: bytesOf(files.database) + bytesOf(files.log),
        encrypted: parts.encrypted,
      })),

    revision: () => ({ ...session.counters }),

    *check() {
      const findings: string[] = []
      const tables = db
        .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .pluck()
        .all()
      for (const table of tables) {
        findings.push(...tableFindings(session, table))
        yield
      }
      for (const list of ['contact', 'event'] as const) {
        const counted = session.read(() => db.prepare(`SELECT count(*) FROM ${list}`).pluck().get())
        const kept = session.counters[`${list}s`]
        if (counted !== kept)
          findings.push(
            list === 'contact'
              ? t('core.maintenance.keptContactsAreCounted', { kept, string: String(counted) })
              : t('core.maintenance.keptEventsAreCounted', { kept, string: String(counted) }),
          )
        yield
      }
      if (findings.length === 0) findings.push(...(yield* parts.compareIndex()))
      return { sound: findings.length === 0, findings }
    },

    *clear() {
      session.write(() => {
        for (const table of copied) db.exec(`DELETE FROM ${table}`)
        session.counters.contacts = 0
        session.counters.events = 0
        parts.clear()
        session.touch()
      })
      yield
      // Gives the room back to the disk: what is left is small.
      session.read(() => {
        db.exec('VACUUM')
        db.pragma('wal_checkpoint(TRUNCATE)')
      })
    },
  }
}

/** What SQLite finds wrong in a table and its indexes, in its own words. A page whose seal is broken ends the reading. */
function tableFindings(session: Session, table: string): string[] {
  try {
    const rows = session.column<[], string>(`PRAGMA quick_check('${table}')`).all()
    return rows.filter((finding) => finding !== 'ok')
  } catch (error) {
    return [`${table}: ${error instanceof Error ? error.message : String(error)}`]
  }
}

export interface MaintenanceStore {
  /** Bytes of the database with its log, and whether it is encrypted. */
  size(): { bytes: number; encrypted: boolean }
  /** Grows with every change of contacts or events. */
  revision(): { revision: number; contacts: number; events: number }
  check(): { sound: boolean; findings: string[] }
  /** Empties contacts, events and runs; outbox, activity, views and verdicts stay. */
  clear(): void
}
