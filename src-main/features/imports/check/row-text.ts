const cellEnd = 0x1f

/**
 * The cells of a row as places in a text, so that a million rows are read without making a text of each cell. Holds one
 * row at a time.
 */
export class RowText {
  text = ''
  /** How many cells there are. */
  count = 0
  private readonly starts: number[] = []
  private readonly ends: number[] = []

  /** Takes a row of a chunk's text: cells between separators, from one position to another. */
  setLine(text: string, from: number, to: number): void {
    const { starts, ends } = this
    this.text = text
    let count = 0
    starts[0] = from
    for (let at = from; at < to; at += 1) {
      if (text.charCodeAt(at) !== cellEnd) continue
      ends[count] = at
      count += 1
      starts[count] = at + 1
    }
    ends[count] = to
    this.count = count + 1
  }

  /** Takes cells. */
  setCells(cells: readonly string[]): void {
    this.text = cells.join('')
    let at = 0
    cells.forEach((cell, index) => {
      this.starts[index] = at
      at += cell.length
      this.ends[index] = at
    })
    this.count = cells.length
  }

  /** Where a cell begins; the same as its end where the row has none. */
  start(index: number): number {
    return index < this.count ? (this.starts[index] ?? 0) : 0
  }

  end(index: number): number {
    return index < this.count ? (this.ends[index] ?? 0) : 0
  }

  /** A cell; empty where the row has none. */
  cell(index: number): string {
    return this.text.slice(this.start(index), this.end(index))
  }
}

/** Whether a character is none that trimming takes off: enough to know of most cells. */
export function isInk(code: number): boolean {
  return code > 0x20 && code < 0x7f
}
