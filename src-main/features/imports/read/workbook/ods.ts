import type { Archive } from './archive'
import { locked } from './archive'
import { attribute, type ElementHandler, readAllElements, readElements, savedOf } from './elements'
import { plainNumber } from './numbers'
import { emptyRow, mostColumns, putCell, type SheetHead, type SheetRow, type Workbook } from './sheet'

/** Rows that one row of the file may stand for. An empty one may stand for all that follow. */
const mostRepeated = 1_048_576

/** A spreadsheet of LibreOffice's: all of it in one part (OpenDocument 1.3, part 3). */
export async function openOds(archive: Archive): Promise<Workbook> {
  await refuseLocked(archive)
  const sheets = await headsOf(archive)
  const { savedAt, savedBy } = await savedOf(archive, 'meta.xml', { at: 'date', by: 'creator' })
  const hidden = sheets.map(() => new Set<number>())
  return {
    kind: 'ods',
    sheets,
    savedAt,
    savedBy,
    async *rows(sheet): AsyncGenerator<SheetRow[]> {
      const reader = new TableReader(sheet, hidden[sheet] ?? new Set())
      for await (const _ of readElements(archive.part('content.xml'), reader)) {
        void _
        while (reader.waiting) yield reader.take()
        if (reader.isOver) return
      }
    },
    hiddenColumns: (sheet) => hidden[sheet] ?? new Set(),
    close: () => archive.close(),
  }
}

async function refuseLocked(archive: Archive): Promise<void> {
  if (!archive.has('META-INF/manifest.xml')) return
  let isLocked = false
  await readAllElements(archive.part('META-INF/manifest.xml'), {
    open: (name) => void (isLocked ||= name === 'encryption-data'),
  })
  if (isLocked) throw locked()
}

async function headsOf(archive: Archive): Promise<SheetHead[]> {
  const sheets: SheetHead[] = []
  const hiding = new Set<string>()
  let style = ''
  let depth = 0
  await readAllElements(archive.part('content.xml'), {
    open(name, attributes) {
      if (name === 'style') style = attribute(attributes, 'name') ?? ''
      if (name === 'table-properties' && attribute(attributes, 'display') === 'false') hiding.add(style)
      if (name !== 'table') return
      depth += 1
      if (depth > 1) return
      const hidden = hiding.has(attribute(attributes, 'style-name') ?? '')
      sheets.push({ name: attribute(attributes, 'name') ?? '', hidden })
    },
    close(name) {
      if (name === 'table') depth -= 1
    },
  })
  return sheets
}

/** A cell as it is being read. */
interface OdsCell {
  attributes: Readonly<Record<string, string>>
  times: number
  text: string
  paragraphs: number
}

/** Makes rows of the elements of one table. */
class TableReader implements ElementHandler {
  /** Whether the table was read to its end. */
  isOver = false
  #rows: { row: SheetRow; times: number }[] = []
  #table = -1
  #depth = 0
  #number = 1
  #column = 0
  #row: { row: SheetRow; times: number } | null = null
  #cell: OdsCell | null = null
  #inText = 0
  #inNote = 0

  constructor(
    private readonly wanted: number,
    private readonly hidden: Set<number>,
  ) {}

  get waiting(): boolean {
    return this.#rows.length > 0
  }

