/** A row of a sheet. */
export interface SheetRow {
  /** Its number in the sheet, from 1. */
  number: number
  /** Its cells as texts, the empty ones between them too. */
  cells: string[]
  /** Whether a filter or a person hides it. */
  hidden: boolean
  /** It goes on past the last column that is taken. */
  cut: boolean
  /** Formulas of its cells, by column from 0. */
  formulas: Map<number, string>
  /** Formulas without a saved value, errors in place of values, and dates that are stored as such, by column. */
  unsaved: number[]
  errors: Map<number, string>
  dates: number[]
}

/** A sheet as its workbook names it. */
export interface SheetHead {
  name: string
  hidden: boolean
}

/** A workbook that is open for reading. */
export interface Workbook {
  kind: 'xlsx' | 'ods'
  /** When it was saved, in milliseconds since 1970, and by whom; null where it does not say. */
  savedAt: number | null
  savedBy: string | null
  sheets: SheetHead[]
  /** The rows of a sheet that have any text, in their order; may be asked for again. */
  rows(sheet: number): AsyncIterable<SheetRow[]>
  /** Columns of a sheet that are hidden, from 0: known once its rows were read. */
  hiddenColumns(sheet: number): ReadonlySet<number>
  close(): void
}

/** Columns of a sheet that are taken. */
export const mostColumns = 10_000

/** A row without anything in it. */
export function emptyRow(number: number, hidden: boolean): SheetRow {
  return {
    number,
    cells: [],
    hidden,
    cut: false,
    formulas: new Map(),
    unsaved: [],
    errors: new Map(),
    dates: [],
  }
}

/** Puts a text into a row; columns past {@link mostColumns} are noted and left. */
export function putCell(row: SheetRow, column: number, text: string): void {
  if (column >= mostColumns) {
    if (text !== '') row.cut = true
    return
  }
  if (text === '') return
  while (row.cells.length < column) row.cells.push('')
  row.cells[column] = text
}

/** "A", "Z", "AA": a column by its letters; `column` from 0. */
export function lettersOf(column: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}
