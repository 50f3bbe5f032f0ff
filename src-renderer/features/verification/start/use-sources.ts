import { shallowRef } from 'vue'
import type { SavedView } from '../../../../src-shared/bridge/contacts'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'

/** A segment that a batch can be made of. */
export interface SourceSegment {
  id: string
  name: string
  kind: 'static' | 'dynamic'
  members: number | null
}

/** The saved views of the profile, and the service's segments: read once each, when they are asked for. */
export function useSources() {
  const bridge = useBridge()
  const views = shallowRef<SavedView[] | null>(null)
  const segments = shallowRef<SourceSegment[] | null>(null)
  const problem = shallowRef<Problem | null>(null)

  async function attempt(call: () => Promise<void>): Promise<void> {
    problem.value = null
    try {
      await call()
    } catch (error) {
      problem.value = problemOf(error)
    }
  }

  return {
    views,
    segments,
    problem,
    loadViews: () =>
      attempt(async () => {
        views.value = (await bridge.contacts.views()).views
      }),
    loadSegments: () =>
      attempt(async () => {
        segments.value = (await bridge.verification.segments()).segments
      }),
  }
}
