import type { Resource } from '../../../src-shared/bridge/sync'
import type { CapabilityOptions } from '../capabilities'
import type { Sync } from '../../copying/sync'

const compared: readonly Resource[] = ['contacts', 'segments', 'campaigns']

/** The copy, as far as its counts are compared with the service's: when it was read, and whether it is being read. */
export function comparedCopy(sync: Pick<Sync, 'state' | 'watch'>): CapabilityOptions['copy'] {
  const states = () => sync.state.resources.filter(({ resource }) => compared.includes(resource))
  return {
    readAt: () =>
      states()
        .map(({ asOf }) => asOf ?? '')
        .join(' '),
    isReading: () => states().some(({ run }) => run?.state === 'running' || run?.state === 'queued'),
    watch: (listener) => sync.watch(listener),
  }
}
