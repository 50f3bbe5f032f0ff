import { shallowRef } from 'vue'
import type { ContactQuery } from '../../../src-shared/bridge/contacts'
import type { SegmentDays, SegmentGap } from '../../../src-shared/bridge/segments'
import type { FilterCondition } from '../../../src-shared/interface/filter'
import { useBridge } from '../../bridge'
import { useEnteredAnswer } from '../../kit/state/entered-answer'
import { useLiveStore } from '../../stores/live'

/** People frozen, to be listed. */
export interface FrozenPeople {
  selectionId: string
  count: number
}

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
  const lately = shallowRef<{ since: string; cameIn: FrozenPeople; left: FrozenPeople } | null>(null)
  const days = shallowRef<SegmentDays | null>(null)

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

  async function readDays(id: string): Promise<void> {
    const [all, change] = await Promise.all([bridge.segments.days(), bridge.segments.lately({ id })])
    days.value = all.segments.find((one) => one.id === id) ?? null
    lately.value = change
  }

  const {
    answer: preview,
    waiting: counting,
    problem,
  } = useEnteredAnswer({
    asked: given.condition,
    ask: read,
    changes: [() => JSON.stringify([given.condition(), given.saved()]), () => live.copyKey],
    pauseMs: 150,
  })
  // Without days the figures of now are there all the same.
  if (given.id !== null) readDays(given.id).catch(() => undefined)
  return { preview, lately, days, counting, problem }
}
