import type { Audience, Mail } from '../../../src-shared/bridge/review'
import type { SegmentGap } from '../../../src-shared/bridge/segments'
import { reachesUnsubscribed } from '../../../src-shared/interface/campaign'
import type { FilterCondition } from '../../../src-shared/interface/filter'
import type { Cache } from '../../cache/store'
import { gatherSegments, membersOf } from '../segments'
import type { AudienceDefinition } from '../segments/store'
import { parted } from './left-out'

/** An audience as it is counted, and what the copy cannot tell of it. */
interface Defined {
  definition: AudienceDefinition
  gaps: SegmentGap[]
}

/**
 * Reads whom an audience means from the copy. Who is unsubscribed gets transactional mail alone. `ours`: the segments that hold
 * undeliverable people; whom they leave out is told apart.
 */
export async function defined(
  audience: Audience,
  type: Mail['type'],
  { cache, ours }: { cache: Cache; ours: ReadonlySet<string> },
): Promise<Defined> {
  const subscribedOnly = !reachesUnsubscribed(type)
  const { audience: meant, leftOut } = parted(audience, ours)
  const whole = conditionOf(audience)
  const { segments, gaps } = whole === null ? { segments: [], gaps: [] } : await gatherSegments(whole, cache)
  const definition = { condition: conditionOf(meant), segments, subscribedOnly }
  if (leftOut.length === 0) return { definition, gaps }
  return { definition: { ...definition, without: inAnyOf(leftOut) }, gaps }
}

/** null: it is everyone. */
function conditionOf(audience: Audience): FilterCondition | null {
  if (audience.kind === 'all') return null
  return audience.kind === 'segment' ? membersOf(audience.id) : audience.condition
}

const inAnyOf = (segments: readonly string[]): FilterCondition => ({
  logic: 'OR',
  groups: segments.flatMap((id) => membersOf(id).groups),
})
