import type { ExportProgress } from '../../../src-shared/bridge/grid'
import { localDate } from '../../../src-shared/instants'
import type { Host } from '../../core/host'
import { writeExport } from '../exports'

const sliceSize = 500

/** Writes a list of addresses to a CSV file of one column, as an import reads it. */
export async function* exportAddresses(
  host: Pick<Host, 'chooseExportTarget' | 'clock'>,
  { name, emails }: { name: string; emails: readonly string[] },
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportProgress, void, undefined> {
  yield* writeExport<string>(
    {
      name: `${name} ${localDate(host.clock.now())}`,
      format: 'csv',
      total: emails.length,
      async *slices() {
        for (let start = 0; start < emails.length; start += sliceSize) {
          yield await Promise.resolve(emails.slice(start, start + sliceSize))
        }
      },
      header: ['email'],
      object: (email) => ({ email }),
    },
    host,
    signal,
  )
}
