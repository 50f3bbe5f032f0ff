import type { RowFault, rowLimits } from './api'
import {
  byteOrderMark,
  carriageReturn,
  cellEndFrom,
  copyOf,
  countLineEnds,
  lineFeed,
  nowhere,
  positionOf,
  space,
  tab,
} from './characters'
import { senseOf } from './quotes'

/** What the parser makes of a row. It owns neither the array nor the texts afterwards. */
type OnRow = (cells: string[], line: number, fault: RowFault['code'] | null) => void

/** Characters that are kept of a cell with which its row becomes too long. */
const shown = 1000

/** Spaces that may stand before a quote. */
const mostSpaces = 1000

/** Where the parser is: before a cell, in one without or with quotes, or past the rest of a line that is too long. */
const enum In {
  Start,
  Bare,
  Quoted,
  Skipped,
}

/**
 * Takes text apart into rows: RFC 4180, and what is met besides (any line ends, stray quotes, spaces around quotes).
 * It holds what belongs to the cell it is in, and no more, so that its memory is bounded by `limits`. The rows do not
 * depend on how the text was cut into pieces.
 *
 * Why not a library: udsv and papaparse know one kind of line end, no line numbers and no limits, and take a file
 * with an unclosed quote for one cell. In speed it is between the two (tests/bench/import-read.ts).
 */
export class RowParser {
  /** Quotes that were opened and never closed, and the line of the first. */
  unclosed = { count: 0, line: 0 }

  private text = ''
  /** Pieces behind `text` that were not looked at, and their characters. */
  private waiting: string[] = []
  private waitingSize = 0
  private ended = false
  private mode: In = In.Start
  /**
   * The row's cells so far, in an array that is used for every row and copied when one ends. An array made here for each
   * row would at some point be taken by the engine for one that stays, and be laid among what it keeps for long.
   */
  private readonly row: string[] = []
  private rowCells = 0
  private rowLine = 1
  /** Characters of the row's cells so far. */
  private rowSize = 0
  private fault: RowFault['code'] | null = null
  /** Where the cell begins, where its content does, and up to where it was looked at. */
  private cellAt = 0
  private contentAt = 0
  private at = 0
  /** The line of `cellAt`. */
  private line = 1
  /** The last character before `cellAt` is a CR: an LF now belongs to it. */
  private afterCr = false
  private doubled = false
  /** A run of quotes that goes on as far as the text does. */
  private run: { first: number; after: number } | null = null

  private readonly delimiter: number
  private readonly quote: number
  private readonly quoteText: string
  private readonly delimiterText: string
  /** Where in the text the next one of each stands, from where it was last looked for. */
  private nextDelimiter = -1
  private nextLf = -1
  private nextCr = -1

  constructor(
    format: { delimiter: string; quote: string },
    private readonly limits: typeof rowLimits,
    private readonly onRow: OnRow,
  ) {
    this.delimiter = format.delimiter.charCodeAt(0)
    this.quote = format.quote === '' ? -1 : format.quote.charCodeAt(0)
    this.quoteText = format.quote
    this.delimiterText = format.delimiter
  }

  /** Adds text behind what there is. */
  push(text: string): void {
    this.waiting.push(text)
    this.waitingSize += text.length
    const searched = this.mode === In.Quoted && this.at >= this.text.length
    const size = this.text.length - this.cellAt + this.waitingSize
    // A long cell is put together once, not again with every piece.
    if (searched && size <= this.limits.row && !text.includes(this.quoteText)) return
    this.takeUp()
  }

  /** Says that no more text comes: what is left is the last row. */
  end(): void {
    this.ended = true
    this.takeUp()
  }

  /** The line in which a text ends that would be pushed now. */
  lineAfter(text: string): number {
    const held = this.text.slice(this.cellAt) + this.waiting.join('')
    return this.line + countLineEnds(held + text, 0, held.length + text.length, this.afterCr)
  }

  private takeUp(): void {
    this.text = this.text.slice(this.cellAt) + this.waiting.join('')
    this.waiting = []
    this.waitingSize = 0
    this.at -= this.cellAt
    this.contentAt -= this.cellAt
    if (this.run !== null) {
      this.run = { first: this.run.first - this.cellAt, after: this.run.after - this.cellAt }
    }
    this.cellAt = 0
    this.nextDelimiter = -1
    this.nextLf = -1
    this.nextCr = -1
  }

