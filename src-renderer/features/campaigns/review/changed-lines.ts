/** A line that one text has and the other lacks. */
export interface ChangedLine {
  /** Its number in the text that has it. */
  line: number
  text: string
  was: 'gone' | 'new'
}

/** The lines that one of two texts has and the other lacks, however often: by their numbers, what is gone first. */
export function changedLines(before: string, after: string): ChangedLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  return [...lacking(old, now, 'gone'), ...lacking(now, old, 'new')].sort(
    (one, other) => one.line - other.line,
  )
}

function lacking(
  lines: readonly string[],
  others: readonly string[],
  was: ChangedLine['was'],
): ChangedLine[] {
  const left = new Map<string, number>()
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1)
  return lines.flatMap((text, at) => {
    const count = left.get(text) ?? 0
    if (count > 0) left.set(text, count - 1)
    return count > 0 ? [] : [{ line: at + 1, text, was }]
  })
}
