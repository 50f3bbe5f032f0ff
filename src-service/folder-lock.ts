import { join } from 'node:path'
import { openPrivately } from './store/database'
import { codeOf } from '../src-shared/error-code'

/** How long one is waited for that is just ending, in milliseconds: its requests under way have two seconds. */
const patience = 4000

/**
 * Holds a data folder for this process: two services on one folder would send the same messages. The lock is SQLite's,
 * on a file of its own; the system lets go of it whenever the process ends, however it ends.
 * @returns What lets go of it.
 * @throws Error in words when another process holds it.
 */
export function lockFolder(folder: string): () => void {
  const lock = openPrivately(join(folder, 'service.lock'), patience)
  try {
    // Nothing is ever written: it needs no journal beside it.
    lock.pragma('journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (codeOf(error) !== 'SQLITE_BUSY') throw error
    throw new Error(
      `Another service runs on the data folder ${folder}. Stop it, or start with another --data.`,
      { cause: error },
    )
  }
  return () => lock.close()
}
