import { computed, watch } from 'vue'
import { changeBetween, spanOf, useMailChecks } from '../../mail'
import { isEditable } from '../campaign-words'
import { useCampaign } from '../open-campaign'
import { Text } from '@codemirror/state'
import type { Check, Mail, Place } from '../../../../src-shared/bridge/review'

const linesOf = (text: string): Text => Text.of(text.split(/\r\n?|\n/))

/** Checks of a mail that was changed since: with their places in it as it is now, but for those where something was changed. */
export function movedChecks(checks: readonly Check[], before: Mail, after: Mail): Check[] {
  const was = linesOf(before.body)
  const is = linesOf(after.body)
  const change = changeBetween(was.toString(), is.toString())
  const shift = change.insert.length - (change.to - change.from)

  function moved(place: Place): Place[] {
    const { part } = place
    if (part === 'audience' || part === 'schedule') return [place]
    if (part !== 'body') return before[part] === after[part] ? [place] : []
    const { from, to } = spanOf(was, place)
    if (to <= change.from) return [place]
    if (from < change.to) return []
    const line = is.lineAt(from + shift)
    return [{ ...place, line: line.number, column: from + shift - line.from + 1 }]
  }

  return checks.map((check) => ({ ...check, places: check.places.flatMap(moved) }))
}

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
