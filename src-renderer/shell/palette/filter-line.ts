import { t } from '../../../src-shared/messages/message'
import { Filter } from '@lucide/vue'
import { computed, type ComputedRef, type Ref } from 'vue'
import { useRouter } from 'vue-router'
import type { ContactPage } from '../../../src-shared/bridge/contacts'
import { useBridge } from '../../bridge'
import { formatNumber } from '../../format'
import { useAnswer } from '../../kit/state/answer'
import { contactsFieldLink } from '../../links'
import { dataField } from '../../lists/grid/field-words'
import { folded } from '../../lists/matched/marks'
import type { PaletteLine } from './lines'

/** A longer value is no value that people have in common. */
const longest = 40

/** The first field of those found whose whole value begins with what was typed: many may have it. */
function commonValue(page: ContactPage | null, search: string): { key: string; value: string } | null {
  const wanted = folded(search)
  if (wanted === '') return null
  for (const { data } of page?.rows ?? []) {
    for (const [key, value] of Object.entries(data)) {
      const isCommon = typeof value === 'string' && value.length <= longest && !value.includes('@')
      if (isCommon && key !== 'name' && folded(value).startsWith(wanted)) return { key, value }
    }
  }
  return null
}

/** Offers to filter contacts by a value that was found in one of them, with how many have it; nothing where only one has. */
export function useFilterLine(
  page: Ref<ContactPage | null>,
  search: Ref<string>,
): ComputedRef<PaletteLine[]> {
  const bridge = useBridge()
  const router = useRouter()
  const common = computed(() => commonValue(page.value, search.value))
  const { answer } = useAnswer({
    async ask(signal) {
      if (common.value === null) return null
      const { key, value } = common.value
      const filter = { field: dataField(key), operator: 'anyOf' as const, values: [value] }
      const query = {
        search: '',
        filters: [filter],
        sort: { field: 'createdAt' as const, direction: 'desc' as const },
      }
      const { count } = await bridge.contacts.page({ query, slice: { offset: 0, limit: 1 } }, { signal })
      return { key, value, count }
    },
    changes: () => `${common.value?.key} ${common.value?.value}`,
    forgets: true,
  })
  return computed(() => {
    const found = answer.value
    if (!found || found.count < 2 || found.key !== common.value?.key || found.value !== common.value.value)
      return []
    const { key, value, count } = found
    return [
      {
        id: 'filter',
        group: t('words.actions'),
        label: t('shell.filterLine.filterContactsWhoseKey', { key, value }),
        icon: Filter,
        when: formatNumber(count),
        run: () => router.push(contactsFieldLink(dataField(key), value)).then(() => undefined),
      },
    ]
  })
}
