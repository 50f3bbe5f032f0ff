import type { Reading, SheetFound } from '../../../../../src-shared/bridge/import-file'
import { detectHeader, detectTitle, isAddress } from '../detect-header'
import { lettersOf, type SheetRow, type Workbook } from './sheet'

/** Rows of a sheet that are looked at: past that, how many there are is known once they are read. */
const mostLooked = 20_000
/** Rows that tell where the header is. */
const mostSampled = 200
/** What the last row of a sheet says where it is a sum of those above. */
const sums = /^(grand\s+|sub)?total\b|^(sum|summe|gesamt|somme|suma|somma|totale|totaal|итого|合計|总计)\b/i

/** Looks at the beginning of every sheet. */
export async function surveySheets(workbook: Workbook, signal?: AbortSignal): Promise<SheetFound[]> {
  const surveys: SheetFound[] = []
  for (const at of workbook.sheets.keys()) surveys.push(await surveySheet(workbook, at, signal))
  return surveys
}

/** The sheet to begin with: the first with addresses that is not hidden, else the first with rows. */
export function firstSheet(surveys: readonly SheetFound[]): SheetFound | undefined {
  const shown = surveys.filter(({ hidden }) => !hidden)
  return (
    shown.find(({ addresses }) => addresses !== null) ??
    surveys.find(({ addresses }) => addresses !== null) ??
    shown.find(({ rows }) => rows !== 0) ??
    surveys[0]
  )
}

async function surveySheet(workbook: Workbook, at: number, signal?: AbortSignal): Promise<SheetFound> {
  const { name = '', hidden = false } = workbook.sheets[at] ?? {}
  const sample: SheetRow[] = []
  const addresses = new Map<number, number>()
  let rows = 0
  let columns = 0
  let last: SheetRow | null = null
  for await (const batch of workbook.rows(at)) {
    signal?.throwIfAborted()
    for (const row of batch) {
      rows += 1
      last = row
      columns = Math.max(columns, row.cells.length)
      if (sample.length < mostSampled) sample.push(row)
      row.cells.forEach((cell, column) => {
        if (cell.includes('@') && isAddress(cell)) addresses.set(column, (addresses.get(column) ?? 0) + 1)
      })
    }
    if (rows > mostLooked) break
  }
  const cells = sample.map((row) => Array.from({ length: columns }, (_, column) => row.cells[column] ?? ''))
  const skip = detectTitle(cells)
  const { header } = detectHeader(cells.slice(skip))
  const isWhole = rows <= mostLooked
  const [address] = [...addresses].sort((a, b) => b[1] - a[1])
  const until =
    isWhole && rows > skip + 2 && last !== null && isSum(last, address?.[0]) ? last.number - 1 : null
  const reading: Reading = {
    encoding: 'utf-8',
    delimiter: ',',
    quote: '"',
    header,
    ...(skip > 0 ? { skip } : {}),
    sheet: name,
    ...(until === null ? {} : { until }),
  }
  return {
    name,
    hidden,
    rows: isWhole ? Math.max(0, rows - skip - (header ? 1 : 0) - (until === null ? 0 : 1)) : null,
    columns,
    addresses: address === undefined ? null : lettersOf(address[0]),
    reading,
  }
}

/** Whether a row sums up those above it: it says so, and names nobody. */
function isSum(row: SheetRow, addresses: number | undefined): boolean {
  if (addresses !== undefined && (row.cells[addresses] ?? '').trim() !== '') return false
  return row.cells.some((cell) => sums.test(cell.trim()))
}
