import type { SegmentGap } from '../../../../src-shared/bridge/segments'

/** Why a figure is not exact, a sentence for each segment that the copy cannot tell. */
export function gapWords(gaps: readonly SegmentGap[]): string[] {
  return gaps.map(({ id, name, why }) => {
    const segment = name === null ? `The segment ${id}` : `“${name}”`
    if (why === 'missing') return `${segment} is not in the copy, so nobody counts as its member.`
    if (why === 'notRead')
      return `The members of ${segment} were never read to their end, so some may be missing.`
    return `${segment} has a condition that this version cannot read, so nobody counts as its member.`
  })
}
