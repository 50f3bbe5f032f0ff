import { computed } from 'vue'
import { useBridge } from '../../../bridge'
import { useAnswer } from '../../../kit/state/answer'
import { eventNamed } from '../../segments'
import type { AudienceParts } from './audience-parts'

/** The condition of a segment; null while it is not known, and where it has none. */
export function useSegmentCondition(id: () => string | null) {
  const bridge = useBridge()
  const { answer } = useAnswer({
    async ask() {
      const asked = id()
      return asked === null ? null : (await bridge.segments.get({ id: asked })).condition
    },
    changes: id,
  })
  return computed(() => answer.value ?? null)
}

/** The event that an audience is chosen by: the first its condition asks about, else that of its segment; null where there is none. */
export function useNamedEvent(parts: () => AudienceParts | null) {
  const ofSegment = useSegmentCondition(() => parts()?.segment ?? null)
  return computed(() => eventNamed(parts()?.condition ?? null) ?? eventNamed(ofSegment.value))
}
