import type { ImportTools, OpenImport } from './open-import'
import { removeUpload } from './source'

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
    const staging = tools.shelf.of(open.id)
    const unwatch = staging.watch((progress) => progress && open.progress(progress))
    const counts = await staging.check({ signal }).finally(unwatch)
    signal.throwIfAborted()
    await open.change({ unfinished: null, findings: { counts } })
    // The rows are all that is needed from here on: no copy of the file lies about.
    await removeUpload(tools.folder, open.id)
  })
}
