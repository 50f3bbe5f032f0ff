import { t } from '../../../../src-shared/messages/message'
import { tell, toKeep } from '../../../../src-shared/messages/told'
import type { Reading } from '../../../../src-shared/bridge/import-file'
import { problem } from '../../../core/problems'
import { rowLimits, type FileReadEnd, type RowFault } from './api'
import type { DecodedText } from './decoder'
import { excelsLine } from './detect-delimiter'
import { ReadTallies } from './notes'

/** Characters of a batch after which it is handed on, however few rows it has. */
const largeBatch = 1 << 22

/** What is said of a row at fault, as it is kept. */
const faultSentences: Readonly<Record<RowFault['code'], string>> = {
  long_cell: toKeep('told.fault.longCell'),
  long_row: toKeep('told.fault.longRow'),
  unclosed_quote: toKeep('told.fault.unclosedQuote'),
  many_cells: toKeep('told.fault.manyCells'),
}

/** Makes rows of one width of what the parser finds, and counts what a person should know. */
export class RowCollector {
  /** Rows so far, handed on or not. */
  total = 0

  private rows: string[][] = []
  private lines: number[] = []
  private faults: RowFault[] = []
  private size = 0
  private header: string[] | null = null
  /** Cells of the first row, which the others are measured by, and of the widest. */
  private width: number | null = null
  private widest = 0
  private first = true
  /** Rows above the first that were left out. */
  private skipped = 0
  private garbled = false
  private hasNuls = false
  private readonly tallies = new ReadTallies()

  constructor(private readonly reading: Reading) {}

  /** Notes what was wrong with the bytes of some text. `lineAfter` tells the line that a beginning of it ends in. */
  noteText({ text, nuls, lost }: DecodedText, lineAfter: (text: string) => number): void {
    const { tallies } = this
    if (nuls.count > 0) {
      this.hasNuls = true
      tallies.nuls.add(tallies.nuls.line ?? lineAfter(text.slice(0, nuls.at)), nuls.count)
    }
    if (lost.count > 0) {
      tallies.lost.add(tallies.lost.line ?? lineAfter(text.slice(0, lost.at)), lost.count)
    }
    this.garbled ||= mayBeGarbled(text)
  }

  /** Takes a row from the parser. */
  add(cells: string[], line: number, fault: RowFault['code'] | null): void {
    // What was never written to its end is no row.
    if (this.hasNuls && cells.length === 1 && cells[0] === '\0') return
    if (this.hasNuls) cells.forEach((cell, at) => (cells[at] = withoutNuls(cell)))
    if (this.first) {
      this.first = false
      if (excelsLine.test(cells.join(this.reading.delimiter))) return
    }
    if (isBlank(cells)) {
      this.tallies.empty.add(line)
      return
    }
    if (this.skipped < (this.reading.skip ?? 0)) {
      this.skipped += 1
      this.tallies.title.add(line)
      return
    }
    if (this.width === null) this.begin(cells, fault)
    if (this.reading.header && this.header === null) {
      this.header = cells
      return
    }
    if (fault === 'long_row' || fault === 'many_cells') this.fill(cells)
    else this.fit(cells, line)
    if (fault !== null) {
      this.faults.push({ index: this.rows.length, code: fault, sentence: faultSentences[fault] })
      // Of quotes the parser knows how many there were.
      if (fault !== 'unclosed_quote') this.tallies.faults[fault].add(line)
    }
    if (this.garbled) for (const cell of cells) if (garbledPair.test(cell)) this.tallies.garbled.add(line)
    this.rows.push(cells)
    this.lines.push(line)
    this.total += 1
  }

  /** Whether the first row that is no title was met. */
  get isBegun(): boolean {
    return this.width !== null
  }

  /** Rows that were not handed on yet. */
  get waiting(): number {
    return this.rows.length
  }

  /** Whether the batch should be handed on: it has that many rows, or much text. */
  isFull(rows: number): boolean {
    return this.rows.length >= rows || this.size > largeBatch
  }

  /** Hands out what was collected since the last time. */
  takeBatch(): { rows: string[][]; lines: number[]; faults: RowFault[] } {
    const { rows, lines, faults } = this
    this.rows = []
    this.lines = []
    this.faults = []
    this.size = 0
    return { rows, lines, faults }
  }

  /** What was found in all. */
  end(bytes: number, unclosed: { count: number; line: number }): FileReadEnd {
    const names = Array.from({ length: this.widest }, (_, index) => {
      return this.header?.[index]?.trim() || t('imports.rowCollector.columnNumber', { number: index + 1 })
    })
    const { total: rows, tallies } = this
    const { header, encoding } = this.reading
    return {
      names,
      rows,
      bytes,
      notes: tallies.notes({ rows, header, names, width: this.width ?? 0, unclosed, encoding }),
    }
  }

  private begin(cells: string[], fault: RowFault['code'] | null): void {
    if (fault === 'many_cells') {
      throw problem('file_unreadable', {
        why: tell('imports.rowCollector.theFirstRowHas', { cells: rowLimits.cells }),
        action: tell('imports.rowCollector.leaveOutColumnsThat'),
      })
    }
    this.width = cells.length
    this.widest = cells.length
  }

  /** Fills a short row up; of a long one drops what is empty. */
  private fit(cells: string[], line: number): void {
    const width = this.width ?? 0
    if (cells.length < width) {
      this.tallies.short.add(line)
      this.fill(cells)
    } else if (cells.length > width) {
      while (cells.length > width && cells.at(-1)?.trim() === '') cells.pop()
      if (cells.length > width) this.tallies.long.add(line)
      if (cells.length > this.widest) this.widest = cells.length
    }
    for (const cell of cells) this.size += cell.length
  }

  /** Makes a row as wide as the first. What a row at fault has besides is never written. */
  private fill(cells: string[]): void {
    const width = this.width ?? 0
    if (cells.length > width) cells.length = width
    while (cells.length < width) cells.push('')
  }
}

/** A cell without NULs; but one within an address stays: without it, it would be another address. */
function withoutNuls(cell: string): string {
  return cell.includes('@') ? cell.replace(/^\0+|\0+$/g, '') : cell.replaceAll('\0', '')
}

/** Whether a row holds nothing but white space. */
export function isBlank(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell !== '' && cell.trim() !== '') return false
  return true
}

/**
 * Tells text that was UTF-8 and was read as Windows-1252 by an earlier program: "JosÃ©" for "José", "â€™" for "’". The
 * second character of each pair is one that hardly ever follows the first in a word.
 */
const garbledPair =
  /[ÂÃ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]|â€[\u0080-\u009f\u0153\u00a6\u02dc\u2122\u201c\u201d\u0161]/

/** Characters of which one is in every garbled text: quickly looked for. */
function mayBeGarbled(text: string): boolean {
  return text.includes('Ã') || text.includes('Â') || text.includes('â€')
}
