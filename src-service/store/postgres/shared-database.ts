import type { Pool } from 'pg'
import type { RequestLimit } from '../../http/rate-limit'
import type { ServiceDatabase } from '../statements'
import { hearNotices, type SharedWork } from './notices'
import { connectionCounts, openPool } from './pool'
import { postgresDatabase } from './postgres-database'
import type { Notices } from './project-notices'
import { sharedLimit } from './shared-limit'

/** A project that is open in this process. */
export interface OpenedProject {
  /** One for each part of this process that keeps something of it in mind. */
  database(): ServiceDatabase
  /**
   * Has `begin` called when nobody else works for the project, and what it resolves to stopped when that is over
   * (project-notices.ts).
   */
  work: Notices['work']
  /** Has its mail sent by this process, too. */
  send: Notices['send']
  /** Whether it is this process that works for it. */
  isWorking(): boolean
  /** How many requests any minute may hold of one of its interfaces, over all processes. */
  limit(api: string, perMinute: number): RequestLimit
  /** `alone` is called where no other process has it open, and none can before that has ended. */
  close(alone?: () => Promise<void>): Promise<void>
}

/** A database, as all the projects that a process has open share it: some connections, and one more that hears of changes. */
export interface SharedDatabase {
  pool: Pool
  /** How many connections it has, by what they do. */
  counts(): Readonly<Record<string, number>>
  /** Opens a project by its number; nobody in this process may have it open. */
  open(project: number): Promise<OpenedProject>
  work: SharedWork
  close(): Promise<void>
}

/**
 * Opens a database whose tables are there.
 * @param at Its `postgres://` URL, and the most connections at a time.
 * @param failed Told of what went wrong while nobody asked for anything: all of it is tried again.
 */
export function openShared(
  { url, connections }: { url: string; connections: number },
  failed: (what: string, error: unknown) => void,
): SharedDatabase {
  const lost = (error: unknown): void => failed('A connection to the database', error)
  const pool = openPool({ url, connections, lost })
  const hearing = hearNotices({ connectionString: url, application_name: 'postroom-service' }, failed)
  return {
    pool,
    counts: () => connectionCounts(pool),
    async open(project) {
      const notices = await hearing.open(project)
      return {
        database: () => postgresDatabase(pool, project, notices),
        work: (begin) => notices.work(begin),
        send: (sending) => notices.send(sending),
        isWorking: () => notices.isWorking,
        limit: (api, perMinute) => sharedLimit(pool, project, api, perMinute),
        close: (alone) => notices.close(alone),
      }
    },
    work: hearing,
    async close() {
      await hearing.close()
      await pool.end()
    },
  }
}
