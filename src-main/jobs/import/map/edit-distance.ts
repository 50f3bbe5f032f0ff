/**
 * How many slips lead from one word to the other: a letter less, more or another, or two neighbours swapped. Letters are
 * UTF-16 units.
 * @param atMost Where there are more, `atMost + 1` is returned, and soon.
 */
export function editDistance(one: string, other: string, atMost: number): number {
  if (Math.abs(one.length - other.length) > atMost) return atMost + 1
  const width = other.length + 1
  const cells = new Uint16Array((one.length + 1) * width)
  const cell = (row: number, column: number) => cells[row * width + column] ?? 0
  for (let column = 0; column < width; column += 1) cells[column] = column
  for (let row = 1; row <= one.length; row += 1) {
    cells[row * width] = row
    let least = row
    for (let column = 1; column < width; column += 1) {
      const same = one.charCodeAt(row - 1) === other.charCodeAt(column - 1)
      let slips = Math.min(
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + (same ? 0 : 1),
      )
      const swapped =
        row > 1 &&
        column > 1 &&
        one.charCodeAt(row - 1) === other.charCodeAt(column - 2) &&
        one.charCodeAt(row - 2) === other.charCodeAt(column - 1)
      if (swapped) slips = Math.min(slips, cell(row - 2, column - 2) + 1)
      cells[row * width + column] = slips
      least = Math.min(least, slips)
    }
    if (least > atMost) return atMost + 1
  }
  return Math.min(cell(one.length, other.length), atMost + 1)
}
