import type { BatchRows } from './batch-rows'
import type { Jobs } from '../../../jobs/runner'
import type { Logger } from '../../../core/log'
import type { Problem } from '../../../../src-shared/problem'
import type { SourceTools } from './sources'

/** What the batches of a profile are given. */
export interface BatchesOptions extends SourceTools {
  /** Not started yet. */
  jobs: Jobs
  log: Logger
  readOnly(): boolean
  /** Why nothing can be asked of the service now; null where it answers. */
  unreachable(): Problem | null
  /** Notes all that is known of addresses without asking; nothing from before `since`. */
  lookUp(rows: BatchRows, since: number | null, signal: AbortSignal): Promise<void>
}
