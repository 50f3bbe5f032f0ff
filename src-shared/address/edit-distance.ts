/** Slips from the parts of two words, used again for each pair of words; grown where they are longer. */
let cells = new Uint16Array(1024)

/**
 * How many slips lead from one word to the other: a letter less, more or another, or two neighbours swapped. Letters are
 * UTF-16 units.
 * @param atMost Where there are more, `atMost + 1` is returned, and soon.
 */
export function editDistance(one: string, other: string, atMost: number): number {
  const tooMany = atMost + 1
  if (Math.abs(one.length - other.length) > atMost) return tooMany
  // What both begin or end with alike needs no slip.
  let from = 0
  let [oneTo, otherTo] = [one.length, other.length]
  while (oneTo > 0 && otherTo > 0 && one.charCodeAt(oneTo - 1) === other.charCodeAt(otherTo - 1)) {
    oneTo -= 1
    otherTo -= 1
  }
  while (from < oneTo && from < otherTo && one.charCodeAt(from) === other.charCodeAt(from)) from += 1
  const [height, rest] = [oneTo - from, otherTo - from]
  if (height === 0 || rest === 0) return Math.min(height + rest, tooMany)
  // The first and the last letters differ: one slip mends both where they are the same letter, or the two are swapped.
  if (atMost < 2 && (height > 2 || rest > 2)) return tooMany
  return slipsBetween(one.slice(from, oneTo), other.slice(from, otherTo), atMost)
}

function slipsBetween(one: string, other: string, atMost: number): number {
  const width = other.length + 1
  if ((one.length + 1) * width > cells.length) cells = new Uint16Array((one.length + 1) * width)
  for (let column = 0; column < width; column += 1) cells[column] = column
  for (let row = 1; row <= one.length; row += 1) {
    const at = row * width
    cells[at] = row
    let least = row
    for (let column = 1; column < width; column += 1) {
      const same = one.charCodeAt(row - 1) === other.charCodeAt(column - 1)
      let slips = Math.min(
        cellOf(at - width + column) + 1,
        cellOf(at + column - 1) + 1,
        cellOf(at - width + column - 1) + (same ? 0 : 1),
      )
      const swapped =
        row > 1 &&
        column > 1 &&
        one.charCodeAt(row - 1) === other.charCodeAt(column - 2) &&
        one.charCodeAt(row - 2) === other.charCodeAt(column - 1)
      if (swapped) slips = Math.min(slips, cellOf(at - 2 * width + column - 2) + 1)
      cells[at + column] = slips
      least = Math.min(least, slips)
    }
    if (least > atMost) return atMost + 1
  }
  return Math.min(cellOf(one.length * width + width - 1), atMost + 1)
}

function cellOf(at: number): number {
  return cells[at] ?? 0
}
