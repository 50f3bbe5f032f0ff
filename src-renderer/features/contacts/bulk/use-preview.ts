import { ref } from 'vue'
import type { BulkAction } from '../../../../src-shared/bridge/bulk'
import type { ContactSelection } from '../../../../src-shared/bridge/contacts'
import { useBridge } from '../../../bridge'
import { useEnteredAnswer } from '../../../kit/state/entered-answer'

const few = 5

/** What an action would do to a selection, counted as it is entered. null: there is no action, or it is counted first. */
export function usePreview(selection: () => ContactSelection, action: () => BulkAction | null) {
  const bridge = useBridge()
  /** So many people of each count are listed. */
  const most = ref(few)
  // What was seen cannot be confirmed from a change on.
  const {
    answer: preview,
    stale: counting,
    problem,
  } = useEnteredAnswer({
    asked: action,
    ask: (wanted) => bridge.bulk.preview({ selection: selection(), action: wanted, most: most.value }),
    changes: [action, most],
    pauseMs: 150,
  })
  return { preview, counting, most, problem }
}
