import { t } from '../../../../src-shared/messages/message'
import type { SegmentGap } from '../../../../src-shared/bridge/segments'

/** Why a figure is not exact, a sentence for each segment that the copy cannot tell. */
export function gapWords(gaps: readonly SegmentGap[]): string[] {
  return gaps.map(({ id, name, why }) => {
    const segment = name === null ? t('segments.gapWords.theSegmentId', { id }) : `“${name}”`
    if (why === 'missing') return t('segments.gapWords.segmentIsNotIn', { segment })
    if (why === 'notRead') return t('segments.gapWords.theMembersOfSegment', { segment })
    return t('segments.gapWords.segmentHasACondition', { segment })
  })
}