  /** Some of the rows that are whole by now. */
  take(): SheetRow[] {
    const taken: SheetRow[] = []
    while (taken.length < 1000) {
      const [next] = this.#rows
      if (next === undefined) break
      taken.push(next.row)
      next.times -= 1
      if (next.times === 0) this.#rows.shift()
      else next.row = { ...next.row, cells: [...next.row.cells], number: next.row.number + 1 }
    }
    return taken
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'table') {
      this.#depth += 1
      if (this.#depth === 1) this.#table += 1
    }
    if (this.#table !== this.wanted || this.#depth !== 1) return
    if (name === 'table-column') this.#passColumns(attributes)
    else if (name === 'table-row') this.#beginRow(attributes)
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#beginCell(attributes)
    else if (name === 'annotation') this.#inNote += 1
    else if (this.#cell && this.#inNote === 0) this.#inCell(name, attributes)
  }

  text(text: string): void {
    if (this.#cell && this.#inText > 0 && this.#inNote === 0) this.#cell.text += text
  }

  close(name: string): void {
    if (name === 'table') {
      if (this.#depth === 1 && this.#table === this.wanted) this.isOver = true
      this.#depth -= 1
      return
    }
    if (this.#table !== this.wanted || this.#depth !== 1) return
    if (name === 'annotation') this.#inNote -= 1
    else if (name === 'p' && this.#inText > 0 && this.#inNote === 0) this.#inText -= 1
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#endCell()
    else if (name === 'table-row') this.#endRow()
  }

  #passColumns(attributes: Readonly<Record<string, string>>): void {
    const times = repeated(attributes, 'number-columns-repeated')
    const isHidden = (attribute(attributes, 'visibility') ?? 'visible') !== 'visible'
    for (let at = 0; isHidden && at < times && this.#column + at < mostColumns; at += 1)
      this.hidden.add(this.#column + at)
    this.#column += times
  }

  #beginRow(attributes: Readonly<Record<string, string>>): void {
    const isHidden = (attribute(attributes, 'visibility') ?? 'visible') !== 'visible'
    const times = Math.min(mostRepeated, repeated(attributes, 'number-rows-repeated'))
    this.#row = { row: emptyRow(this.#number, isHidden), times }
    this.#column = 0
  }

  #endRow(): void {
    const ended = this.#row
    this.#row = null
    if (!ended) return
    this.#number += ended.times
    if (ended.row.cells.length > 0 || ended.row.cut) this.#rows.push(ended)
  }

  #beginCell(attributes: Readonly<Record<string, string>>): void {
    const times = repeated(attributes, 'number-columns-repeated')
    this.#cell = { attributes, times, text: '', paragraphs: 0 }
    this.#inText = 0
  }

  /** Spaces and line ends that are elements of their own. */
  #inCell(name: string, attributes: Readonly<Record<string, string>>): void {
    const cell = this.#cell
    if (!cell) return
    if (name === 'p') {
      if (cell.paragraphs > 0) cell.text += '\n'
      cell.paragraphs += 1
      this.#inText += 1
    } else if (name === 's')
      cell.text += ' '.repeat(Math.min(1000, Number(attribute(attributes, 'c') ?? 1) || 1))
    else if (name === 'tab') cell.text += '\t'
    else if (name === 'line-break') cell.text += '\n'
  }

  #endCell(): void {
    const cell = this.#cell
    const row = this.#row?.row
    this.#cell = null
    if (!cell || !row) return
    const { attributes } = cell
    const formula = attribute(attributes, 'formula')
    const isError = formula !== undefined && /^(#[A-Z/0!?]+[!?]?|Err:\d+)$/.test(cell.text)
    const { text, isDate } = isError ? { text: '', isDate: false } : valueOf(cell)
    const last = Math.min(this.#column + cell.times, mostColumns)
    for (let column = this.#column; column < last; column += 1) {
      if (formula !== undefined) row.formulas.set(column, formula.replace(/^of:/, ''))
      if (isError) row.errors.set(column, cell.text)
      if (isDate) row.dates.push(column)
      if (text === '' && formula === undefined) break
      putCell(row, column, text)
    }
    if (text !== '' && this.#column + cell.times > mostColumns) row.cut = true
    this.#column += cell.times
  }
}

/** What a cell holds; a text as it is shown, all else as it is kept. */
function valueOf({ attributes, text }: OdsCell): { text: string; isDate: boolean } {
  switch (attribute(attributes, 'value-type')) {
    case 'float':
    case 'percentage':
    case 'currency':
      return { text: plainNumber(attribute(attributes, 'value') ?? text), isDate: false }
    case 'date': {
      const stored = attribute(attributes, 'date-value') ?? text
      return { text: stored.replace('T', ' ').replace(/\.\d+$/, ''), isDate: true }
    }
    case 'time':
      return { text: timeOf(attribute(attributes, 'time-value')) ?? text, isDate: true }
    case 'boolean':
      return { text: attribute(attributes, 'boolean-value') === 'true' ? 'TRUE' : 'FALSE', isDate: false }
    default:
      return { text, isDate: false }
  }
}

/** "PT17H20M00S" as "17:20:00". */
function timeOf(stored: string | undefined): string | null {
  const parts = /^PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S$/.exec(stored ?? '')
  return parts === null
    ? null
    : parts
        .slice(1)
        .map((part) => part.padStart(2, '0'))
        .join(':')
}

function repeated(attributes: Readonly<Record<string, string>>, name: string): number {
  const times = Number(attribute(attributes, name) ?? 1)
  return Number.isInteger(times) && times > 0 ? times : 1
}
