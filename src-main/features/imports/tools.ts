import type { RefreshCopy } from '../../jobs/refresh-copy'
import type { Cache } from '../../cache/store'
import type { LookUpTools } from '../../jobs/look-up'
import type { RunMethods } from './check/engine'
import type { Staging } from './staging'

/** What the jobs of imports are given. */
export interface ImportJobTools extends LookUpTools {
  cache: Cache
  /** The rows of an import. Whoever gives them closes them, not before the job is at rest. Rejects where they are gone. */
  staging(importId: number): Promise<ImportRunRows>
  refresh: RefreshCopy
}

/** The rows of an import as its jobs see them. */
export type ImportRunRows = Pick<Staging, 'counts' | keyof RunMethods>

/** Of a job's detail, what tells which import it belongs to. */
export function importOf({ importId }: { importId: number | null }): number {
  if (importId === null) throw new Error('A job of an import without its import')
  return importId
}
