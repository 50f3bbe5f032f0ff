import { t } from '../../../src-shared/messages/message'
import type { ExportProgress } from '../../../src-shared/bridge/grid'
import { isRejectColumn, rejectColumns } from '../../../src-shared/rejects'
import type { Host } from '../../core/host'
import { writeExport } from '../exports'
import type { OpenImport } from './open-import'
import { refuseChanging } from './refusals'
import type { RejectedRow } from './rows'
import type { Staging } from './staging'

/** Where rejects come from: the names of the file's columns, and the rows after one, in the order of the file. */
type RejectSource = Pick<Staging, 'header' | 'rejects'>

/** The rows of an import that were not written; each part is refused with `input_invalid` while rows are being changed. */
export function rejectsSource(open: Pick<OpenImport, 'isChanging'>, staging: RejectSource): RejectSource {
  return {
    header: () => {
      refuseChanging(open)
      return staging.header()
    },
    // Between two parts of the file too: it would hold some rows twice, and others not at all.
    rejects: async (slice) => {
      refuseChanging(open)
      const rows = await staging.rejects(slice)
      refuseChanging(open)
      return rows
    },
  }
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
  yield* writeExport<RejectedRow>(
    {
      name: t('imports.rejects.replaceRejects', { replace: name.replace(/\.(csv|tsv|txt)$/i, '') }),
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

async function* slicesOf(source: RejectSource): AsyncGenerator<RejectedRow[], void, undefined> {
  for (let after = 0; ;) {
    const rows = await source.rejects({ after, limit: sliceSize })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.row
  }
}
