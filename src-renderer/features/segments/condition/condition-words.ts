import { t } from '../../../../src-shared/messages/message'
import type { FilterCondition } from '../../../../src-shared/interface/filter'
import { chipWords, type ChipWords } from './chip-words'
import { treeOf, type ConditionGroup } from './condition-tree'
import type { SegmentNames } from './filter-parts'

/** How two values are compared, in words. */
export const comparisonWords = {
  equals: t('words.is'),
  notEquals: t('words.isNot'),
  contains: t('words.contains'),
  notContains: t('words.doesNotContain'),
  greaterThan: t('words.isMoreThan'),
  lessThan: t('words.isLessThan'),
  greaterThanOrEqual: t('words.isAtLeast'),
  lessThanOrEqual: t('words.isAtMost'),
} as const

/** A piece of a condition in words: a chip, or what joins two. */
export type ConditionPiece = ChipWords | string

/** A condition in pieces, to be read on one line: "plan is any of pro, team and (login or note.created …)". */
export function conditionPieces(condition: FilterCondition, segmentNames: SegmentNames): ConditionPiece[] {
  return piecesOf(treeOf(condition), segmentNames)
}

function piecesOf({ logic, children }: ConditionGroup, segmentNames: SegmentNames): ConditionPiece[] {
  const joiner = ` ${logic === 'AND' ? t('words.and') : t('words.or')} `
  return children.flatMap((child, at): ConditionPiece[] => {
    const own =
      child.kind === 'chip' ? [chipWords(child, segmentNames)] : ['(', ...piecesOf(child, segmentNames), ')']
    return at === 0 ? own : [joiner, ...own]
  })
}

/** A condition in one sentence: "plan is pro and (opened never happened or Subscribed is no)". */
export function conditionWords(condition: FilterCondition, segmentNames: SegmentNames): string {
  return conditionPieces(condition, segmentNames)
    .map((piece) =>
      typeof piece === 'string'
        ? piece
        : [piece.field, piece.operator, piece.value].filter(Boolean).join(' '),
    )
    .join('')
}
