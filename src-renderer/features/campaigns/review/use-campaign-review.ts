import { computed, ref, shallowRef, watch } from 'vue'
import type { CampaignDetail } from '../../../../src-shared/bridge/campaigns'
import type { ReviewState } from '../../../../src-shared/bridge/review'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'
import { useLiveStore } from '../../../stores/live'
import { isEditable, isPast } from '../campaign-words'
import { findings } from '../../review'
import { useReview } from './use-review'

/**
 * The review of the open campaign, for all of its tabs: what is kept of earlier ones, and the one of now. It is run where a
 * tab shows it, and in the background where what is kept does not say how much there is to look at in a draft.
 * In one piece: what is kept and what is asked for depend on each other.
 */
export function useCampaignReview(id: () => string | null, detail: () => CampaignDetail | null) {
  const bridge = useBridge()
  const live = useLiveStore()
  const kept = shallowRef<ReviewState | null>(null)
  const problem = shallowRef<Problem | null>(null)
  /** What the page asks for: nothing, what there is to look at, or a review that a person looks at. */
  const asked = ref<'nothing' | 'findings' | 'review'>('nothing')
  /** Nothing that the kept figure depends on has changed since it was read. */
  const fits = ref(true)

  /** null: there is nothing to review; what was sent keeps the review that it was sent with. */
  const reviewed = computed(() => {
    const now = detail()
    if (now === null || isPast(now.status)) return null
    return { campaignId: now.id, mail: now.mail, audience: now.audience, scheduledFor: now.scheduledFor }
  })
  const current = useReview(() => {
    if (reviewed.value === null || asked.value === 'nothing') return null
    return asked.value === 'review' ? reviewed.value : { ...reviewed.value, background: true }
  })
  const { checks, end, stale, problem: failed } = current

  /** Reads what is kept of its reviews: sign-off, rules that are off, the newest one. */
  async function read(): Promise<void> {
    const of = id()
    if (of === null) return
    try {
      const state = await bridge.review.state({ campaignId: of })
      if (of === id()) take(state)
    } catch (error) {
      if (of === id()) problem.value = problemOf(error)
    }
  }

  /** What is kept of its reviews is as another call answered. */
  function take(state: ReviewState): void {
    kept.value = state
    problem.value = null
    if (state.last === null || state.last.findings === null) askInBackground()
  }

  function askInBackground(): void {
    if (asked.value === 'nothing' && isEditable(detail()?.status ?? '')) asked.value = 'findings'
  }

  watch(id, () => {
    kept.value = null
    problem.value = null
    asked.value = 'nothing'
    fits.value = true
  })
  // A change voids a sign-off.
  watch([() => detail()?.id, () => detail()?.basis], () => void (detail() && read()), { immediate: true })
  watch(end, (now) => {
    if (now === null) return
    fits.value = true
    void read()
  })
  const dependsOn = computed(() =>
    reviewed.value && kept.value ? JSON.stringify([reviewed.value, kept.value.off, live.copyKey]) : null,
  )
  watch(dependsOn, (now, before) => {
    if (now === null || before === null) return
    fits.value = false
    askInBackground()
  })

  return {
    kept,
    problem,
    current,
    /** How many things there are to look at; null: not known of the campaign as it is now. */
    found: computed(() => {
      if (end.value !== null && !stale.value && failed.value === null) return findings(checks.value)
      return fits.value ? (kept.value?.last?.findings ?? null) : null
    }),
    /** Has it reviewed: `look` where a person looks at it, who is told next time what changed since. */
    begin: (how: { look: boolean }) => {
      if (how.look) asked.value = 'review'
      else if (asked.value === 'nothing') asked.value = 'findings'
    },
    read,
    take,
  }
}
