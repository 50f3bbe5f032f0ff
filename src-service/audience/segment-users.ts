import { z } from 'zod'
import type { FilterCondition } from '../../src-shared/interface/filter'
import type { SegmentUse } from '../store/segment-uses'
import type { SegmentRow } from '../store/segments'
import { keptConditionSchema } from './kept-condition'
import { conditionOf, referencesIn, segmentNumber } from './segment-graph'

const names = (condition: FilterCondition, segment: number): boolean =>
  referencesIn(condition).some(({ id }) => segmentNumber(id) === segment)

const step = z.object({ condition: keptConditionSchema })

/** Whether a use asks for a segment. What cannot be read as a condition asks for none. */
function asks({ segment: target, condition }: SegmentUse, segment: number): boolean {
  if (target === segment) return true
  if (condition === null) return false
  const text: unknown = JSON.parse(condition)
  const own = keptConditionSchema.safeParse(text)
  const found = own.success ? own.data : step.safeParse(text).data?.condition
  return found !== undefined && names(found, segment)
}

/** What would be left without a segment, in words; null where nothing would. */
export function userOf(
  segment: number,
  rows: readonly SegmentRow[],
  uses: readonly SegmentUse[],
): string | null {
  const row = rows.find((other) => {
    const condition = conditionOf(other)
    return condition !== null && names(condition, segment)
  })
  if (row) return `The segment "${row.name}" names it`
  const use = uses.find((other) => asks(other, segment))
  if (!use) return null
  return use.kind === 'campaign'
    ? `The campaign "${use.name}" goes to it`
    : `The workflow "${use.name}" asks for its members`
}
