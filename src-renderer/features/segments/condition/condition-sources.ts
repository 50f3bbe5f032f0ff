import { inject, provide, type InjectionKey, type Ref, computed } from 'vue'
import type { DataField, FieldType } from '../../../../src-shared/bridge/contacts'
import { useBridge } from '../../../bridge'
import { useLiveStore } from '../../../stores/live'
import type { Problem } from '../../../../src-shared/problem'
import type { SegmentNames } from './filter-parts'
import { useAnswer } from '../../../kit/state/answer'

interface NamedSegment {
  id: string
  name: string
}

/** What there is to name in a condition, as the copy has it. */
export interface ConditionSources {
  fields: Readonly<Ref<readonly DataField[]>>
  events: Readonly<Ref<readonly string[]>>
  segments: Readonly<Ref<readonly NamedSegment[]>>
  /** Why some of it could not be read; everything can be typed all the same. */
  problem: Readonly<Ref<Problem | null>>
  segmentNames: SegmentNames
  /** The types that the values of a key of `data` have, the most frequent first. */
  typesOf(key: string): readonly FieldType[]
  /** The most frequent texts and numbers that a key of `data` holds. */
  valuesOf(key: string): Promise<readonly string[]>
  /** The same, with how many contacts have each. */
  countsOf(key: string): Promise<readonly ValueCount[]>
}

/** A value of a key of `data`, and how many contacts have it. */
export interface ValueCount {
  value: string
  count: number
}

const injected: InjectionKey<ConditionSources> = Symbol('condition sources')

const slice = 500
const mostValues = 30

/** Reads what can be named in a condition, anew whenever the copy changed, for this component and those within it. */
export function provideConditionSources(): ConditionSources {
  const bridge = useBridge()
  const live = useLiveStore()
  const values = new Map<string, Promise<readonly ValueCount[]>>()

  async function allSegments(): Promise<NamedSegment[]> {
    const found: NamedSegment[] = []
    const query = { search: '', kinds: null, sort: { by: 'name', direction: 'asc' } } as const
    for (;;) {
      const page = await bridge.segments.page({ query, slice: { offset: found.length, limit: slice } })
      found.push(...page.rows.map(({ id, name }) => ({ id, name })))
      if (page.rows.length < slice) return found
    }
  }

  async function readValues(key: string): Promise<readonly ValueCount[]> {
    const query = { search: '', filters: [], sort: { field: 'createdAt', direction: 'desc' } } as const
    const { facets } = await bridge.contacts.facets({
      query: { ...query, filters: [] },
      fields: [`data.${key}`],
      limit: mostValues,
    })
    return (facets[0]?.values ?? []).flatMap(({ value, count }) =>
      value === null ? [] : [{ value: String(value), count }],
    )
  }

  function countsOf(key: string): Promise<readonly ValueCount[]> {
    const known = values.get(key) ?? readValues(key)
    values.set(key, known)
    return known
  }

  const { answer, problem } = useAnswer({
    async ask() {
      values.clear()
      const [known, inner, names, segments] = await Promise.all([
        bridge.contacts.fields(),
        bridge.contacts.innerFields(),
        bridge.events.names(),
        allSegments(),
      ])
      return {
        fields: [...known.fields, ...inner.fields],
        events: names.names.map(({ name }) => name),
        segments,
      }
    },
    changes: () => live.copyKey,
  })
  const fields = computed<readonly DataField[]>(() => answer.value?.fields ?? [])
  const events = computed<readonly string[]>(() => answer.value?.events ?? [])
  const segments = computed<readonly NamedSegment[]>(() => answer.value?.segments ?? [])

  const sources: ConditionSources = {
    fields,
    events,
    segments,
    problem,
    segmentNames: (id) => segments.value.find((segment) => segment.id === id)?.name ?? null,
    typesOf: (key) => fields.value.find((field) => field.key === key)?.types ?? [],
    countsOf,
    valuesOf: async (key) => (await countsOf(key)).map(({ value }) => value),
  }
  provide(injected, sources)
  return sources
}

/** What {@link provideConditionSources} reads, further up. */
export function useConditionSources(): ConditionSources {
  const sources = inject(injected)
  if (!sources) throw new Error('No sources are provided for conditions')
  return sources
}
