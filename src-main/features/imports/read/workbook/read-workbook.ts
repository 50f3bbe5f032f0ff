import { tell, toKeepWorded } from '../../../../../src-shared/messages/told'
import type {
  Reading,
  ReadNote,
  SheetFound,
  WorkbookFound,
} from '../../../../../src-shared/bridge/import-file'
import { problem } from '../../../../core/problems'
import type { ReadOptions, RowBatch, TableFindings } from '../api'
import { isBlank, RowCollector } from '../row-collector'
import { Tally } from '../notes'
import { lettersOf, type SheetRow, type Workbook } from './sheet'
import { firstSheet, surveySheets } from './survey'
import { looksLikeDate, TextDates } from './text-dates'

/** Rows whose formulas are kept, for the preview. */
const mostShown = 60
/** Rows among which the header is chosen, and what of them is shown. */
const mostFirst = { rows: 20, cells: 60, letters: 200 }

/** What is counted of a sheet's cells. */
class SheetTallies {
  readonly formulas = new Tally()
  readonly unsaved = new Tally()
  readonly errors = new Tally()
  readonly dates = new Tally()
  readonly hiddenRows = new Tally()
  readonly after = new Tally()
  /** Columns with formulas, and what the first formula and the first error are. */
  readonly inColumns = new Set<number>()
  formula = ''
  error = ''

  constructor(readonly textDates: TextDates) {}

  notes(hidden: readonly string[]): ReadNote[] {
    const empty = toKeepWorded('imports.readWorkbook.theyComeInAs')
    return [
      ...this.formulas.titled('formulas', 'imports.readWorkbook.cellsWithAFormula', this.#where()),
      ...this.unsaved.titled('unsaved_formulas', 'imports.readWorkbook.formulasWithoutASaved', empty),
      ...this.errors.titled(
        'failed_formulas',
        'imports.readWorkbook.formulasThatFailed',
        toKeepWorded('imports.readWorkbook.errorComesInAs', { error: this.error }),
      ),
      ...this.dates.titled('stored_dates', 'imports.readWorkbook.datesStoredAsNumbers'),
      ...this.textDates.notes(),
      ...hiddenNote(hidden),
      ...this.hiddenRows.titled('hidden_rows', 'imports.readWorkbook.hiddenRowsReadToo'),
      ...this.after.titled('rows_after', 'imports.readWorkbook.rowsAfterTheLast'),
    ]
  }

  /** "Column G reads from Prices." */
  #where(): string {
    const columns = [...this.inColumns].sort((a, b) => a - b)
    const named = columns.slice(0, 3).map(lettersOf).join(', ')
    const [, quoted, plain] = /(?:'([^']+)'|([\p{L}\w.]+))!/u.exec(this.formula) ?? []
    return toKeepWorded('imports.readWorkbook.columnsNamedFromSheet', {
      columns: columns.length,
      more: Math.max(0, columns.length - 3),
      named,
      from: quoted ?? plain ?? 'none',
      sheet: quoted ?? plain ?? '',
    })
  }
}

/** Whether a column is read though it is hidden. */
function isTaken({ hidden = [] }: Reading, column: number): boolean {
  return hidden === 'taken' || hidden.includes(lettersOf(column))
}

function hiddenNote(hidden: readonly string[]): ReadNote[] {
  if (hidden.length === 0) return []
  const named = hidden.slice(0, 3).join(', ')
  const more = Math.max(0, hidden.length - 3)
  const title = toKeepWorded('imports.readWorkbook.hiddenNamedAndMore', { named, more })
  return [{ code: 'hidden_columns', title, sentence: '', count: hidden.length, line: null }]
}

/**
 * Hands on the rows of one sheet of a workbook in batches, as `wanted` says or as is found out. Rejects as readRows does, and
 * with `input_invalid` for a sheet that is not in it. In one piece: what it finds grows row by row at its head.
 */
