import type { Batch, BatchState } from '../../../../src-shared/bridge/verification'
import { isLive } from '../../../jobs/registry'

/** The state of a batch, as their list is narrowed by. */
export function stateOf({ work, problem, job, waiting }: Batch): BatchState {
  if (problem !== null) return 'stopped'
  if (work !== null) return 'running'
  if (job === null) return waiting > 0 ? 'open' : 'finished'
  if (isLive(job)) return job.state === 'paused' ? 'paused' : 'running'
  return job.state === 'finished' ? 'finished' : 'stopped'
}
