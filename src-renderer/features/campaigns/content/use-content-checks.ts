import { computed, watch } from 'vue'
import { useMailChecks } from '../../mail'
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
  const {
    checks: own,
    checked,
    problem,
  } = useMailChecks({
    mail: () => mail.value,
    campaignId: () => detail.value?.id ?? null,
  })
  const writable = computed(() => mail.value !== null)
  watch(
    () => writable.value && detail.value?.id,
    (id) => {
      if (id) beginReview({ look: false })
    },
    { immediate: true },
  )

  const ofPeople = computed(() => {
    const told = new Set(own.value.map(({ rule }) => rule))
    const of = reviewing.reviewed.value
    // Of the same text as what the mail tells: the editor moves both with what is typed meanwhile.
    if (of === null || checked.value === null) return []
    const rest = reviewing.checks.value.filter(({ rule }) => !told.has(rule))
    return movedChecks(rest, of.mail, checked.value)
  })
  return {
    /** Others only when something was looked at, not with every letter. */
    checks: computed(() => (writable.value ? [...own.value, ...ofPeople.value] : [])),
    /** Why nothing is looked at while one writes. */
    problem,
  }
}
