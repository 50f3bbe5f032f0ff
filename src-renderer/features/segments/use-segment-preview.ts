import { useDebounceFn } from '@vueuse/core'
import { onScopeDispose, shallowRef, watch } from 'vue'
import type { ContactQuery } from '../../../src-shared/bridge/contacts'
import type { SegmentDays, SegmentGap } from '../../../src-shared/bridge/segments'
import type { FilterCondition } from '../../../src-shared/interface/filter'
import type { Problem } from '../../../src-shared/problem'
import { problemOf, useBridge } from '../../bridge'
import { useLiveStore } from '../../stores/live'

/** So long after the last key it is counted (milliseconds). */
const pause = 150

/** People frozen, to be listed. */
export interface FrozenPeople {
  selectionId: string
  count: number
}

/** What a condition that is being written comes to. */
interface Preview {
  match: FrozenPeople
  /** By the condition that is saved, and not by this one; the other way round. */
  leave: FrozenPeople | null
  join: FrozenPeople | null
  reachable: number
  bounce: number
  total: number
  gaps: readonly SegmentGap[]
}

/** Whom a condition holds for while it is written, against what is saved, and how it went with the saved one lately. */
export function useSegmentPreview(given: {
  condition: () => FilterCondition | null
  saved: () => FilterCondition | null
  id: string | null
}) {
  const bridge = useBridge()
  const live = useLiveStore()
  const preview = shallowRef<Preview | null>(null)
  const lately = shallowRef<{ since: string; cameIn: FrozenPeople; left: FrozenPeople } | null>(null)
  const days = shallowRef<SegmentDays | null>(null)
  const counting = shallowRef(false)
  const problem = shallowRef<Problem | null>(null)
  let turn = 0

  const among = ({ selectionId }: FrozenPeople, filters: ContactQuery['filters']): ContactQuery => ({
    search: '',
    filters,
    sort: { field: 'createdAt', direction: 'desc' },
    among: { kind: 'frozen', selectionId, except: [] },
  })
  const countOf = async (query: ContactQuery) =>
    bridge.contacts.page({ query, slice: { offset: 0, limit: 1 } })

  async function read(condition: FilterCondition): Promise<Preview> {
    const saved = given.saved()
    const match = await bridge.segments.freeze({ condition })
    const subscribed = { field: 'subscribed', operator: 'anyOf', values: [true] } as const
    const dead = { field: 'verdict', operator: 'anyOf', values: ['undeliverable'] } as const
    const [members, bounce] = await Promise.all([
      countOf(among(match, [{ ...subscribed, values: [true] }])),
      countOf(
        among(match, [
          { ...subscribed, values: [true] },
          { ...dead, values: ['undeliverable'] },
        ]),
      ),
    ])
    const differs = saved !== null && JSON.stringify(saved) !== JSON.stringify(condition)
    const leave = differs ? await bridge.segments.freeze({ condition: saved, without: condition }) : null
    const join = differs ? await bridge.segments.freeze({ condition, without: saved }) : null
    return {
      match,
      leave,
      join,
      reachable: members.count - bounce.count,
      bounce: bounce.count,
      total: members.total,
      gaps: match.gaps,
    }
  }

  const look = useDebounceFn(async () => {
    const mine = ++turn
    const condition = given.condition()
    if (condition === null) {
      counting.value = false
      return
    }
    try {
      const found = await read(condition)
      if (mine !== turn) return
      preview.value = found
      problem.value = null
    } catch (error) {
      if (mine === turn) problem.value = problemOf(error)
    } finally {
      if (mine === turn) counting.value = false
    }
  }, pause)

  async function readDays(id: string): Promise<void> {
    const [all, change] = await Promise.all([bridge.segments.days(), bridge.segments.lately({ id })])
    days.value = all.segments.find((one) => one.id === id) ?? null
    lately.value = change
  }

  watch(
    [() => JSON.stringify([given.condition(), given.saved()]), () => live.copyKey],
    () => {
      turn += 1
      counting.value = given.condition() !== null
      if (given.condition() === null) preview.value = null
      void look()
    },
    { immediate: true },
  )
  // Without days the figures of now are there all the same.
  if (given.id !== null) readDays(given.id).catch(() => undefined)
  onScopeDispose(() => (turn = -1))
  return { preview, lately, days, counting, problem }
}
