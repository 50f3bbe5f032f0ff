import { Globe, LayoutTemplate, ListFilter, Megaphone, Workflow } from '@lucide/vue'
import { computed, type ComputedRef } from 'vue'
import { useRouter, type RouteLocationRaw } from 'vue-router'
import { searchWords } from '../../../src-shared/fold'
import type { RecentKey, RecentThing } from '../../../src-shared/bridge/recent'
import { leavesOf } from '../../../src-shared/leaves'
import { useBridge } from '../../bridge'
import { useAnswer } from '../../kit/state/answer'
import { campaignLink, domainLink, segmentLink, templateLink, workflowLink } from '../../links'
import { hasWords } from '../../lists/matched/marks'
import { useDialogsStore } from '../../stores/dialogs'
import { useRecentStore } from '../../stores/recent'
import { relativeTime, useNow } from '../../stores/relative-time'
import { useContactLine } from './contact-lines'
import type { PaletteLine } from './lines'

/** How many are shown while nothing is typed, and how many of those that a search finds. */
const shown = { all: 5, found: 3 } as const

const kinds: Record<
  Exclude<RecentKey['kind'], 'contact'>,
  { word: string; icon: PaletteLine['icon']; link: (id: string) => RouteLocationRaw }
> = {
  segment: { word: 'Segment', icon: ListFilter, link: segmentLink },
  campaign: { word: 'Campaign', icon: Megaphone, link: campaignLink },
  template: { word: 'Template', icon: LayoutTemplate, link: templateLink },
  workflow: { word: 'Workflow', icon: Workflow, link: workflowLink },
  domain: { word: 'Domain', icon: Globe, link: domainLink },
}

const isSame = (one: RecentKey, other: RecentKey) => one.kind === other.kind && one.id === other.id

/** Whether each of the words, folded, is somewhere in what the copy knows of it. */
function isFound({ name, data }: RecentThing, words: readonly string[]): boolean {
  const leaves = Object.entries(data).flatMap(([key, value]) => leavesOf(key, value))
  return hasWords([name, ...leaves.map(({ text }) => text)].join('\n'), words)
}

/** What was opened last as lines, but for what is open now: the newest, or of them those that a search finds. */
export function useRecentLines(search: ComputedRef<string>): ComputedRef<PaletteLine[]> {
  const bridge = useBridge()
  const dialogs = useDialogsStore()
  const store = useRecentStore()
  const router = useRouter()
  const now = useNow()
  const contactLine = useContactLine()
  const { answer, load } = useAnswer<readonly RecentThing[]>({
    ask: async () => (dialogs.palette ? (await bridge.recent.list()).things : []),
    changes: () => dialogs.palette,
    forgets: true,
  })

  async function forget({ kind, id }: RecentThing): Promise<void> {
    try {
      await bridge.recent.forget({ kind, id })
    } finally {
      await load()
    }
  }

  function lineOf(thing: RecentThing, words: readonly string[]): PaletteLine {
    const { kind, id, name, data, openedAt } = thing
    const recent = {
      id: `recent:${kind}:${id}`,
      group: 'Recent',
      when: relativeTime(openedAt, now.value, true),
      forget: () => void forget(thing),
    }
    if (kind === 'contact') return { ...contactLine({ id, email: name, data }, words), ...recent }
    const { word, icon, link } = kinds[kind]
    return {
      ...recent,
      label: name,
      hint: word,
      icon,
      run: () => router.push(link(id)).then(() => undefined),
    }
  }

  return computed(() => {
    const words = searchWords(search.value)
    return (answer.value ?? [])
      .filter((thing) => !store.open.some((one) => isSame(one, thing)) && isFound(thing, words))
      .slice(0, search.value === '' ? shown.all : shown.found)
      .map((thing) => lineOf(thing, words))
  })
}
