import type { BatchSource } from '../../src-shared/bridge/verification'
import { useBridge } from '../bridge'
import { batchLink } from '../links'
import { useOnward } from './onward'

/** Makes a batch of addresses, and leads on to it from where it was asked for. Rejects where none can be made. */
export function useNewBatch(): (source: BatchSource | Promise<BatchSource>) => Promise<void> {
  const bridge = useBridge()
  const onward = useOnward()
  return async (source) => {
    const go = onward()
    const { id } = await bridge.verification.create({ source: await source })
    await go(batchLink(id))
  }
}
