import { saidText } from '../../../../src-shared/messages/told'
import { localDate } from '../../../../src-shared/instants'
import { t } from '../../../../src-shared/messages/message'
import type { ExportProgress } from '../../../../src-shared/bridge/grid'
import type { BatchFilter } from '../../../../src-shared/bridge/verification'
import type { BatchAddress } from '../store/batches/api'
import type { Cache } from '../../../cache/store'
import type { Host } from '../../../core/host'
import { writeExport } from '../../exports'

interface BatchExport {
  id: number
  filter: BatchFilter
  guardFormulas: boolean
}

const sliceSize = 500

const header = ['email', 'class', 'reasons', 'suggestion', 'source', 'checkedAt']

/**
 * Writes the addresses that a filter leaves, in the order in which they were given. Which ones these are is settled at the
 * beginning: a job that goes on meanwhile changes their verdicts, not their number.
 */
export async function* exportBatch(
  { batches }: Pick<Cache, 'batches'>,
  host: Pick<Host, 'chooseExportTarget' | 'clock'>,
  { id, filter, guardFormulas }: BatchExport,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportProgress, void, undefined> {
  const positions = await batches.select({ id, filter })
  yield* writeExport<BatchAddress>(
    {
      name: t('verification.export.verificationDayof', { dayOf: localDate(host.clock.now()) }),
      format: 'csv',
      guardFormulas,
      total: positions.length,
      async *slices() {
        for (let from = 0; from < positions.length; from += sliceSize) {
          yield await batches.at({ id, positions: positions.subarray(from, from + sliceSize) })
        }
      },
      header,
      cells: ({ email, verdict }) => [
        email,
        verdict?.class,
        verdict?.reasons.map(saidText).join(' '),
        verdict?.suggestion,
        verdict?.source,
        verdict && new Date(verdict.at).toISOString(),
      ],
      object: (row) => row,
    },
    host,
    signal,
  )
}