  /** Hands on up to `most` rows; whether there may be more without further text. */
  take(most: number): boolean {
    let left = most
    for (;;) {
      if (this.mode === In.Start && this.fault === null) left -= this.plain(left)
      if (left <= 0) return true
      const rowEnded = this.step()
      if (rowEnded === null) return false
      if (rowEnded && --left <= 0) return true
    }
  }

  /** Goes on by a cell; whether a row ended, null where text is missing. */
  private step(): boolean | null {
    switch (this.mode) {
      case In.Start:
        return this.start()
      case In.Bare:
        return this.bare()
      case In.Quoted:
        return this.quoted()
      case In.Skipped:
        return this.skipped()
    }
  }

  /**
   * Takes cells and rows that are plain and whole, which nearly all are; what is not is left to the slower ways. Says
   * how many rows ended.
   */
  private plain(most: number): number {
    const { text, quote, limits } = this
    const { row } = this
    let { rowCells, cellAt, rowSize, nextDelimiter, nextLf, nextCr } = this
    let rows = 0
    while (rows < most && cellAt < text.length) {
      const code = text.charCodeAt(cellAt)
      if (code === quote || code === space || code === tab || code === byteOrderMark || this.afterCr) break
      if (nextDelimiter < cellAt) nextDelimiter = positionOf(text, this.delimiterText, cellAt)
      if (nextLf < cellAt) nextLf = positionOf(text, '\n', cellAt)
      if (nextCr < cellAt) nextCr = positionOf(text, '\r', cellAt)
      const lineEnd = nextLf < nextCr ? nextLf : nextCr
      const cellEnd = nextDelimiter < lineEnd ? nextDelimiter : lineEnd
      const size = cellEnd - cellAt
      if (
        cellEnd === nowhere ||
        size > limits.cell ||
        rowSize + size > limits.row ||
        rowCells + 2 > limits.cells
      )
        break
      row[rowCells] = text.slice(cellAt, cellEnd)
      rowCells += 1
      rowSize += size
      cellAt = cellEnd + 1
      if (cellEnd === nextDelimiter) continue
      this.line += 1
      if (cellEnd === nextCr) {
        if (nextLf === cellAt) cellAt += 1
        else this.afterCr = cellAt >= text.length
      }
      this.onRow(row.slice(0, rowCells), this.rowLine, null)
      this.rowLine = this.line
      rowCells = 0
      rowSize = 0
      rows += 1
    }
    this.rowCells = rowCells
    this.cellAt = cellAt
    this.rowSize = rowSize
    this.nextDelimiter = nextDelimiter
    this.nextLf = nextLf
    this.nextCr = nextCr
    return rows
  }

  private start(): boolean | null {
    const { text } = this
    let at = this.cellAt
    if (this.rowCells === 0) {
      if (this.afterCr && at < text.length) {
        if (text.charCodeAt(at) === lineFeed) at += 1
        this.afterCr = false
      }
      // Files that were put behind each other keep their marks.
      while (text.charCodeAt(at) === byteOrderMark) at += 1
      this.cellAt = at
    }
    if (at >= text.length && !this.ended) return null
    if (at >= text.length && this.rowCells === 0) return null
    let code = text.charCodeAt(at)
    if (this.quote !== -1) {
      const until = at + mostSpaces
      while ((code === space || code === tab) && code !== this.delimiter && at < until) {
        code = text.charCodeAt((at += 1))
      }
      if (at >= text.length && !this.ended) return null
    }
    if (code === this.quote) {
      this.mode = In.Quoted
      this.contentAt = at + 1
      this.at = at + 1
      this.doubled = false
      return this.quoted()
    }
    this.mode = In.Bare
    this.contentAt = this.cellAt
    this.at = this.cellAt
    return this.bare()
  }

  private bare(): boolean | null {
    const { text } = this
    const at = cellEndFrom(text, this.at, this.delimiter)
    if (at < text.length || this.ended) return this.endCell(text.slice(this.contentAt, at), at)
    this.at = at
    if (this.rowSize + at - this.cellAt > this.limits.row) this.cutShort()
    return null
  }

