import { t } from '../../../src-shared/messages/message'
import { computed, type ComputedRef } from 'vue'
import { searchWords } from '../../../src-shared/fold'
import type { RecentKey, RecentThing } from '../../../src-shared/bridge/recent'
import { leavesOf } from '../../../src-shared/leaves'
import { useBridge } from '../../bridge'
import { useAnswer } from '../../kit/state/answer'
import { hasWords } from '../../lists/matched/marks'
import { useDialogsStore } from '../../stores/dialogs'
import { useRecentStore } from '../../stores/recent'
import { relativeTime, useNow } from '../../stores/relative-time'
import { useContactLine } from './contact-lines'
import { kinds, useKindLine } from './kinds'
import type { PaletteLine } from './lines'

/** How many are shown while nothing is typed, and how many of those that a search finds. */
const shown = { all: 5, found: 3 } as const

/** Of so many views it is counted whom they show. */
const mostCounted = 3

const isSame = (one: RecentKey, other: RecentKey) => one.kind === other.kind && one.id === other.id

/** Whether each of the words, folded, is somewhere in what the copy knows of it. */
function isFound({ name, data }: RecentThing, words: readonly string[]): boolean {
  const leaves = Object.entries(data).flatMap(([key, value]) => leavesOf(key, value))
  return hasWords([name, ...leaves.map(({ text }) => text)].join('\n'), words)
}

/** "Segment, 40,813 people", "Batch, finished". */
function hintOf(kind: keyof typeof kinds, { people, waiting }: RecentThing): string {
  const { word } = kinds[kind]
  if (people !== null) return `${word}, ${t('counts.people', { count: people })}`
  if (waiting === null) return word
  return waiting === 0
    ? t('shell.recentLines.wordFinished', { word })
    : t('shell.recentLines.wordAddressesWait', { word, waiting })
}

/** What was opened last, of views with how many they show. */
function useRecentThings() {
  const bridge = useBridge()
  const dialogs = useDialogsStore()

  async function counted(thing: RecentThing): Promise<RecentThing> {
    if (thing.query === null) return thing
    const { query } = thing
    const { count } = await bridge.contacts.page({ query, slice: { offset: 0, limit: 1 } })
    return { ...thing, people: count }
  }

  async function list(): Promise<readonly RecentThing[]> {
    const { things } = await bridge.recent.list()
    const views = things.filter(({ query }) => query !== null).slice(0, mostCounted)
    return Promise.all(things.map((thing) => (views.includes(thing) ? counted(thing) : thing)))
  }

  return useAnswer<readonly RecentThing[]>({
    ask: async () => (dialogs.palette ? list() : []),
    changes: () => dialogs.palette,
    forgets: true,
  })
}

/** What was opened last as lines, but for what is open now: the newest, or of them those that a search finds. */
export function useRecentLines(search: ComputedRef<string>): ComputedRef<PaletteLine[]> {
  const bridge = useBridge()
  const store = useRecentStore()
  const now = useNow()
  const contactLine = useContactLine()
  const kindLine = useKindLine()
  const { answer, load } = useRecentThings()

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
      group: t('shell.recentLines.recent'),
      when: relativeTime(openedAt, now.value, true),
      forget: () => void forget(thing),
    }
    if (kind === 'contact') return { ...contactLine({ id, email: name, data }, words), ...recent }
    return kindLine(kind, id, name, { ...recent, hint: hintOf(kind, thing) })
  }

  return computed(() => {
    const words = searchWords(search.value)
    return (answer.value ?? [])
      .filter((thing) => !store.open.some((one) => isSame(one, thing)) && isFound(thing, words))
      .slice(0, search.value === '' ? shown.all : shown.found)
      .map((thing) => lineOf(thing, words))
  })
}
