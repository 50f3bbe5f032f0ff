import type { ImportTools, OpenImport } from './open-import'
import { removeUpload } from './source'
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
    // Suspected domains that take mail are kept as they are written.
    const suspected = checked.typos.map(({ from }) => from)
    const enough = () => tools.clock.sleep(patienceMs)
    const asking = { takesMail: tools.takesMail, enough }
    const counts = (await keepWhatTakesMail(staging, suspected, asking)) ?? checked
    signal.throwIfAborted()
    await open.change({ unfinished: null, findings: { counts } })
    // The rows are all that is needed from here on: no copy of the file lies about.
    await removeUpload(tools.folder, open.id)
  })
}
