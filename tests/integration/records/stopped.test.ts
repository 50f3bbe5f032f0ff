import { expect, it } from 'vitest'
import type { RecordRun } from '../../../src-shared/bridge/records'
import { Runner, type Stop } from '../../../src-main/copying/runner'
import { systemClock } from '../../../src-main/core/clock'
import { createRecordedLog } from '../../fixtures/recorded-log'
import { openWorker, temporaryFolder } from '../cache/support'

/** A run over the list of a service that never answers; `stop` is called in the instant it says that it runs. */
async function stoppedAtItsBeginning(stop: Stop) {
  const cache = await openWorker({ folder: temporaryFolder(), key: null })
  const begun = await cache.records.begin({ connectionId: 'somewhere', cause: 'person', now: 1 })
  let stopping: Promise<void> | null = null
  const runner: Runner<RecordRun> = new Runner(
    begun,
    {
      reach: () => ({
        online: true,
        blocked: null,
        problem: null,
        probe: () => Promise.resolve(),
        whenOnline: () => Promise.resolve(),
        watch: () => () => undefined,
      }),
      // Resolves for none but those who let go of it.
      read: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          if (signal.aborted) reject(new Error('Let go'))
          signal.addEventListener('abort', () => reject(new Error('Let go')))
        }),
    },
    {
      rows: {
        find: (runId) => cache.records.run(runId),
        live: () => cache.records.live(),
        set: ({ said, ...row }) => cache.records.setState({ ...row, report: [...said] }),
        finish: ({ said, ...row }) => cache.records.finish({ ...row, report: [...said] }),
      },
      clock: systemClock,
      log: createRecordedLog().log,
      runLog: {
        begin: () => Promise.resolve(),
        note: () => Promise.resolve(),
        end: () => Promise.resolve(),
      },
      saidBy: ({ report }) => report,
      changed: () => {
        if (runner.run.state === 'running') stopping ??= runner.stop(stop)
      },
      ended: () => Promise.resolve(),
      asks: () => undefined,
      waits: () => undefined,
    },
  )
  runner.go()
  await runner.stopped()
  await stopping
  return runner.run
}

it('a run that is paused in the instant it begins waits for no answer', async () => {
  expect(await stoppedAtItsBeginning('pause')).toMatchObject({ state: 'paused', problem: null })
})

it('a run that is cancelled in the instant it begins waits for no answer', async () => {
  expect(await stoppedAtItsBeginning('cancel')).toMatchObject({ state: 'cancelled', problem: null })
})
