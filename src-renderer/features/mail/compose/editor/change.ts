/** The one change that makes a text another, so that cursor and undo keep their places in the rest. */
export function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from++
  let end = 0
  while (end < shorter - from && before[before.length - 1 - end] === after[after.length - 1 - end]) {
    end++
  }
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) }
}
