import { computed, inject, provide, ref, shallowRef, watch, type InjectionKey, type ComputedRef } from 'vue'
import type { CampaignDetail } from '../../../src-shared/bridge/campaigns'
import type { Whom } from '../mail'
import { useBridge } from '../../bridge'
import { useOpened } from '../../composables/opened'
import { useLiveStore } from '../../stores/live'
import { rememberOpened } from '../../stores/recent'
import { usePlan } from './plan/use-plan'
import { useCampaignReview } from './review/use-campaign-review'
import { useTeamStand } from './review/use-team-stand'
import type { Mail } from '../../../src-shared/bridge/review'
import { useEditing } from '../../kit/save/editing'
import { useAnswer } from '../../kit/state/answer'
import { hasLeft, isEditable, isPast } from './campaign-words'
import { changesOf, changesSchema, requestOf, withChanges, writtenOf, type CampaignDraft } from './written'

/** What a person writes of the open campaign. */
function useWritten(open: {
  detail: ComputedRef<CampaignDetail | null>
  take: (detail: CampaignDetail) => void
  /** Something was written. */
  edited: () => void
}) {
  const bridge = useBridge()
  const editing = useEditing({
    kind: 'campaign',
    detail: () => open.detail.value,
    take: open.take,
    writtenOf,
    changesOf,
    withChanges,
    changesSchema,
    isEditable: ({ status }) => isEditable(status),
    save: ({ id, base, changes, basis }) =>
      bridge.campaigns.update({ id, changes: requestOf(base, changes), basis }),
    look: (id) => bridge.campaigns.refresh({ id }),
  })

  function write(change: Partial<Omit<CampaignDraft, 'mail'>> & { mail?: Partial<Mail> }): void {
    const now = editing.written.value
    if (now === null) return
    editing.write({ ...now, ...change, mail: { ...now.mail, ...change.mail } })
    if (editing.dirty.value) open.edited()
  }

  return { ...editing, write }
}

/** The campaign that is open, what is written of it, its review and its confirmed sending: what its tabs share. */
function openCampaign(id: () => string | null) {
  const bridge = useBridge()
  const live = useLiveStore()
  rememberOpened('campaign', id)
  const opened = useOpened<CampaignDetail, CampaignDetail>({
    id,
    get: (asked) => bridge.campaigns.get({ id: asked }),
    changes: () => live.copyKey,
    pauseMs: 700,
  })
  const detail = opened.current
  const hold = computed(() => (detail.value ? live.holdOf(detail.value.id) : null))
  const asksOfHold = ref(false)
  const written = useWritten({
    detail,
    take: opened.take,
    edited: () => (asksOfHold.value = hold.value?.state === 'held'),
  })

  const plan = usePlan({
    id,
    basis: () => detail.value?.basis,
    editable: () => isEditable(detail.value?.status ?? ''),
  })
  const review = useCampaignReview(id, () => detail.value)
  const team = useTeamStand(id, () => [detail.value?.basis, review.kept.value?.last?.at].join())
  /** As whom the mail was looked at last: a test goes out like that unless another is chosen. */
  const seenAs = shallowRef<Whom | null>(null)

  /** How many get it as it is written, where that is not saved; null: it is, or is not counted. */
  const unsavedPeople = shallowRef<number | null>(null)

  watch(id, () => (seenAs.value = null))

  const sent = computed(() => {
    const now = detail.value
    return now !== null && (hasLeft(now.status) || now.sent > 0) ? now.id : null
  })
  const reach = useAnswer({
    ask: async () => (sent.value === null ? null : bridge.campaigns.reach({ id: sent.value })),
    of: () => sent.value,
    changes: () => live.copyKey,
    pauseMs: 5000,
  })

  return {
    detail,
    /** Whom it reached, by the copied events; null: nobody yet, or not known yet. */
    reach,
    problem: opened.problem,
    reload: opened.reload,
    take: opened.take,
    written,
    hold,
    plan,
    /** It was edited while its sending is held: a person says which of the two goes on. */
    asksOfHold,
    /** What is kept of its reviews: sign-off, rules that are off, the newest one. null: not read yet. */
    review: review.kept,
    reviewProblem: review.problem,
    readReview: review.read,
    takeReview: review.take,
    /** Its review as it is now, once somebody has begun it. */
    reviewing: review.current,
    beginReview: review.begin,
    found: review.found,
    /** Its sign-off by several people, where the profile shares a folder. */
    team,
    unsavedPeople,
    /** How many get it, on every screen: as it is written, by the review of now, else the newest one; of what left, by the service. null: nobody knows. */
    people: computed(() => {
      const now = detail.value
      if (now !== null && isPast(now.status)) return now.recipients
      const saved = review.current.audience.value?.willGet ?? review.kept.value?.last?.people ?? null
      return unsavedPeople.value ?? saved
    }),
    seenAs,
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
