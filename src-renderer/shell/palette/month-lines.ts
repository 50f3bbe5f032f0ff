import { t } from '../../../src-shared/messages/message'
import { Filter, ShieldCheck } from '@lucide/vue'
import { computed, type ComputedRef, type Ref } from 'vue'
import { useRouter } from 'vue-router'
import { contactQuerySchema } from '../../../src-shared/bridge/contacts'
import { useBridge } from '../../bridge'
import { formatMonthInFull } from '../../format'
import { useAnswer } from '../../kit/state/answer'
import { batchLink, contactsCreatedLink } from '../../links'
import { folded } from '../../lists/matched/marks'
import { useNow } from '../../stores/relative-time'
import type { PaletteLine } from './lines'

/** Fewer letters name too many things beside a month. */
const fewestLetters = 3

/** The last month up to now whose name begins with what was typed: its first instant, and that of the next one. */
export function monthNamed(typed: string, now: number): { from: number; to: number } | null {
  const wanted = folded(typed)
  if (wanted.length < fewestLetters) return null
  const today = new Date(now)
  for (let back = 0; back < 12; back += 1) {
    const from = new Date(today.getFullYear(), today.getMonth() - back, 1)
    const to = new Date(today.getFullYear(), today.getMonth() - back + 1, 1)
    if (folded(formatMonthInFull(from.getTime())).startsWith(wanted))
      return { from: from.getTime(), to: to.getTime() }
  }
  return null
}

/** Offers the contacts of a month that was typed: to be listed, or to be verified, with how many they are. */
export function useMonthLines(search: Ref<string>): ComputedRef<PaletteLine[]> {
  const bridge = useBridge()
  const router = useRouter()
  const now = useNow()
  const month = computed(() => monthNamed(search.value, now.value))
  const queryOf = (span: { from: number; to: number }) =>
    contactQuerySchema.parse({
      search: '',
      filters: [{ field: 'createdAt', operator: 'between', ...span }],
      sort: { field: 'createdAt', direction: 'desc' },
    })
  const { answer } = useAnswer({
    async ask(signal) {
      const span = month.value
      if (span === null) return null
      const asked = { query: queryOf(span), slice: { offset: 0, limit: 1 } }
      return { span, count: (await bridge.contacts.page(asked, { signal })).count }
    },
    changes: () => month.value?.from,
    forgets: true,
  })

  async function verify(span: { from: number; to: number }, name: string): Promise<void> {
    const selection = { kind: 'query' as const, query: queryOf(span) }
    const { id } = await bridge.verification.create({ source: { kind: 'contacts', selection, name } })
    await router.push(batchLink(id))
  }

  return computed(() => {
    const found = answer.value
    if (!found || found.count === 0 || found.span.from !== month.value?.from) return []
    const { span, count } = found
    const name = formatMonthInFull(span.from)
    const group = t('words.actions')
    return [
      {
        id: 'month:filter',
        group,
        label: t('shell.monthLines.filterContactsCreatedIn', { name }),
        icon: Filter,
        run: () => router.push(contactsCreatedLink(span.from, span.to)).then(() => undefined),
      },
      {
        id: 'month:verify',
        group,
        label: t('shell.monthLines.verifyContactsCreatedIn', { name }),
        hint: t('counts.addresses', { count }),
        icon: ShieldCheck,
        run: () => verify(span, t('shell.monthLines.createdIn', { name })),
      },
    ]
  })
}
