import { tell, toldOf } from '../../../src-shared/messages/told'
import { problem } from '../../core/problems'
import type { ImportTools, OpenImport, ImportAct } from './open-import'
import { rowsToRead } from './look-ahead'
import { refuseEmptyRun, refuseLive, refuseUnchecked, refuseWithoutRows } from './refusals'

/** Starts to verify what the rules ask for, as a job; without one where every verdict is known. */
export const verify: ImportAct = async (open, tools) => {
  const { jobs, stagings } = tools
  const { name, findings } = open.record
  refuseWithoutRows(open.record)
  refuseLive(await jobs.ofImport(open.id))
  refuseUnchecked(open)
  if (findings.rules.verify === 'none') {
    throw problem('input_invalid', {
      title: tell('imports.running.nothingIsToBe'),
      why: tell('imports.running.theRulesOfThis'),
      action: tell('imports.running.chooseWhichAddressesTo'),
    })
  }
  refuseOffline(tools)
  const { total, done } = await stagings.of(open.id).verifyProgress()
  if (done < total) {
    const title = tell('told.verifyImport', { name: toldOf(name) })
    await jobs.add({ kind: 'verification', title, importId: open.id, detail: null })
  }
  await open.change({ step: 'verify', problem: null })
}

/**
 * Begins a run: reads what changed at the service, classes the rows that this concerns anew, and makes the job. An import
 * whose every row turned out to be unchanged says so instead.
 */
export const run: ImportAct = async (open, tools) => {
  refuseWithoutRows(open.record)
  refuseLive(await tools.jobs.ofImport(open.id))
  refuseUnchecked(open)
  refuseWriting(tools)
  const staging = tools.stagings.of(open.id)
  const before = await staging.counts()
  refuseEmptyRun(before)
  await open.stop()
  await open.change({ problem: null })
  await open.begin('refreshing', async (signal) => {
    const rows = rowsToRead({ counts: before, looksUp: await tools.looksUp(signal) })
    await tools.refresh({ rows, signal })
    signal.throwIfAborted()
    open.progress({ what: 'checking', done: 0, total: 0 })
    await tools.renote(open.id, staging, signal)
    signal.throwIfAborted()
    const { counts } = await staging.recheck()
    signal.throwIfAborted()
    await open.change({ findings: { counts } })
    refuseEmptyRun(counts)
    signal.throwIfAborted()
    await addRun(open, tools)
  })
}

/** Runs again over the rows that failed. */
export const retryFailed: ImportAct = async (open, tools) => {
  await refuseAfter(open, tools)
  if ((await tools.stagings.of(open.id).retryFailed()) === 0) {
    throw problem('input_invalid', {
      title: tell('imports.running.noRowFailed'),
      why: tell('imports.running.everyRowOfThe'),
      action: tell('imports.running.lookAtTheRows'),
    })
  }
  await addRun(open, tools)
}

/** Takes a run back, as a job. */
export const undo: ImportAct = async (open, tools) => {
  await refuseAfter(open, tools)
  const { total, reversed, kept } = await tools.stagings.of(open.id).undoProgress()
  if (reversed + kept >= total) {
    throw problem('input_invalid', {
      title: tell('words.thereIsNothingToTakeBack'),
      why: total === 0 ? tell('imports.running.theRunWroteNo') : tell('imports.running.everyRowThatIt'),
      action: tell('imports.running.lookAtTheRows'),
    })
  }
  await tools.stagings.of(open.id).undoAgain()
  const title = tell('told.undoImport', { name: toldOf(open.record.name) })
  await tools.jobs.add({ kind: 'import.undo', title, importId: open.id, detail: null })
  await open.change({ problem: null })
}

async function addRun(open: OpenImport, tools: ImportTools): Promise<void> {
  const title = tell('told.importFile', { name: toldOf(open.record.name) })
  await tools.jobs.add({ kind: 'import', title, importId: open.id, detail: null })
  await open.change({ step: 'run', problem: null })
}

/** Refuses where no run has ended, or its rows cannot be written to now. */
async function refuseAfter(open: OpenImport, tools: ImportTools): Promise<void> {
  refuseWithoutRows(open.record)
  const jobs = await tools.jobs.ofImport(open.id)
  refuseLive(jobs)
  if (!jobs.some(({ kind }) => kind === 'import')) {
    throw problem('input_invalid', {
      title: tell('imports.running.thisImportHasNot'),
      why: tell('imports.running.nothingOfItWas'),
      action: tell('imports.running.runItFirst'),
    })
  }
  refuseWriting(tools)
}

function refuseWriting(tools: ImportTools): void {
  if (tools.readOnly()) throw problem('profile_read_only')
  refuseOffline(tools)
}

/** A run begins with questions to the service. One that is under way waits by itself when the service goes away. */
function refuseOffline({ unreachable }: ImportTools): void {
  const found = unreachable()
  if (found) throw problem(found.code, found)
}
