import { tell } from '../../../src-shared/messages/told'
import type { RecordRun } from '../../../src-shared/bridge/records'
import type { Cache } from '../../cache/store'
import { doubtsAbout } from '../../copying/completeness'
import type { CopiedList } from '../../copying/runner'
import { createFlow } from '../../copying/offset/flow'
import { readList, reportOf } from '../../copying/offset/reading'
import type { RecordAccess } from './access'

/** What reading the list of a connection takes. */
interface RecordListTools {
  cache: Pick<Cache, 'records'>
  access: Pick<RecordAccess, 'asker' | 'reach'>
  /** Pages asked for at once at most. */
  most: number
  /** Told what the copy holds after every page. */
  copied(copy: { rows: number; revision: number }): void
}

/** The list of a connection, as one run reads it into the copy: what its service takes at once is learnt anew by each. */
export function recordList(
  connectionId: string,
  { cache, access, most, copied }: RecordListTools,
): CopiedList<RecordRun> {
  const flow = createFlow(most)
  return {
    reach: () => access.reach(connectionId),
    async read({ id }, { signal, progress }) {
      const ask = access.asker(connectionId, flow)
      const { run, complete, missing } = await readList(id, {
        cache,
        ask,
        flow,
        signal,
        progress: (row, { rows, revision }) => {
          copied({ rows, revision })
          progress(row)
        },
      })
      progress(run)
      const doubts = complete
        ? doubtsAbout(run, tell('told.noun.records'), await cache.records.unseen(id))
        : null
      return { kind: 'read', sweep: complete, doubts, said: reportOf(run, { complete, missing }) }
    },
  }
}
