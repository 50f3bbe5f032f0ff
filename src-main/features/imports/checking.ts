import type { ImportTools, OpenImport } from './open-import'
import { removeUpload } from './source'
import type { RowCounts } from '../../../src-shared/bridge/imports'
import type { Staging } from './staging'
import { keepWhatTakesMail } from './suspected-typos'

/** What DNS does not say within so many milliseconds is asked again before a suggestion is taken. */
const patienceMs = 1500

/** Begins to class every row against the copy. */
export async function beginChecking(open: OpenImport, tools: ImportTools): Promise<void> {
  await open.stop()
  await open.change({
    step: 'check',
    unfinished: 'checking',
    problem: null,
    findings: { counts: null },
  })
  await open.begin('checking', async (signal) => {
    const staging = tools.stagings.of(open.id)
    const unwatch = staging.watch((progress) => progress && open.progress(progress))
    const checked = await staging.check({ signal }).finally(unwatch)
    signal.throwIfAborted()
    const counts = await believed(staging, checked, tools)
    signal.throwIfAborted()
    await open.change({ unfinished: null, findings: { counts } })
    // The rows are all that is needed from here on: no copy of the file lies about.
    await removeUpload(tools.folder, open.id)
  })
}

/** The counts once suspected domains that take mail are kept as they are written. */
async function believed(staging: Staging, counts: RowCounts, tools: ImportTools): Promise<RowCounts> {
  const kept = keepWhatTakesMail(
    staging,
    counts.typos.map(({ from }) => from),
    {
      takesMail: tools.takesMail,
      enough: () => tools.clock.sleep(patienceMs),
    },
  )
  return (await kept) ?? counts
}
