import type { Cache } from '../../cache/store'
import type { LookUpTools } from '../look-up'
import type { RunMethods } from './check/engine'
import type { Staging } from './staging'

/** What the jobs of imports are given. */
export interface ImportJobTools extends LookUpTools {
  cache: Cache
  /** The rows of an import. Whoever gives them closes them, not before the job is at rest. Rejects where they are gone. */
  staging(importId: number): Promise<RunRows>
  refresh: RefreshCopy
}

/** The rows of an import as its jobs see them. */
export type RunRows = Pick<Staging, 'counts' | keyof RunMethods>

/**
 * Brings the contacts of the copy up to date before so many rows are written. `whole`: every contact was looked at; if
 * not, new ones alone were, because reading all of them costs more requests than reading each that is to be changed.
 * `anew`: every contact is looked at, however lately that was done. Rejects with a problem that concerns the whole job.
 */
export type RefreshCopy = (input: {
  rows: number
  signal: AbortSignal
  anew?: boolean
}) => Promise<{ whole: boolean }>

/** Of a job's detail, what tells which import it belongs to. */
export function importOf({ importId }: { importId: number | null }): number {
  if (importId === null) throw new Error('A job of an import without its import')
  return importId
}
