import { computed, watch } from 'vue'
import { useMailChecks } from '../../../composables/mail-checks'
import { isEditable } from '../campaign-words'
import { useCampaign } from '../open-campaign'
import { movedChecks } from './moved-checks'

/**
 * What there is to find in the mail as it is written. What the mail tells alone is looked at when one rests; what only the
 * people tell, such as who has no value, comes from the review of what is saved. Nothing of a mail that is no draft.
 */
export function useContentChecks() {
  const { detail, written, reviewing, beginReview } = useCampaign()
  const mail = computed(
    () => (isEditable(detail.value?.status ?? '') ? written.written.value?.mail : null) ?? null,
  )
  const { checks: own, problem } = useMailChecks({
    mail: () => mail.value,
    campaignId: () => detail.value?.id ?? null,
  })
  watch(
    () => mail.value !== null && detail.value?.id,
    (writable) => {
      if (writable) beginReview({ look: false })
    },
    { immediate: true },
  )

  const ofPeople = computed(() => {
    const told = new Set(own.value.map(({ rule }) => rule))
    const of = reviewing.reviewed.value
    if (of === null || mail.value === null) return []
    return movedChecks(
      reviewing.checks.value.filter(({ rule }) => !told.has(rule)),
      of.mail,
      mail.value,
    )
  })
  return {
    checks: computed(() => (mail.value === null ? [] : [...own.value, ...ofPeople.value])),
    /** Why nothing is looked at while one writes. */
    problem,
  }
}
