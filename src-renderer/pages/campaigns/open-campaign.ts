import { computed, inject, provide, shallowRef, watch, type InjectionKey } from 'vue'
import type { CampaignDetail } from '../../../src-shared/bridge/campaigns'
import type { RenderAs, ReviewState } from '../../../src-shared/bridge/review'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { useOpened } from '../../composables/opened'
import { useLiveStore } from '../../stores/live'
import { useWritten } from './use-written'

/** The campaign that is open, what is written of it, its review and its confirmed sending: what its tabs share. */
function openCampaign(id: () => string | null) {
  const bridge = useBridge()
  const live = useLiveStore()
  const opened = useOpened<CampaignDetail, CampaignDetail>({
    id,
    get: (asked) => bridge.campaigns.get({ id: asked }),
    // A campaign is cancelled, never deleted: the service has no way to.
    discard: () => Promise.resolve(),
    changes: () => live.copyKey,
    pushes: () => null,
    pushed: () => null,
    pauseMs: 700,
  })
  const detail = opened.current
  const written = useWritten({ id, detail, take: opened.take })
  const hold = computed(() => (detail.value ? live.holdOf(detail.value.id) : null))

  const review = shallowRef<ReviewState | null>(null)
  const reviewProblem = shallowRef<Problem | null>(null)
  /** How many things the newest review found that a person should look at; null: not reviewed since it was opened. */
  const found = shallowRef<number | null>(null)
  /** As whom the mail was looked at last: a test goes out like that unless another is chosen. */
  const seenAs = shallowRef<RenderAs | null>(null)

  /** Reads what is kept of its reviews: sign-off, rules that are off. */
  async function readReview(): Promise<void> {
    const asked = id()
    if (asked === null) return
    try {
      const state = await bridge.review.state({ campaignId: asked })
      if (asked === id()) takeReview(state)
    } catch (error) {
      if (asked === id()) reviewProblem.value = problemOf(error)
    }
  }

  /** What is kept of its reviews is as another call answered. */
  function takeReview(state: ReviewState): void {
    review.value = state
    reviewProblem.value = null
  }

  watch(
    id,
    () => {
      review.value = null
      found.value = null
      seenAs.value = null
    },
    { immediate: true },
  )
  // A change voids a sign-off.
  watch(
    () => [detail.value?.id, detail.value?.basis],
    () => void (detail.value && readReview()),
    { immediate: true },
  )

  return {
    detail,
    problem: opened.problem,
    refusal: opened.refusal,
    busy: opened.busy,
    reload: opened.reload,
    take: opened.take,
    act: opened.act,
    written,
    hold,
    review,
    reviewProblem,
    found,
    seenAs,
    readReview,
    takeReview,
  }
}

/** What {@link useCampaign} answers. */
export type OpenCampaign = ReturnType<typeof openCampaign>

const key: InjectionKey<OpenCampaign> = Symbol('campaign')

/** Opens a campaign for the page that calls this and for its tabs. */
export function provideCampaign(id: () => string | null): OpenCampaign {
  const campaign = openCampaign(id)
  provide(key, campaign)
  return campaign
}

/** The campaign whose page this component stands on. */
export function useCampaign(): OpenCampaign {
  const campaign = inject(key)
  if (!campaign) throw new Error('This stands on the page of a campaign, and nowhere else.')
  return campaign
}