export async function readWorkbook(
  workbook: Workbook,
  wanted: Reading | null,
  onRows: (batch: RowBatch) => void | Promise<void>,
  { signal, batch = 1000, size }: ReadOptions & { size: number },
): Promise<TableFindings & { workbook: WorkbookFound }> {
  const surveys = await surveySheets(workbook, signal)
  const survey = chosenOf(surveys, wanted)
  const at = surveys.indexOf(survey)
  const reading = wanted ?? survey.reading
  const collector = new RowCollector(reading)
  const tallies = new SheetTallies(new TextDates(reading.dates))
  const cells: WorkbookFound['cells'] = []
  const firstRows: WorkbookFound['firstRows'] = []
  let columns: number[] = []
  let headerRow: number | null = null
  let header: readonly string[] = []
  let lastRow = 0
  let first = true
  let handed = 0

  const flush = async (): Promise<void> => {
    if (signal?.aborted) throw problem('cancelled')
    const { rows, lines, faults } = collector.takeBatch()
    if (rows.length === 0) return
    handed += rows.length
    const share = Math.min(1, handed / Math.max(1, survey.rows ?? handed * 2))
    await onRows({ rows, lines, faults, bytes: Math.round(size * share) })
  }
  const take = (row: SheetRow): void => {
    if (reading.until !== undefined && row.number > reading.until) {
      tallies.after.add(row.number)
      return
    }
    note(row, columns, tallies)
    const before = collector.total
    const isLeft = (column: number) => reading.formulas === 'empty' && row.formulas.has(column)
    const texts = columns.map((column) => (isLeft(column) ? '' : (row.cells[column] ?? '')))
    if (firstRows.length < mostFirst.rows && !isBlank(texts)) {
      const shown = texts.slice(0, mostFirst.cells).map((text) => text.slice(0, mostFirst.letters))
      firstRows.push({ line: row.number, cells: shown })
    }
    const isNamed = !reading.header || headerRow !== null
    const read = isNamed ? texts.map((text) => tallies.textDates.read(text, row.number)) : texts
    collector.add(read, row.number, row.cut ? 'many_cells' : null)
    if (collector.total > before) {
      lastRow = row.number
      if (collector.total <= mostShown) cells.push(...shownCells(row, columns))
    } else if (reading.header && collector.isBegun && headerRow === null) {
      headerRow = row.number
      header = row.cells
    }
  }

  for await (const rows of workbook.rows(at)) {
    if (first) {
      const hidden = workbook.hiddenColumns(at)
      columns = Array.from({ length: survey.columns }, (_, column) => column).filter(
        (each) => !hidden.has(each) || isTaken(reading, each),
      )
      first = false
    }
    for (const row of rows) {
      take(row)
      if (collector.isFull(batch)) await flush()
    }
  }
  await flush()
  const end = collector.end(size, { count: 0, line: 0 })
  const hidden = [...workbook.hiddenColumns(at)].filter((column) => column < survey.columns)
  const names = hidden.map((column) => lettersOf(column))
  const left = hidden.filter((column) => !isTaken(reading, column))
  end.notes.push(
    ...tallies.notes(left.map((column) => `${lettersOf(column)} ${header[column] ?? ''}`.trim())),
  )
  const sheets = surveys.map((found, index) => (index === at ? { ...found, rows: end.rows } : found))
  const { kind, savedAt, savedBy } = workbook
  const found: WorkbookFound = {
    kind,
    savedAt,
    savedBy,
    sheets,
    letters: columns.map(lettersOf),
    hidden: names,
    headerRow,
    lastRow,
    firstRows,
    cells,
  }
  return { reading, detected: survey.reading, workbook: found, end }
}

function chosenOf(surveys: readonly SheetFound[], wanted: Reading | null): SheetFound {
  const survey =
    wanted?.sheet === undefined ? firstSheet(surveys) : surveys.find(({ name }) => name === wanted.sheet)
  if (survey !== undefined) return survey
  throw problem('input_invalid', {
    why: tell('imports.readWorkbook.theWorkbookHasNo', { sheet: wanted?.sheet ?? '' }),
    action: tell('imports.readWorkbook.chooseAnotherSheet'),
  })
}

function note(row: SheetRow, columns: readonly number[], tallies: SheetTallies): void {
  if (row.hidden) tallies.hiddenRows.add(row.number)
  if (row.formulas.size === 0 && row.errors.size === 0 && row.dates.length === 0) return
  const taken = new Set(columns)
  const count = (of: Iterable<number>, tally: Tally) => {
    for (const column of of) if (taken.has(column)) tally.add(row.number)
  }
  for (const [column, formula] of row.formulas) {
    if (!taken.has(column)) continue
    tallies.inColumns.add(column)
    tallies.formula ||= formula
  }
  for (const [column, error] of row.errors) if (taken.has(column)) tallies.error ||= error
  count(row.formulas.keys(), tallies.formulas)
  count(row.unsaved, tallies.unsaved)
  count(row.errors.keys(), tallies.errors)
  count(row.dates, tallies.dates)
}

/** What the preview shows of a row's cells besides their texts. */
function shownCells(row: SheetRow, columns: readonly number[]): WorkbookFound['cells'] {
  return columns.flatMap((column, at) => {
    const formula = row.formulas.get(column)
    const error = row.errors.get(column) ?? null
    const text = row.cells[column] ?? ''
    const textDate = looksLikeDate(text) ? text.trim() : null
    if (formula === undefined && error === null && textDate === null) return []
    return [{ line: row.number, at, formula: formula?.slice(0, 500) ?? null, error, textDate }]
  })
}
