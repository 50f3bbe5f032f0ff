import type { ExportProgress } from '../../../src-shared/bridge/contacts'
import { isRejectColumn, rejectColumns } from '../../../src-shared/rejects'
import type { Host } from '../../core/host'
import { writeExport } from '../exports'

/** A row of a file that was not written, and why. */
export interface Reject {
  row: number
  line: number
  /** As the file has them. */
  cells: string[]
  reason: string
  code: string
}

/** Where rejects come from. */
export interface RejectSource {
  /** Names of the file's columns. */
  header(): Promise<string[]>
  /** Those after a row, in the order of the file. */
  rejects(input: { after: number; limit: number }): Promise<Reject[]>
}

const sliceSize = 500

/**
 * Writes the rows that were left out, are invalid or failed, each as the file had it with its line, reason and code behind
 * it: a file that can be corrected and imported again. Cells that a spreadsheet would run are always guarded; when the
 * file comes back, the guards are taken off again. `name`: of the file that was imported.
 */
export async function* exportRejects(
  source: RejectSource,
  host: Pick<Host, 'chooseExportTarget'>,
  name: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportProgress, void, undefined> {
  const header = await source.header()
  // Of a rejects file that was imported, the old reasons give way to the new ones.
  const own = header
    .map((column, index) => ({ column, index }))
    .filter(({ column }) => !isRejectColumn(column))
  let total = 0
  for await (const rows of slicesOf(source)) total += rows.length
  yield* writeExport<Reject>(
    {
      name: `${withoutEnding(name)} rejects`,
      format: 'csv',
      guardFormulas: true,
      total,
      slices: () => slicesOf(source),
      header: [...own.map(({ column }) => column), ...rejectColumns],
      cells: ({ cells, line, reason, code }) => [
        ...own.map(({ index }) => cells[index] ?? ''),
        line,
        reason,
        code,
      ],
      object: (reject) => reject,
    },
    host,
    signal,
  )
}

async function* slicesOf(source: RejectSource): AsyncGenerator<Reject[], void, undefined> {
  for (let after = 0; ;) {
    const rows = await source.rejects({ after, limit: sliceSize })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.row
  }
}

function withoutEnding(name: string): string {
  return name.replace(/\.(csv|tsv|txt)$/i, '')
}
