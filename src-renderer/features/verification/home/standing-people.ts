import { useRouter } from 'vue-router'
import type { ContactStanding } from '../../../../src-shared/bridge/verdicts'
import { useBridge } from '../../../bridge'
import { frozenContactsLink } from '../../../links'
import { useNoticesStore } from '../../../stores/notices'

/** Opens the contacts of a standing in list health. */
export function useStandingPeople() {
  const bridge = useBridge()
  const router = useRouter()
  const notices = useNoticesStore()
  return (standing: ContactStanding) =>
    notices.attempt(async () => {
      const { selectionId } = await bridge.verdicts.freeze({ standing })
      await router.push(frozenContactsLink(selectionId))
    })
}
