import { computed, reactive, ref, watch } from 'vue'
import type { ActivityHead, ActivityPart, HeadFilter } from '../../../src-shared/bridge/activity'
import { useBridge } from '../../bridge'
import { useAnswer } from '../../kit/state/answer'
import { useLiveStore } from '../../stores/live'
import { useNow } from '../../stores/relative-time'
import { dayWords, type LogSpan } from './activity-words'

const portion = 100
const most = 500
/** So many parts are shown of a job that is opened, and so many more at a time. */
const firstParts = 4
const moreParts = 100
const dayMs = 86_400_000

/** A line of the list. */
export type ActivityLine =
  | { kind: 'day'; key: string; title: string }
  | { kind: 'head'; key: string; head: ActivityHead; open: boolean }
  | { kind: 'part'; key: string; part: ActivityPart; of: ActivityHead }
  | { kind: 'more'; key: string; left: number; of: ActivityHead }

interface OpenParts {
  shown: number
  parts: ActivityPart[]
  count: number
}

function useFilter() {
  const who = ref<'all' | 'mine' | 'background'>('all')
  const span = ref<LogSpan>('any')
  const failures = ref(false)
  const outcome = ref<HeadFilter['outcome']>(null)
  const search = ref('')
  const filter = computed<HeadFilter>(() => ({
    who: who.value === 'all' ? null : who.value,
    failures: failures.value,
    outcome: outcome.value,
    // By the hour, so that the question stays the same for a while.
    from:
      span.value === 'any'
        ? null
        : Math.floor(Date.now() / 3_600_000) * 3_600_000 - Number(span.value) * dayMs,
    search: search.value,
  }))
  const isFiltered = computed(
    () =>
      who.value !== 'all' ||
      span.value !== 'any' ||
      failures.value ||
      outcome.value !== null ||
      search.value !== '',
  )
  function clear(): void {
    who.value = 'all'
    span.value = 'any'
    failures.value = false
    outcome.value = null
    search.value = ''
  }
  return { who, span, failures, outcome, search, filter, isFiltered, clear }
}

/** The activity log as lines, newest first; read again whenever something was done. */
export function useActivity() {
  const bridge = useBridge()
  const live = useLiveStore()
  const now = useNow()
  const narrowed = useFilter()
  const wanted = ref(portion)
  const opened = reactive(new Map<number, OpenParts>())

  /** Changes whenever something was done: the newest run, a job's progress, and what waits. */
  const stamp = computed(() => {
    const runs = live.sync?.resources.map(({ run, last }) => `${run?.id}${run?.state}${last?.id}`) ?? []
    const jobs = live.jobs.map(({ id, state, done }) => `${id}${state}${done}`)
    const writes = live.outbox.map(({ id, state }) => `${id}${state}`)
    return [live.copyKey, ...runs, ...jobs, ...writes].join()
  })
  const { answer, problem, load } = useAnswer({
    ask: async (signal) => {
      const filter = narrowed.filter.value
      const found = await bridge.activity.heads(
        { filter, slice: { offset: 0, limit: Math.min(most, wanted.value) } },
        { signal },
      )
      const heads = [...found.heads]
      while (heads.length < Math.min(wanted.value, found.count)) {
        const slice = { offset: heads.length, limit: Math.min(most, wanted.value - heads.length) }
        const next = await bridge.activity.heads({ filter, slice }, { signal })
        if (next.heads.length === 0) break
        heads.push(...next.heads)
      }
      await Promise.all([...opened.keys()].map(readParts))
      return { ...found, heads }
    },
    changes: [stamp, wanted, narrowed.filter],
    pauseMs: 500,
  })
  watch(narrowed.filter, () => (wanted.value = portion))

  async function readParts(id: number): Promise<void> {
    const shown = opened.get(id)?.shown ?? firstParts
    const { parts, count } = await bridge.activity.parts({
      id,
      slice: { offset: 0, limit: Math.min(most, shown) },
    })
    opened.set(id, { shown, parts, count })
  }

  const lines = computed<ActivityLine[]>(() => {
    let day = ''
    return (answer.value?.heads ?? []).flatMap((head): ActivityLine[] => {
      const title = dayWords(head.at, now.value)
      const begins: ActivityLine[] = title === day ? [] : [{ kind: 'day', key: `day ${title}`, title }]
      day = title
      const within = opened.get(head.id)
      const line: ActivityLine = { kind: 'head', key: `${head.id}`, head, open: within !== undefined }
      if (!within) return [...begins, line]
      const parts = within.parts.map((part): ActivityLine => ({
        kind: 'part',
        key: `${head.id} ${part.id}`,
        part,
        of: head,
      }))
      const left = within.count - within.parts.length
      // Runs that are told as one: the first of them stands for all, and is one itself.
      if (head.since !== null && left === 0)
        parts.push({ kind: 'part', key: `${head.id} own`, part: { ...head, at: head.since }, of: head })
      return [
        ...begins,
        line,
        ...parts,
        ...(left > 0 ? [{ kind: 'more' as const, key: `${head.id} more`, left, of: head }] : []),
      ]
    })
  })

  return {
    ...narrowed,
    answer,
    problem,
    load,
    lines,
    stamp,
    async toggle(id: number, open = !opened.has(id)): Promise<void> {
      if (open) await readParts(id)
      else opened.delete(id)
    },
    async more(id: number): Promise<void> {
      const within = opened.get(id)
      if (!within) return
      opened.set(id, { ...within, shown: Math.min(most, within.shown + moreParts) })
      await readParts(id)
    },
    further(): void {
      const read = answer.value?.heads.length ?? 0
      if (read >= wanted.value && read < (answer.value?.count ?? 0)) wanted.value += portion
    },
  }
}
