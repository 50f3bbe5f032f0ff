import { t } from '../../../src-shared/messages/message'
import { computed, ref } from 'vue'

/** So many keys are drawn at a time: a contact can have tens of thousands, and nobody reads them all. */
export const mostKeys = 200

/** The keys of `data` as drawn: all, or the first of very many that hold what is searched for. `isAlways`: stay in sight. */
export function useNarrowedKeys<Row>(of: {
  all: () => readonly Row[]
  keyOf: (row: Row) => string
  isAlways?: (row: Row) => boolean
}) {
  const search = ref('')
  const isLong = computed(() => of.all().length > mostKeys)
  const found = computed(() => {
    const wanted = search.value.trim().toLowerCase()
    if (!isLong.value || wanted === '') return of.all()
    return of.all().filter((row) => of.keyOf(row).toLowerCase().includes(wanted))
  })
  const shown = computed(() => {
    if (!isLong.value) return of.all()
    const { isAlways } = of
    const first = new Set(found.value.slice(0, mostKeys))
    return isAlways ? of.all().filter((row) => first.has(row) || isAlways(row)) : [...first]
  })
  const words = computed(() => {
    const [drawn, matching, all] = [
      Math.min(found.value.length, mostKeys),
      found.value.length,
      of.all().length,
    ]
    if (matching === 0) return t('kit.narrowedKeys.noKeyHoldsThis')
    if (drawn === matching) return t('kit.narrowedKeys.drawnOfAllKeys', { drawn, all })
    return search.value.trim() === ''
      ? t('kit.narrowedKeys.theFirstDrawnOf', { drawn, all })
      : t('kit.narrowedKeys.theFirstDrawnThat', { drawn, matching })
  })
  return {
    search,
    isLong,
    shown,
    /** How many are drawn: "The first 200 of 60,000". */
    words,
  }
}