  private quoted(): boolean | null {
    const { text, quoteText, quote } = this
    for (;;) {
      const first = this.run === null ? text.indexOf(quoteText, this.at) : this.run.first
      if (first === -1 || first - this.cellAt > this.limits.row) {
        this.at = text.length
        return this.ended || first !== -1 ? this.takeAsText() : this.waitForMore()
      }
      let after = this.run?.after ?? first + 1
      while (text.charCodeAt(after) === quote) after += 1
      this.at = first
      this.run = after === text.length && !this.ended ? { first, after } : null
      if (this.run !== null) return this.waitForMore()
      if ((after - first) % 2 === 0) {
        this.doubled = true
        this.at = after
        continue
      }
      if (after - first > 1) this.doubled = true
      const sense = senseOf(
        { text, delimiter: this.delimiter, quote, ended: this.ended },
        { first, after, contentFrom: this.contentAt },
      )
      if (sense.is === 'undecided') return this.waitForMore()
      if (sense.is === 'opens') return this.takeAsText()
      if (sense.is === 'text') {
        this.at = after
        continue
      }
      const content = this.undouble(text.slice(this.contentAt, after - 1))
      if (sense.is === 'close') {
        return sense.next - this.cellAt > this.limits.row
          ? this.takeAsText()
          : this.endCell(content, sense.next)
      }
      return this.endWithText(content, after)
    }
  }

  /** Ends a cell whose quote was closed before its text was over: `"Big" Bob`. */
  private endWithText(content: string, from: number): boolean | null {
    const { text } = this
    const at = cellEndFrom(text, from, this.delimiter)
    if (at < text.length || this.ended) return this.endCell(content + text.slice(from, at), at)
    return this.waitForMore()
  }

  /** Waits for text that tells how a quoted cell goes on, unless it is longer than a row may be. */
  private waitForMore(): boolean | null {
    return this.text.length - this.cellAt > this.limits.row ? this.takeAsText() : null
  }

  /** Goes back to a quote that was never closed, and takes it for text. */
  private takeAsText(): boolean | null {
    this.unclosed.count += 1
    this.unclosed.line ||= this.line
    this.fault ??= 'unclosed_quote'
    this.run = null
    this.mode = In.Bare
    this.contentAt = this.cellAt
    this.at = this.cellAt
    return this.bare()
  }

  private undouble(content: string): string {
    return this.doubled ? content.replaceAll(this.quoteText + this.quoteText, this.quoteText) : content
  }

  /** Keeps the beginning of a cell without quotes with which its row is too long, and forgets the rest as it comes. */
  private cutShort(): void {
    this.keep(copyOf(this.text.slice(this.cellAt, this.cellAt + shown)))
    this.cellAt = this.at
    this.skipFrom('long_row')
  }

  /** Takes a cell that ends before `at`, where a delimiter, a line end or nothing stands. Whether the row ended. */
  private endCell(content: string, at: number): boolean {
    const { text, limits } = this
    this.rowSize += at - this.cellAt
    if (content.length > limits.cell) this.fault = 'long_cell'
    this.keep(content)
    const code = at < text.length ? text.charCodeAt(at) : -1
    if (this.mode === In.Quoted) this.line += countLineEnds(text, this.cellAt, at, false)
    this.mode = In.Start
    this.cellAt = Math.min(at + 1, text.length)
    if (code !== this.delimiter || code === -1) {
      this.endRow(code)
      return true
    }
    if (this.rowCells >= limits.cells) this.skipFrom('many_cells')
    else if (this.rowSize > limits.row) this.skipFrom('long_row')
    return false
  }

  private keep(cell: string): void {
    this.row[this.rowCells] = cell
    this.rowCells += 1
  }

  private skipFrom(fault: RowFault['code']): void {
    this.fault = fault
    this.mode = In.Skipped
    this.at = this.cellAt
  }

  private skipped(): boolean | null {
    const { text } = this
    const at = cellEndFrom(text, this.cellAt, lineFeed)
    if (at < text.length) {
      this.cellAt = at + 1
      this.endRow(text.charCodeAt(at))
      return true
    }
    this.cellAt = at
    this.at = at
    this.contentAt = at
    if (!this.ended) return null
    this.endRow(-1)
    return true
  }

  private endRow(code: number): void {
    const { rowLine, fault } = this
    const cells = this.row.slice(0, this.rowCells)
    if (code === lineFeed || code === carriageReturn) this.line += 1
    this.afterCr = code === carriageReturn
    this.rowLine = this.line
    this.rowCells = 0
    this.rowSize = 0
    this.fault = null
    this.mode = In.Start
    this.onRow(cells, rowLine, fault)
  }
}
