import { Megaphone } from '@lucide/vue'
import { refDebounced } from '@vueuse/core'
import { computed, type ComputedRef, type Ref } from 'vue'
import { useRouter, type RouteLocationRaw } from 'vue-router'
import { searchWords } from '../../../src-shared/fold'
import { formatDuration, formatNumber } from '../../format'
import { campaignLink, contactsSearchLink } from '../../links'
import { hasWords } from '../../lists/matched/marks'
import { useContactLine } from './contact-lines'
import type { PaletteLine } from './lines'
import { useRecentLines } from './recent-lines'
import { useActionLines, useScreenLines } from './use-actions'
import { useContactMatches } from '../../lists/use-contact-matches'
import type { CampaignRow } from '../../../src-shared/bridge/campaigns'
import { useBridge } from '../../bridge'
import { useAnswer } from '../../kit/state/answer'

/** Opens an address. */
type Go = (to: RouteLocationRaw) => Promise<void>

/** How many campaigns the palette shows. */
const shown = 4

/** Milliseconds of rest before the copy is asked: a fast typist's letters are one question. */
const rest = 60

/** The campaigns whose name a search finds in the copy, the newest first; none while there is nothing to search for. */
function useCampaignMatches(search: Ref<string>): ComputedRef<readonly CampaignRow[]> {
  const bridge = useBridge()
  const settled = refDebounced(search, rest)
  // Why the copy cannot be asked is said beside the contacts, which are searched with it.
  const { answer } = useAnswer({
    async ask(signal): Promise<readonly CampaignRow[]> {
      if (settled.value === '') return []
      const sort = { by: 'updated' as const, direction: 'desc' as const }
      const query = { search: settled.value, kinds: null, sort }
      const slice = { offset: 0, limit: shown }
      return (await bridge.campaigns.page({ query, slice }, { signal })).rows
    },
    changes: () => settled.value,
    forgets: true,
  })
  return computed(() => answer.value ?? [])
}

/** The campaigns that a search finds, as lines. `go`: opens an address. */
function useCampaignLines(search: Ref<string>, go: Go): ComputedRef<PaletteLine[]> {
  const campaigns = useCampaignMatches(search)
  return computed(() =>
    search.value === ''
      ? []
      : campaigns.value.map(({ id, name, subject }) => ({
          id: `campaign:${id}`,
          group: 'Campaigns',
          label: name,
          hint: subject,
          icon: Megaphone,
          run: () => go(campaignLink(id)),
        })),
  )
}

/** What the palette lists for what was typed: recent things, contacts, campaigns, screens, actions; after `>` only actions. */
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
  const go: Go = (to) => router.push(to).then(() => undefined)
  const sought = computed(() => (onlyActions.value ? '' : search.value))
  const { page, failed } = useContactMatches(sought)
  const campaignLines = useCampaignLines(sought, go)
  const contactLine = useContactLine()
  const recentLines = useRecentLines(search)
  const screenLines = useScreenLines()
  const actionLines = useActionLines()

  const contactLines = computed<PaletteLine[]>(() => {
    const found = page.value
    if (!found || search.value === '') return []
    const rows = found.rows.map((row) => contactLine(row, words.value))
    if (found.count <= found.rows.length) return rows
    const all = {
      id: 'contacts:all',
      group: 'Contacts',
      label: `All ${formatNumber(found.count)} contacts with “${search.value}”`,
      icon: null,
      link: true,
      run: () => go(contactsSearchLink(search.value)),
    }
    return [...rows, all]
  })

  const lines = computed(() => {
    const actions = actionLines.value.filter(({ label }) => hasWords(label, words.value))
    if (onlyActions.value) return actions
    const recent = new Set(recentLines.value.map(({ id }) => id))
    return [
      ...recentLines.value,
      ...contactLines.value.filter(({ id }) => !recent.has(`recent:${id}`)),
      ...campaignLines.value.filter(({ id }) => !recent.has(`recent:${id}`)),
      ...screenLines.filter(({ label }) => hasWords(label, words.value)),
      ...actions,
    ]
  })

  const aside = computed(() => {
    if (failed.value !== null) return failed.value
    if (!page.value || search.value === '' || onlyActions.value) return ''
    return `in ${formatNumber(page.value.total)} contacts, ${formatDuration(page.value.tookMs)}`
  })

  return { search, lines, aside }
}
