import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import { formatCount, formatMoment, formatNumber } from '../../format'
import { verdictClasses } from '../../kit/verdict/verdict-words'
import { useLiveStore } from '../../stores/live'
import { useNow } from '../../stores/relative-time'
import { dayOf } from '../filter/day-entry'
import { isAmong, type FacetValue, type Tickable } from '../filter/value-form'
import { dayZone } from './day-text'
import { fieldName } from './field-words'
import { valueWords } from './filter-words'
import type { GridSource, ListField, ListFilter } from './list-field'
import type { OperatorChoice } from './operators'
import { useFacets } from './use-facets'

/** So many values are listed; others are found by typing. */
const most = 50
/** Spans that are offered, in days. */
const usual = [7, 30, 90]

interface Asked {
  source: GridSource
  field: ListField
  rest: ListFilter[]
}

/** What there is to choose from for the value of a filter, counted among what the other filters leave. */
export function useFilterValues(asked: () => Asked, choice: () => OperatorChoice | null, typed: Ref<string>) {
  const live = useLiveStore()
  const now = useNow()
  const kind = computed(() => choice()?.value ?? 'none')
  const fixed = computed(() => fixedValues(asked().field))
  const { facets, counting } = useFacets({
    source: () => asked().source,
    filters: computed(() => asked().rest),
    fields: computed(() => [asked().field]),
    shown: computed(() => ['ticks', 'numbers', 'none'].includes(kind.value)),
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
      return dayZone(asked().field) === 'local' ? `your time, ${zoneWords()}` : 'the same everywhere'
    }
    const spread = facet.value?.spread
    if (kind.value === 'numbers' && spread)
      return `${formatNumber(spread.from)} to ${formatNumber(spread.to)}`
    return kind.value === 'ticks' && fixed.value.length === 0 && facet.value
      ? formatCount(total.value, 'value')
      : ''
  })
  const note = computed(() => {
    const text = typed.value.trim()
    if (facet.value && text !== '' && total.value === 0 && !counting.value)
      return `No value contains “${text}”. Enter filters by it all the same.`
    if (facet.value && facet.value.moreValues > 0)
      return `The ${most} most frequent of ${formatNumber(total.value)}. Type to find others.`
    const { asOf } = live.freshness
    return live.offline && asOf !== null ? `Counts are of the copy of ${formatMoment(asOf, now.value)}.` : ''
  })

  return {
    name: computed(() => fieldName(asked().field)),
    facet,
    counting,
    options,
    hint,
    note,
    /** Values are found by typing where there may be many. */
    searched: computed(() => fixed.value.length === 0),
    /** How many have a value in which what is typed occurs. */
    containing: computed(() => {
      const found = facet.value
      if (found === null || typed.value.trim() === '' || found.values.length === 0) return null
      return found.values.reduce((sum, { count }) => sum + count, found.moreCount)
    }),
    spans: useSpans(asked, choice),
    since: useSince(asked),
  }
}

/** The values that a field can only have; none where it can have any. */
function fixedValues(field: ListField): FacetValue[] {
  if (field === 'verdict') return [...verdictClasses, null]
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

/** The usual spans, with how many each would leave. */
function useSpans(asked: () => Asked, choice: () => OperatorChoice | null) {
  const counts = shallowRef<ReadonlyMap<number, number>>(new Map())
  let asking: AbortController | null = null
  watch(
    () => [asked().rest, choice()] as const,
    async ([rest, now]) => {
      asking?.abort()
      if (now?.value !== 'span' || (now.operator !== 'within' && now.operator !== 'olderThan')) return
      const { operator } = now
      const { signal } = (asking = new AbortController())
      const { source, field } = asked()
      const count = async (days: number): Promise<[number, number]> => {
        const filter: ListFilter = { field, operator, value: days, unit: 'days' }
        return [days, await source.matching([...rest, filter], { signal })]
      }
      // Without counts the spans are offered all the same.
      const found = await Promise.all(usual.map(count)).catch(() => [])
      if (!signal.aborted) counts.value = new Map(found)
    },
    { immediate: true },
  )
  onScopeDispose(() => asking?.abort())
  return computed(() =>
    usual.map((days) => ({ days, label: `${days} days`, count: counts.value.get(days) ?? null })),
  )
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
