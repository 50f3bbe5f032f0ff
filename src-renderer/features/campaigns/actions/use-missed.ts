import { useBridge } from '../../../bridge'
import { useSaving } from '../../../kit/save/saving'
import type { OpenCampaign } from '../open-campaign'

/** Makes a draft of the open campaign for those alone from whom nothing came; `opened` gets its id. */
export function useMissed({ detail }: OpenCampaign, opened: (id: string) => Promise<void>) {
  const bridge = useBridge()
  const { busy, problem, ask } = useSaving()
  return {
    busy,
    problem,
    async write(): Promise<void> {
      const id = detail.value?.id
      const draft = id === undefined ? null : await ask(() => bridge.campaigns.writeToMissed({ id }))
      if (draft) await opened(draft.id)
    },
  }
}
