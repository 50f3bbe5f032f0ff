import type { Cache } from '../../../cache/store'
import type { CatalogueWriting } from '../../catalogue'
import type { Clock } from '../../../core/clock'
import type { PartsOf } from '../../catalogue/store'

/** What steps are saved with. */
export interface StepSavingTools {
  cache: Cache
  clock: Clock
  writing: CatalogueWriting
  /** Reads the executions of a workflow into the copy. */
  readParts(of: PartsOf): Promise<void>
}
