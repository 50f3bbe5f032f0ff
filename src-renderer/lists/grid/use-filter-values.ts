import { t } from '../../../src-shared/messages/message'
import { computed, shallowRef, type Ref } from 'vue'
import { expiredVerdict } from '../../../src-shared/bridge/verdicts'
import { formatMoment } from '../../format'
import { verdictClasses } from '../../kit/verdict/verdict-words'
import { useLiveStore } from '../../stores/live'
import { useNow } from '../../stores/relative-time'
import { dayOf } from '../filter/day-entry'
import {
  isAmong,
  type FacetValue,
  type OfferedValues,
  type Operator,
  type Tickable,
} from '../filter/value-form'
import { dayZone } from './day-text'
import { eventOf } from './field-words'
import { valueWords } from './filter-words'
import type { GridSource, ListFacet, ListField, ListFilter } from './list-field'
import { useCounts } from './use-counts'
import { useFacets } from './use-facets'

/** So many values are listed; others are found by typing. */
const most = 50
/** Spans that are offered, in days. */
const usual = [7, 30, 90]
const spanOperators = ['within', 'notWithin', 'olderThan'] as const

interface Asked {
  source: GridSource
  field: ListField
  rest: ListFilter[]
}

/** What there is to choose from for the value of a filter, counted among what the other filters leave. */
export function useFilterValues(asked: () => Asked, choice: () => Operator | null, typed: Ref<string>) {
  const live = useLiveStore()
  const now = useNow()
  const kind = computed(() => choice()?.value ?? 'none')
  const fixed = computed(() => fixedValues(asked().field))
  const { facets, counting } = useFacets({
    source: () => asked().source,
    filters: computed(() => asked().rest),
    fields: computed(() => [asked().field]),
    shown: computed(
      () => ['ticks', 'numbers', 'none'].includes(kind.value) && eventOf(asked().field) === null,
    ),
    limit: most,
    containing: () => typed.value,
  })
  const facet = computed(() => facets.value[0] ?? null)
  const total = computed(() => (facet.value ? facet.value.values.length + facet.value.moreValues : 0))

  const options = computed<Tickable[]>(() => {
    const { field } = asked()
    const counted = facet.value?.values ?? []
    const listed = [
      ...fixed.value.map((value) => ({
        value,
        count: counted.find((one) => isAmong([one.value], value))?.count ?? 0,
      })),
      ...counted.filter(({ value }) => value !== null && !isAmong(fixed.value, value)),
    ]
    const without = facet.value?.without ?? 0
    const none = without > 0 && typed.value.trim() === '' ? [{ value: null, count: without }] : []
    const all = isAmong(fixed.value, null) ? listed : [...listed, ...none]
    return all.map(({ value, count }) => ({ value, count, label: valueWords(value, field) }))
  })

  const hint = computed(() => {
    if (kind.value === 'days') {
      return dayZone(asked().field) === 'local'
        ? t('lists.useFilterValues.yourTimeZone', { zone: zoneWords() })
        : t('lists.useFilterValues.theSameEverywhere')
    }
    const spread = facet.value?.spread
    if (kind.value === 'numbers' && spread)
      return t('lists.useFilterValues.fromToTo', { from: spread.from, to: spread.to })
    return kind.value === 'ticks' && fixed.value.length === 0 && facet.value
      ? t('counts.values', { count: total.value })
      : ''
  })
  const note = computed(() => {
    const text = typed.value.trim()
    if (facet.value && text !== '' && total.value === 0 && !counting.value)
      return t('lists.useFilterValues.noValueContainsText', { text })
    if (facet.value && facet.value.moreValues > 0)
      return t('lists.useFilterValues.theMostMostFrequent', { most, total: total.value })
    const { asOf } = live.freshness
    return live.offline && asOf !== null
      ? t('lists.useFilterValues.countsAreOfThe', { moment: formatMoment(asOf, now.value) })
      : ''
  })

  const without = computed(() => facet.value?.without ?? 0)
  const spans = useSpans(asked, choice)
  const since = useSince(asked)
  return computed<OfferedValues>(() => ({
    options: options.value,
    counting: counting.value,
    hint: hint.value,
    note:
      kind.value === 'none' && facet.value
        ? t('lists.useFilterValues.withoutHaveNone', { without: without.value })
        : note.value,
    // Values are found by typing where there may be many.
    searched: fixed.value.length === 0,
    containing: containingOf(facet.value, typed.value),
    spread: facet.value?.spread ?? null,
    without: without.value > 0 && asked().source.takesMissing ? without.value : null,
    spans: spans.value,
    since: since.value,
  }))
}

/** How many have a value in which what is typed occurs; null: nothing is typed, or nobody has. */
function containingOf(facet: ListFacet | null, typed: string): number | null {
  if (facet === null || typed.trim() === '' || facet.values.length === 0) return null
  return facet.values.reduce((sum, { count }) => sum + count, facet.moreCount)
}

/** The values that a field can only have; none where it can have any. */
function fixedValues(field: ListField): FacetValue[] {
  if (field === 'verdict') return [...verdictClasses, expiredVerdict, null]
  return field === 'subscribed' ? [true, false] : []
}

/** How far local time is ahead: "UTC+1". */
function zoneWords(): string {
  const minutes = -new Date().getTimezoneOffset()
  const hours = Math.trunc(minutes / 60)
  const rest = Math.abs(minutes % 60)
  if (minutes === 0) return 'UTC'
  return `UTC${minutes > 0 ? '+' : '−'}${Math.abs(hours)}${rest === 0 ? '' : `:${rest}`}`
}

/** Those that are offered where it is asked of an event, besides the usual ones. */
const never = { days: 0, label: t('lists.useFilterValues.neverHappened'), operator: 'notExists' as const }

/** The usual spans, with how many each would leave. */
function useSpans(asked: () => Asked, choice: () => Operator | null) {
  const spans = computed(() => {
    const { field } = asked()
    const operator = spanOperators.find((one) => one === choice()?.operator)
    if (choice()?.value !== 'span' || operator === undefined) return []
    const offered = usual.map((days) => ({
      span: { days, label: t('words.daysDays', { days }) },
      filter: { field, operator, value: days, unit: 'days' as const },
    }))
    const others =
      eventOf(field) === null ? [] : [{ span: never, filter: { field, operator: never.operator } }]
    return [...offered, ...others]
  })
  const count = useCounts(() => ({ ...asked(), filters: spans.value.map(({ filter }) => filter) }))
  return computed(() => spans.value.map(({ span, filter }) => ({ ...span, count: count(filter) })))
}

/** Days that mean something, for fields of instants. */
function useSince(asked: () => Asked) {
  const days = shallowRef<readonly { label: string; day: string }[]>([])
  void asked()
    .source.since?.()
    .then((found) => (days.value = found.map(({ label, at }) => ({ label, day: dayOf(new Date(at)) }))))
    .catch(() => undefined)
  return days
}
