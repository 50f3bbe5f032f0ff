import { t } from '../../../../src-shared/messages/message'
import { computed, onScopeDispose, watch } from 'vue'
import { leavableSchema, type Audience, type Leavable, type Mail } from '../../../../src-shared/bridge/review'
import { sameValue } from '../../../../src-shared/same-value'
import { useBridge } from '../../../bridge'
import { useAnswer } from '../../../kit/state/answer'
import { useLiveStore } from '../../../stores/live'
import { gapWords } from '../../segments'
import type { OpenCampaign } from '../open-campaign'
import { useReview } from '../review/use-review'
import { partsOf } from './audience-parts'
import { stepsOf, sumOf } from './audience-sum'

/** How often the figures are asked for at most while the copy changes (milliseconds). */
const pauseMs = 1500

/**
 * The audience of the open campaign as it is chosen now, counted: its sum line by line, and the report of the people. Of what
 * is saved the review's own report is taken, so that every screen says one number. `whole`: null where something is missing; `offered`: segments that could be left out.
 */
export function useAudience(
  open: OpenCampaign,
  whole: () => Audience | null,
  offered: () => readonly string[],
) {
  const bridge = useBridge()
  const live = useLiveStore()
  const mail = computed<Mail | null>(
    () => open.written.written.value?.mail ?? open.detail.value?.mail ?? null,
  )
  const isSaved = computed(() => {
    const { detail } = open
    return sameValue(whole(), detail.value?.audience ?? null) && mail.value?.type === detail.value?.mail.type
  })
  const parts = computed(() => {
    const now = whole()
    return now === null ? null : partsOf(now)
  })
  const steps = computed(() => (parts.value === null ? [] : stepsOf(parts.value, offered())))

  const { answer, problem } = useAnswer({
    async ask() {
      const asked = steps.value
      const type = mail.value?.type
      if (asked.length === 0 || type === undefined) return null
      // Members who were never read are read from the service first: else nobody of them would be counted.
      const segment = parts.value?.segment ?? null
      const members = segment === null ? null : await bridge.segments.members({ id: segment })
      const figures = await bridge.review.figures({ audiences: asked.map(({ audience }) => audience), type })
      return { asked, figures, members }
    },
    changes: [() => JSON.stringify([steps.value, mail.value?.type]), () => live.copyKey],
    pauseMs,
  })
  const sum = computed(() => {
    const found = answer.value
    return found === null ? null : sumOf(found.asked, found.figures)
  })

  open.beginReview({ look: false })
  const own = useReview(() => {
    const [now, of] = [whole(), mail.value]
    if (isSaved.value || now === null || of === null) return null
    const scheduledFor = open.detail.value?.scheduledFor ?? null
    return { campaignId: null, mail: of, audience: now, scheduledFor, background: true }
  })
  const review = computed(() => (isSaved.value ? open.reviewing : own))
  watch(
    () => (isSaved.value ? null : (own.audience.value?.willGet ?? null)),
    (people) => (open.unsavedPeople.value = people),
    { immediate: true },
  )
  onScopeDispose(() => (open.unsavedPeople.value = null))

  return {
    parts,
    isSaved,
    sum,
    /** Segments that hold undeliverable people. */
    undeliverable: computed(() => answer.value?.figures.undeliverable ?? []),
    /** Segments that hold the people of a verdict. */
    keptFor: (of: Leavable): readonly string[] => answer.value?.figures[of] ?? [],
    /** The verdict whose people a segment holds; null: it was not made for one. */
    verdictOf: (id: string): Leavable | null =>
      leavableSchema.options.find((of) => answer.value?.figures[of].includes(id) === true) ?? null,
    /** Why the figures are not exact. */
    doubts: computed(() => {
      const members = answer.value?.members ?? null
      if (members === null) return []
      const { notCopied, gaps } = members
      const away = t('campaigns.useAudience.membersAreNotAmong', { notCopied })
      return [...gapWords(gaps), ...(notCopied === 0 ? [] : [away])]
    }),
    report: computed(() => review.value.audience.value),
    /** The figures are of what is chosen now, and not being counted anew. */
    counting: computed(() => {
      const found = answer.value
      if (found === null) return true
      return !sameValue(found.asked, steps.value) || review.value.running.value || review.value.stale.value
    }),
    problem: computed(() => problem.value ?? review.value.problem.value),
    type: computed(() => mail.value?.type ?? 'MARKETING'),
  }
}

/** What {@link useAudience} answers. */
export type OpenAudience = ReturnType<typeof useAudience>
