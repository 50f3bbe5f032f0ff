/**
 * How many slips lead from one word to the other: a letter less, more or another, or two neighbours swapped (optimal
 * string alignment). Letters are UTF-16 units.
 * @param atMost Where there are more, `atMost + 1` is returned, and soon.
 */
export function editDistance(one: string, other: string, atMost: number): number {
  if (Math.abs(one.length - other.length) > atMost) return atMost + 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      let slips = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (swapped) slips = Math.min(slips, at(before, j - 2) + 1)
      row.push(slips)
    }
    if (Math.min(...row) > atMost) return atMost + 1
    before = last
    last = row
  }
  return Math.min(at(last, other.length), atMost + 1)
}

function at(row: number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
