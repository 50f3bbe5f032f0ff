import { t } from '../../../src-shared/messages/message'
import { computed, type ComputedRef, type Ref } from 'vue'
import { useRouter } from 'vue-router'
import { searchWords } from '../../../src-shared/fold'
import { formatDuration } from '../../format'
import { contactsSearchLink } from '../../links'
import { hasWords } from '../../lists/matched/marks'
import { useContactMatches } from '../../lists/use-contact-matches'
import { useCatalogueLines } from './catalogue-lines'
import { useContactLine } from './contact-lines'
import { useFilterLine } from './filter-line'
import { byBestHit, type PaletteLine } from './lines'
import { useMonthLines } from './month-lines'
import { useOftenLines } from './often-lines'
import { useRecentLines } from './recent-lines'
import { useUnfinishedLines } from './unfinished-lines'
import { useActionLines, useScreenLines } from './use-actions'

/** What the palette lists: what was begun, opened last and often done; what was typed finds; after `>` only actions. */
export function usePaletteLines(typed: Ref<string>): {
  search: ComputedRef<string>
  lines: ComputedRef<PaletteLine[]>
  /** "in 52,418 contacts, 2 ms", or why contacts cannot be searched. */
  aside: ComputedRef<string>
} {
  const router = useRouter()
  const onlyActions = computed(() => typed.value.startsWith('>'))
  const search = computed(() => typed.value.replace(/^>/, '').trim())
  const words = computed(() => searchWords(search.value))
  const sought = computed(() => (onlyActions.value ? '' : search.value))
  const { page, failed } = useContactMatches(sought)
  const catalogueLines = useCatalogueLines(sought)
  const contactLine = useContactLine()
  const recentLines = useRecentLines(search)
  const screenLines = useScreenLines()
  const actionLines = useActionLines()
  const unfinished = useUnfinishedLines()
  const filterLine = useFilterLine(page, sought)
  const monthLines = useMonthLines(sought)
  const often = useOftenLines(actionLines)

  const contactLines = computed<PaletteLine[]>(() => {
    const found = page.value
    if (!found || search.value === '') return []
    const rows = found.rows.map((row) => contactLine(row, words.value))
    if (found.count <= found.rows.length) return rows
    const all = {
      id: 'contacts:all',
      group: t('words.contacts'),
      label: t('shell.usePaletteLines.allCountContactsWith', { count: found.count, search: search.value }),
      icon: null,
      link: true,
      run: () => router.push(contactsSearchLink(search.value)).then(() => undefined),
    }
    return [...rows, all]
  })

  const lines = computed(() => {
    const actions = actionLines.value.filter(({ label }) => hasWords(label, words.value))
    if (onlyActions.value) return actions
    if (search.value === '') {
      const begun = new Set(unfinished.first.value.map(({ id }) => id.replace('unfinished:', 'recent:')))
      const recent = recentLines.value.filter(({ id }) => !begun.has(id))
      return [...unfinished.first.value, ...recent, ...often.value]
    }
    const recent = new Set(recentLines.value.map(({ id }) => id))
    const found = [
      ...contactLines.value,
      ...catalogueLines.value,
      ...screenLines.filter(({ label }) => hasWords(label, words.value)),
      ...filterLine.value,
      ...monthLines.value,
      ...unfinished.found(words.value),
      ...actions,
    ]
    const others = found.filter(({ id }) => !recent.has(`recent:${id}`))
    return [...recentLines.value, ...byBestHit(others, words.value)]
  })

  const aside = computed(() => {
    if (failed.value !== null) return failed.value
    if (!page.value || search.value === '' || onlyActions.value) return ''
    return t('shell.usePaletteLines.inTotalContactsDuration', {
      total: page.value.total,
      duration: formatDuration(page.value.tookMs),
    })
  })

  return { search, lines, aside }
}
