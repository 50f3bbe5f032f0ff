import { onScopeDispose, shallowReactive, shallowRef } from 'vue'
import type { SavedView } from '../../../../src-shared/bridge/contacts'
import type { VerdictClass } from '../../../../src-shared/bridge/verdicts'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'

/** A segment that a batch can be made of. */
export interface SourceSegment {
  id: string
  name: string
  kind: 'static' | 'dynamic'
  members: number | null
}

/** What is known of the addresses of a segment's members. */
export interface SegmentKnown {
  byClass: Record<VerdictClass, number>
  notChecked: number
}

/** The saved views of the profile and the service's segments, with what is known of their members: one after the other. */
export function useSources() {
  const bridge = useBridge()
  const views = shallowRef<SavedView[] | null>(null)
  const segments = shallowRef<SourceSegment[] | null>(null)
  const known = shallowReactive(new Map<string, SegmentKnown | null>())
  const problem = shallowRef<Problem | null>(null)
  let gone = false
  onScopeDispose(() => (gone = true))

  async function attempt(call: () => Promise<void>): Promise<void> {
    problem.value = null
    try {
      await call()
    } catch (error) {
      problem.value = problemOf(error)
    }
  }

  async function tell(): Promise<void> {
    for (const { id } of segments.value ?? []) {
      if (gone) return
      known.set(id, (await bridge.segments.known({ id })).known)
    }
  }

  return {
    views,
    segments,
    known,
    problem,
    loadViews: () =>
      attempt(async () => {
        views.value = (await bridge.contacts.views()).views
      }),
    loadSegments: () =>
      attempt(async () => {
        segments.value = (await bridge.verification.segments()).segments
        await tell()
      }),
  }
}
