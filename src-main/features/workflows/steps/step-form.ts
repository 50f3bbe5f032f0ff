import type { StepForm } from '../../../../src-shared/bridge/workflow-steps'
import type { Cache } from '../../../cache/store'
import { isDeployed } from '../../catalogue'

/** How the service of a copy takes steps: as it answered when it was asked, else as its records tell. */
export async function stepFormOf(cache: {
  audience: Pick<Cache['audience'], 'reading'>
  capabilities: Pick<Cache['capabilities'], 'all'>
}): Promise<StepForm> {
  const answer = (await cache.capabilities.all()).find(({ key }) => key === 'steps')?.answer
  if (answer === 'oneAtATime' || answer === 'together') return answer
  return (await isDeployed(cache)) ? 'oneAtATime' : 'together'
}
