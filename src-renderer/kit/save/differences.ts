import { t } from '../../../src-shared/messages/message'
/** A part that two versions hold differently, as a person compares them. */
export interface Difference {
  label: string
  mine: string
  theirs: string
}

/** The lines of two texts between what is alike at their beginning and their end, with the number of the first. */
function differingLines(mine: string, theirs: string): { line: number; mine: string; theirs: string } {
  const a = mine.split('\n')
  const b = theirs.split('\n')
  let first = 0
  while (first < a.length && first < b.length && a[first] === b[first]) first++
  let last = 0
  while (
    last < a.length - first &&
    last < b.length - first &&
    a[a.length - 1 - last] === b[b.length - 1 - last]
  )
    last++
  const part = (lines: string[]) => lines.slice(first, lines.length - last).join('\n')
  return { line: first + 1, mine: part(a), theirs: part(b) }
}

/** The parts that differ. Of a text of many lines, the lines that do. */
export function differingParts(parts: readonly (Difference & { lines?: boolean })[]): Difference[] {
  return parts
    .filter(({ mine, theirs }) => mine !== theirs)
    .map(({ label, mine, theirs, lines }) => {
      if (!lines) return { label, mine, theirs }
      const found = differingLines(mine, theirs)
      return {
        label: t('kit.differences.labelFromLineLine', { label, line: found.line }),
        mine: found.mine,
        theirs: found.theirs,
      }
    })
}
