import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import type { SegmentDetail, SegmentRow } from '../../../src-shared/bridge/segments'
import { filterConditionSchema } from '../../../src-shared/interface/filter'
import type { Segment } from '../../../src-shared/interface/segment'
import { sameValue } from '../../../src-shared/same-value'
import type { ProblemError } from '../../../src-shared/problem'
import { problem } from '../../core/problems'
import { instantOf } from '../../../src-shared/instants'

/** The kind of a segment, of those that this version knows. */
export function kindOf({ type }: Pick<Segment, 'type'>): SegmentRow['kind'] {
  return type === 'DYNAMIC' ? 'dynamic' : type === 'STATIC' ? 'static' : 'unknown'
}

/** A segment as its list shows it. */
export function shownSegment(segment: Segment): SegmentRow {
  return {
    id: segment.id,
    name: segment.name,
    description: segment.description ?? '',
    kind: kindOf(segment),
    members: segment.memberCount ?? null,
    trackMembership: segment.trackMembership,
    condition: shownCondition(segment).condition,
    createdAt: instantOf(segment.createdAt),
    updatedAt: instantOf(segment.updatedAt),
  }
}

/** What a dynamic segment's condition is, or why it cannot be read. */
export function shownCondition({
  type,
  condition,
}: Segment): Pick<SegmentDetail, 'condition' | 'conditionProblem'> {
  if (type !== 'DYNAMIC') return { condition: null, conditionProblem: null }
  const read = filterConditionSchema.safeParse(condition)
  if (read.success) {
    // What was read without what is not known must not be saved in its place.
    const isWhole = sameValue(read.data, condition)
    const conditionProblem = isWhole ? null : t('segments.segmentShapes.itHasPartsThat')
    return { condition: read.data, conditionProblem }
  }
  const [issue] = read.error.issues
  const where =
    issue === undefined || issue.path.length === 0
      ? t('segments.segmentShapes.theCondition')
      : issue.path.join('.')
  return {
    condition: null,
    conditionProblem: `${where}: ${issue?.message ?? t('segments.segmentShapes.itIsOfAnother')}`,
  }
}

/** `not_found`: the copy has no such segment. */
export function noSuchSegment(): ProblemError {
  return problem('not_found', {
    title: tell('segments.segmentShapes.thisSegmentIsGone'),
    why: tell('segments.segmentShapes.theCopyDoesNot'),
  })
}

/** `input_invalid`: its members follow from its condition, or from something that this version does not know. */
export function notStatic(): ProblemError {
  return problem('input_invalid', {
    title: tell('segments.segmentShapes.theMembersOfThis'),
    why: tell('segments.segmentShapes.theyFollowFromIts'),
    action: tell('segments.segmentShapes.changeTheConditionOr'),
  })
}
