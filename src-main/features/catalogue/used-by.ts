import type { UsedBy } from '../../../src-shared/bridge/catalogue'
import { campaignSchema } from '../../../src-shared/interface/campaign'
import { filterOperators } from '../../../src-shared/interface/filter'
import { segmentSchema } from '../../../src-shared/interface/segment'
import { workflowSchema } from '../../../src-shared/interface/workflow'
import type { Cache } from '../../cache/store'

const membership: readonly string[] = filterOperators.membership

/** Whether a campaign of this status has still to be sent, or is being sent. */
export function isNotSentYet(status: string): boolean {
  return status === 'DRAFT' || status === 'SCHEDULED' || status === 'SENDING'
}

interface SegmentUses {
  usedBy: UsedBy[]
  /** Workflows whose steps the copy does not hold. */
  workflowsNotRead: number
}

/** Campaigns to a segment, and what names it in a condition. */
export async function usesOfSegment(
  id: string,
  { catalogue }: Pick<Cache, 'catalogue'>,
): Promise<SegmentUses> {
  const usedBy: UsedBy[] = []
  for (const record of await catalogue.all('campaigns')) {
    const { id: of, name, status, segmentId, audienceCondition } = campaignSchema.parse(record)
    if (segmentId === id || namesSegment(audienceCondition, id)) {
      usedBy.push({ kind: 'campaign', id: of, name, state: status })
    }
  }
  for (const record of await catalogue.all('segments')) {
    const { id: of, name, type, condition } = segmentSchema.parse(record)
    if (of !== id && namesSegment(condition, id)) {
      usedBy.push({ kind: 'segment', id: of, name, state: type.toLowerCase() })
    }
  }
  let workflowsNotRead = 0
  for (const record of await catalogue.all('workflows')) {
    const { id: of, name, enabled, steps } = workflowSchema.parse(record)
    if (steps === undefined) workflowsNotRead += 1
    else if (steps.some(({ config }) => namesSegment(config, id))) {
      usedBy.push({ kind: 'workflow', id: of, name, state: enabled ? 'enabled' : 'disabled' })
    }
  }
  return { usedBy, workflowsNotRead }
}

/** Whether JSON has a filter of this segment's members anywhere: also in a condition that this version cannot read. */
export function namesSegment(json: unknown, id: string): boolean {
  for (const found of objectsIn(json)) {
    if (
      'operator' in found &&
      'value' in found &&
      found.value === id &&
      membership.includes(String(found.operator))
    )
      return true
  }
  return false
}

/** Every object within JSON, however deep, itself included; lists are gone through. In no order. */
export function* objectsIn(json: unknown): Generator<object, void, undefined> {
  const waiting = [json]
  while (waiting.length > 0) {
    const found = waiting.pop()
    if (typeof found !== 'object' || found === null) continue
    if (!Array.isArray(found)) yield found
    for (const inner of Object.values(found)) waiting.push(inner)
  }
}
