import type { SegmentGap } from '../../../src-shared/bridge/segments'
import {
  type Filter,
  type FilterCondition,
  filterConditionSchema,
  kindOf,
} from '../../../src-shared/interface/filter'
import { segmentSchema } from '../../../src-shared/interface/segment'
import type { AudienceSegment } from './store/audience/condition'
import type { Cache } from '../../cache/store'

type SegmentSource = Pick<Cache, 'catalogue' | 'catalogueParts'>

/** Every segment that a condition names, those that their conditions name included. */
interface GatheredSegments {
  /** What `cache.audience.freeze` and the counting of audiences take beside the condition. */
  segments: AudienceSegment[]
  /** Empty where the copy can tell exactly what the condition means. */
  gaps: SegmentGap[]
}

/** The ids of the segments that a condition names itself, each once, in its order. */
function segmentsNamed({ groups }: FilterCondition): string[] {
  const named = groups.flatMap(({ filters, conditions }) => [
    ...filters.filter(({ operator }) => kindOf(operator) === 'membership').map(({ value }) => String(value)),
    ...(conditions ? segmentsNamed(conditions) : []),
  ])
  return [...new Set(named)]
}

/** The condition that holds for the members of a segment: the audience of a campaign to it. */
export function membersOf(segmentId: string): FilterCondition {
  const member: Filter = { field: 'segment', operator: 'memberOfSegment', value: segmentId }
  return { logic: 'AND', groups: [{ filters: [member] }] }
}

/** Reads a segment's condition; null where this version cannot, or there is none. */
export function conditionOf(record: { condition?: unknown }): FilterCondition | null {
  const read = filterConditionSchema.safeParse(record.condition)
  return read.success ? read.data : null
}

/** Gathers what a condition asks about from the copied catalogue. */
export async function gatherSegments(
  condition: FilterCondition,
  { catalogue, catalogueParts }: SegmentSource,
): Promise<GatheredSegments> {
  const gathered: GatheredSegments = { segments: [], gaps: [] }
  const asked = new Set<string>()
  const waiting = segmentsNamed(condition)
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    if (asked.has(id)) continue
    asked.add(id)
    const stored = await catalogue.get({ list: 'segments', id })
    if (stored === null) {
      gathered.gaps.push({ id, name: null, why: 'missing' })
      continue
    }
    const segment = segmentSchema.parse(stored)
    if (segment.type === 'STATIC') {
      const of = { list: 'members', owner: id } as const
      const { asOf } = await catalogueParts.page({ ...of, kinds: null, slice: { offset: 0, limit: 1 } })
      if (asOf === null) gathered.gaps.push({ id, name: segment.name, why: 'notRead' })
      gathered.segments.push({ id, copied: true })
      continue
    }
    const own = segment.type === 'DYNAMIC' ? conditionOf(segment) : null
    if (own) {
      gathered.segments.push({ id, condition: own })
      waiting.push(...segmentsNamed(own))
    } else gathered.gaps.push({ id, name: segment.name, why: 'unreadable' })
  }
  return gathered
}
