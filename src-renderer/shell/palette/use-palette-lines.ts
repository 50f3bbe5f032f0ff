import { Activity, Copy, Megaphone, UserRound } from '@lucide/vue'
import { useClipboard, refDebounced } from '@vueuse/core'
import { computed, type ComputedRef, type Ref } from 'vue'
import { useRouter, type RouteLocationRaw } from 'vue-router'
import type { ContactRow } from '../../../src-shared/bridge/contacts'
import { formatDuration, formatNumber } from '../../format'
import { campaignLink, contactEventsLink, contactLink, contactsSearchLink } from '../../links'
import { contactName } from '../../lists/contact-name'
import { matches } from './highlight'
import type { PaletteLine } from './lines'
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

/** A contact as a line, with what else can be done with it. */
function contactLine(row: ContactRow, go: Go, copy: (text: string) => Promise<void>): PaletteLine {
  const name = contactName(row)
  const who = name ?? row.email
  const open = () => go(contactLink(row.id))
  const more = (
    id: string,
    label: string,
    icon: PaletteLine['icon'],
    run: PaletteLine['run'],
  ): PaletteLine => ({ id: `more:${id}`, group: who, label, icon, run })
  return {
    id: `contact:${row.id}`,
    group: 'Contacts',
    label: who,
    hint: name === null ? '' : row.email,
    icon: UserRound,
    run: open,
    more: [
      more('open', 'Open', UserRound, open),
      more('events', 'Show the events', Activity, () => go(contactEventsLink(row.id))),
      more('copy', 'Copy the address', Copy, () => copy(row.email)),
      more('copy-id', 'Copy the id', Copy, () => copy(row.id)),
    ],
  }
}

/** What the palette lists for what was typed: contacts, campaigns, screens, actions; after `>` only actions. */
export function usePaletteLines(typed: Ref<string>): {
  search: ComputedRef<string>
  lines: ComputedRef<PaletteLine[]>
  /** "in 52,418 contacts, 2 ms", or why contacts cannot be searched. */
  aside: ComputedRef<string>
} {
  const router = useRouter()
  const { copy } = useClipboard({ legacy: true })
  const onlyActions = computed(() => typed.value.startsWith('>'))
  const search = computed(() => typed.value.replace(/^>/, '').trim())
  const go: Go = (to) => router.push(to).then(() => undefined)
  const sought = computed(() => (onlyActions.value ? '' : search.value))
  const { page, failed } = useContactMatches(sought)
  const campaignLines = useCampaignLines(sought, go)
  const screenLines = useScreenLines()
  const actionLines = useActionLines()

  const contactLines = computed<PaletteLine[]>(() => {
    const found = page.value
    if (!found || search.value === '') return []
    const rows = found.rows.map((row) => contactLine(row, go, copy))
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
    const actions = actionLines.value.filter(({ label }) => matches(label, search.value))
    if (onlyActions.value) return actions
    return [
      ...contactLines.value,
      ...campaignLines.value,
      ...screenLines.filter(({ label }) => matches(label, search.value)),
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
