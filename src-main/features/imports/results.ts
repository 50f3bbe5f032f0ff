import type { Job } from '../../../src-shared/bridge/jobs'
import { isLive } from '../../jobs/registry'
import type { ImportTools, OpenImport } from './open-import'
import type { RunProgress } from './rows'
import type { Staging } from './staging'

/**
 * Takes over what the jobs of an import have done so far, from the rows themselves. Stored when a job is at its end;
 * until then it is only shown.
 */
export async function noteResults(open: OpenImport, jobs: readonly Job[], tools: ImportTools): Promise<void> {
  const { record } = open
  if (!record.rowsKept) return
  const staging = tools.stagings.of(open.id)
  const run = jobs.find(({ kind }) => kind === 'import')
  const undo = jobs.find(({ kind }) => kind === 'import.undo')
  const written = run ? writtenBy(await staging.progress(), isLive(run)) : record.written
  const undone = undo ? undoneBy(await staging.undoProgress()) : record.undone
  if (jobs.some(isLive)) {
    if (run && isLive(run) && record.step !== 'run') await open.change({ step: 'run', written, undone })
    else open.show({ written, undone })
    // What is verified is sorted as it comes.
    if (jobs.some((job) => job.kind === 'verification' && isLive(job)) && record.findings.counts !== null) {
      open.show({ findings: { ...open.record.findings, counts: await staging.counts() } })
    }
    return
  }
  if (run) await notePeople(open, tools)
  // A verification and a run both leave rows that count otherwise.
  const counts = record.findings.counts === null ? null : await staging.counts()
  const step = run ? 'after' : record.step
  await open.change({ step, written, undone, findings: { counts } })
}

/** So many people are noted at a time: some milliseconds of the copy's. */
const atOnce = 1000

/** Notes in the copy whom a run wrote, so that they can be listed as contacts for as long as the import is known. */
async function notePeople({ id }: OpenImport, { stagings, cache }: ImportTools): Promise<void> {
  const staging = stagings.of(id)
  for (let after = 0; ;) {
    const people = await staging.people({ after, limit: atOnce })
    const last = people.at(-1)
    if (!last) return
    await cache.imports.addPeople({ importId: id, contactIds: people.map(({ contactId }) => contactId) })
    after = last.row
  }
}

function writtenBy({ created, changed, failed, next }: RunProgress, goesOn: boolean) {
  return { created, changed, failed, ...(goesOn && next ? { next } : {}) }
}

const undoneBy = ({ reversed, kept, failed }: Awaited<ReturnType<Staging['undoProgress']>>) => ({
  reversed,
  kept,
  failed,
})
