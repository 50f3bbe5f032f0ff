import { computed, ref, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { EventQuery } from '../../../src-shared/bridge/events'
import { spanInstants, type SpanName } from './time-span'

/** A stretch of time, `from` inclusive and `to` exclusive, in words. */
export interface Stretch {
  from: number
  to: number
  label: string
}

/** A query value of the address as text; null where it is absent or given twice. */
function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** What the Events screen shows, `?name=` and `?contact=` among it. The span is fixed when chosen: no list moves under its reader. */
export function useEventQuery() {
  const route = useRoute()
  const router = useRouter()
  const search = ref('')
  const names = ref<string[]>([])
  const contactId = ref<string | null>(null)
  const span = ref<SpanName>('all')
  const days = ref<[number, number] | null>(null)
  const stretch = ref<Stretch | null>(null)
  const instants = ref<{ from: number | null; to: number | null }>({ from: null, to: null })

  watch(
    [() => route.query.name, () => route.query.contact],
    ([name, contact]) => {
      const only = text(name)
      if (only) names.value = [only]
      contactId.value = text(contact)
    },
    { immediate: true },
  )
  watch([span, days], () => {
    stretch.value = null
    instants.value = spanInstants(span.value, days.value, Date.now())
  })

  const query = computed<EventQuery>(() => ({
    search: search.value,
    names: names.value,
    contactId: contactId.value,
    ...(stretch.value ? { from: stretch.value.from, to: stretch.value.to } : instants.value),
  }))
  const isFiltered = computed(
    () =>
      search.value !== '' ||
      names.value.length > 0 ||
      contactId.value !== null ||
      span.value !== 'all' ||
      stretch.value !== null,
  )

  function clear(): void {
    search.value = ''
    names.value = []
    span.value = 'all'
    stretch.value = null
    contactId.value = null
    void router.replace({ query: {} })
  }

  function anyContact(): void {
    contactId.value = null
    void router.replace({ query: {} })
  }

  return { search, names, contactId, span, days, stretch, query, isFiltered, clear, anyContact }
}
