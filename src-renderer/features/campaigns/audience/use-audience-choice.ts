import { computed, ref, shallowRef, watch } from 'vue'
import type { FilterCondition } from '../../../../src-shared/interface/filter'
import { sameValue } from '../../../../src-shared/same-value'
import type { OpenCampaign } from '../open-campaign'
import { audienceOf, partsOf, type AudienceParts } from './audience-parts'

/** Whom an audience begins with. */
export type WhomKind = 'all' | 'segment' | 'condition'

const nothing: AudienceParts = { segment: null, condition: null, lately: null, without: [] }

/** The audience that is being chosen: its parts, written as soon as they are whole. */
export function useAudienceChoice({ written }: OpenCampaign) {
  const audience = computed(() => written.written.value?.audience ?? null)
  const parts = shallowRef<AudienceParts>(nothing)
  /** What is chosen; a kind is chosen before it is whole. */
  const kind = ref<WhomKind | null>(null)
  /** A condition is being built beside a segment. */
  const matching = ref(false)
  /** Segments that were left out, and can be again. */
  const offered = shallowRef<readonly string[]>([])

  watch(
    audience,
    (now) => {
      // What was written here reads as it was chosen, whatever it would be taken apart to.
      if (now === null || (kind.value !== null && sameValue(now, audienceOf(parts.value)))) return
      parts.value = partsOf(now)
      kind.value =
        parts.value.segment !== null ? 'segment' : parts.value.condition !== null ? 'condition' : 'all'
      matching.value = parts.value.condition !== null
    },
    { immediate: true },
  )

  const isWhole = computed(() => {
    if (kind.value === null) return false
    if (kind.value === 'segment') return parts.value.segment !== null
    return kind.value === 'all' || parts.value.condition !== null
  })

  function write(change: Partial<AudienceParts>): void {
    parts.value = { ...parts.value, ...change }
    if (isWhole.value) written.write({ audience: audienceOf(parts.value) })
  }

  return {
    parts,
    kind,
    matching,
    offered,
    /** Leaves the members of a segment out, or no longer: then it stays on offer. */
    leaveOut(id: string, on: boolean): void {
      const others = (ids: readonly string[]) => ids.filter((one) => one !== id)
      offered.value = on ? others(offered.value) : [...offered.value, id]
      write({ without: on ? [...parts.value.without, id] : others(parts.value.without) })
    },
    /** The audience; null while something is missing in it. */
    whole: computed(() => (isWhole.value && audience.value !== null ? audienceOf(parts.value) : null)),
    /** Begins with something else; who is left out stays so. */
    choose(next: WhomKind): void {
      if (next === kind.value) return
      kind.value = next
      matching.value = next === 'condition'
      write(
        next === 'segment'
          ? { condition: null }
          : { segment: null, ...(next === 'all' && { condition: null }) },
      )
    },
    build: (condition: FilterCondition | null) => write({ condition }),
    match(on: boolean): void {
      matching.value = on
      if (!on) write({ condition: null })
    },
    write,
  }
}

/** What {@link useAudienceChoice} answers. */
export type AudienceChoice = ReturnType<typeof useAudienceChoice>
