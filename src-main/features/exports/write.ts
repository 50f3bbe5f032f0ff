import { jsonText } from '../../../src-shared/interface/exact-number'
import type { ExportProgress } from '../../../src-shared/bridge/grid'
import type { Host } from '../../core/host'
import { csvLine } from './csv'
import { ExportFile } from './file'

/** What is exported: records in slices, and how a record looks in each format. */
interface ExportPlan<T> {
  /** Without the ending: "Contacts 2026-01-05". */
  name: string
  format: 'csv' | 'json'
  /** Texts that a spreadsheet would compute are written so that it does not; without it too. */
  guardFormulas?: boolean
  total: number
  slices(): AsyncGenerator<T[], void, undefined>
  header: readonly string[]
  /** A line of CSV: the values of the object, without it. */
  cells?(record: T): unknown[]
  object(record: T): object
}

/** Writes an export to a file that the host asks for. Ending the iteration early removes the file. */
export async function* writeExport<T>(
  plan: ExportPlan<T>,
  host: Pick<Host, 'chooseExportTarget'>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportProgress, void, undefined> {
  const { total, format, cells = (record) => Object.values(plan.object(record)) } = plan
  const target = await host.chooseExportTarget(`${plan.name}.${format}`)
  if (!target) {
    yield { written: 0, total, guarded: 0, file: null }
    return
  }
  const file = await ExportFile.open(target)
  try {
    let written = 0
    let guarded = 0
    yield { written, total, guarded }
    await file.write(format === 'csv' ? csvLine(plan.header, false).line : '[')
    for await (const records of plan.slices()) {
      signal?.throwIfAborted()
      for (const record of records) {
        if (format === 'json') {
          await file.write(`${written === 0 ? '' : ','}\n${jsonText(plan.object(record))}`)
        } else {
          const { line, guarded: here } = csvLine(cells(record), plan.guardFormulas ?? true)
          guarded += here
          await file.write(line)
        }
        written += 1
      }
      yield { written, total, guarded }
    }
    if (format === 'json') await file.write('\n]\n')
    yield { written, total, guarded, file: await file.finish() }
  } finally {
    await file.close()
  }
}
