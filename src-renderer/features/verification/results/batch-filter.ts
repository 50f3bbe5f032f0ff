import { t } from '../../../../src-shared/messages/message'
import { computed, shallowRef } from 'vue'
import type { BatchDetail, BatchFilter } from '../../../../src-shared/bridge/verification'
import type { VerdictClass } from '../../../../src-shared/bridge/verdicts'
import { verdictClasses } from '../../../kit/verdict/verdict-words'
import { classWords } from '../batch-words'

type FilterPart = 'classes' | 'signs' | 'domains' | 'sources' | 'only'

type Only = NonNullable<BatchFilter['only']>[number]

/** What {@link BatchFilter.only} can ask for, as the list of filters and the chips say it. */
export const onlyWords: Record<Only, string> = {
  suggestion: t('verification.batchFilter.withASuggestion'),
  flipped: t('verification.batchFilter.changedSinceLastTime'),
  waiting: t('words.nobodyAskedYet'),
  contact: t('verification.batchFilter.yourContacts'),
}

interface FilterChipWords {
  part: FilterPart
  field: string
  operator: string
  value: string
}

const others = verdictClasses.filter((name) => name !== 'accepts')

const is = t('words.is')

/** "risky", "risky or unknown", "a, b or c". */
function either(words: readonly string[]): string {
  return words.length < 2
    ? (words[0] ?? '')
    : t('verification.batchFilter.listOrLast', { list: words.slice(0, -1).join(', '), last: words.at(-1) })
}

/** Everything but what accepts mail. */
export const notAcceptingFilter: BatchFilter = { search: '', classes: others }

/** A filter's parts in words, one chip each. */
export function filterChips(filter: BatchFilter, reasons: BatchDetail['byReason']): FilterChipWords[] {
  const { classes = [], signs = [], domains = [], sources = [], only = [] } = filter
  const chips: FilterChipWords[] = []
  const allOthers = classes.length === others.length && others.every((name) => classes.includes(name))
  if (allOthers)
    chips.push({
      part: 'classes',
      field: t('words.class'),
      operator: t('words.isNot'),
      value: classWords.accepts,
    })
  else if (classes.length > 0)
    chips.push({
      part: 'classes',
      field: t('words.class'),
      operator: is,
      value: either(classes.map((name) => classWords[name])),
    })
  if (signs.length > 0) {
    const titles = signs.map((sign) => reasons.find((one) => one.sign === sign)?.title ?? sign)
    chips.push({ part: 'signs', field: t('words.reason'), operator: is, value: either(titles) })
  }
  if (domains.length > 0)
    chips.push({ part: 'domains', field: t('words.domain'), operator: is, value: either(domains) })
  if (sources.length > 0) {
    const words = sources.map((source) => t('verification.batchFilter.sourceAmongOthers', { source }))
    chips.push({
      part: 'sources',
      field: t('verification.batchFilter.source'),
      operator: is,
      value: either(words),
    })
  }
  if (only.length > 0)
    chips.push({
      part: 'only',
      field: t('verification.batchFilters.only'),
      operator: '',
      value: only.map((one) => onlyWords[one]).join(', '),
    })
  return chips
}

/** With a value in a list, or without it where it is there already; an empty list is no condition. */
export function toggled<Value>(list: readonly Value[] | undefined, value: Value): Value[] | undefined {
  const had = list ?? []
  const next = had.includes(value) ? had.filter((one) => one !== value) : [...had, value]
  return next.length > 0 ? next : undefined
}

/** What the list of a batch's addresses shows. `begin`: before a person says otherwise. */
export function useBatchFilter() {
  const filter = shallowRef<BatchFilter>({ search: '' })
  const change = (part: Partial<BatchFilter>) => (filter.value = { ...filter.value, ...part })
  return {
    filter,
    search: computed({
      get: () => filter.value.search,
      set: (search: string) => change({ search }),
    }),
    isFiltered: computed(() => filter.value.search.trim() !== '' || filterChips(filter.value, []).length > 0),
    change,
    drop: (part: FilterPart) => change({ [part]: undefined }),
    toggleClass: (of: VerdictClass) => change({ classes: toggled(filter.value.classes, of) }),
    /** Only the addresses of one bar. */
    narrow(to: { sign: string } | { domain: string } | { source: 'service' | 'local' | 'bought' }): void {
      if ('sign' in to) change({ signs: [to.sign], classes: undefined })
      else if ('domain' in to) change({ domains: [to.domain] })
      else change({ sources: [to.source] })
    },
    clear: () => (filter.value = { search: '' }),
  }
}

/** What {@link useBatchFilter} answers. */
export type BatchFilterState = ReturnType<typeof useBatchFilter>
