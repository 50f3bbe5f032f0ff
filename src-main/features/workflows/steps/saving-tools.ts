import { tell } from '../../../../src-shared/messages/told'
import type { Workflow } from '../../../../src-shared/interface/workflow'
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

/** Enables a workflow, or disables it. */
export async function switchTo(
  enabled: boolean,
  { id, name }: Workflow,
  writing: CatalogueWriting,
): Promise<void> {
  const title = tell(enabled ? 'told.enableWorkflow' : 'told.disableWorkflow', { name })
  await writing.update('workflows', { id, changes: { enabled }, basis: null, title })
}
