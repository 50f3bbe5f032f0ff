import { z } from 'zod'
import type { ActivityEntry } from '../../src-shared/bridge/activity'
import type { Cache } from '../cache/store'
import type { Clock } from '../core/clock'
import type { AnyRun, RunRows } from './run'

/** The runs in the activity log: one entry each, from start to end, found again after a restart. */
export interface RunLog<R extends AnyRun> {
  /** Enters a run, or finds its entry where it was entered before a restart. */
  begin(run: R): Promise<void>
  /** Closes the entry of a run that has ended. */
  end(run: R): Promise<void>
}

/** What the entries of one kind of runs say. */
export interface LoggedRuns<R extends AnyRun> {
  /** Under which name an entry holds the id of its run. */
  idKey: 'run' | 'recordRun'
  /** "Quick refresh of contacts". */
  titleOf(run: R): string
  /** Who caused it. */
  causeOf(run: R): string
  /** What is kept besides its counts. */
  more(run: R): object
}

/** The log over one profile's cache. In one piece: its calls share which entry is of which run. */
export function createRunLog<R extends AnyRun>(
  { idKey, titleOf, causeOf, more }: LoggedRuns<R>,
  { rows, cache, clock }: { rows: RunRows<R>; cache: Pick<Cache, 'activity'>; clock: Clock },
): RunLog<R> {
  const entries = new Map<number, number>()
  const sentSchema = z.looseObject({ [idKey]: z.number().int() })
  let found: Promise<void> | null = null

  /** Entries that an earlier start of the program left running. */
  async function findRunning(): Promise<void> {
    const { entries: left } = await cache.activity.page({
      filter: { kind: 'run', outcome: 'running', search: '' },
      slice: { offset: 0, limit: 100 },
    })
    const live = new Set((await rows.live()).map(({ run }) => run.id))
    for (const { id } of left) {
      const run = sentSchema.safeParse((await cache.activity.get(id))?.sent).data?.[idKey]
      if (run === undefined) continue // A job's, or a run's of the other kind.
      if (live.has(run)) entries.set(run, id)
      // Its run ended while nobody could write that down: its row knows how.
      else await cache.activity.set({ id, outcome: outcomeOf((await rows.find(run))?.run) })
    }
  }

  function countsOf(run: R): object {
    const { id, pages, received, added, changed, unchanged, removed, expected } = run
    return { [idKey]: id, pages, received, added, changed, unchanged, removed, expected, ...more(run) }
  }

  return {
    async begin(run) {
      await (found ??= findRunning())
      if (entries.has(run.id)) return
      const id = await cache.activity.add({
        at: clock.now(),
        kind: 'run',
        cause: causeOf(run),
        title: titleOf(run),
        outcome: 'running',
        method: null,
        path: null,
        status: null,
        requestId: null,
        durationMs: null,
        sent: countsOf(run),
        problem: null,
      })
      entries.set(run.id, id)
    },
    async end(run) {
      const id = entries.get(run.id)
      if (id === undefined) return
      entries.delete(run.id)
      const { problem } = run
      await cache.activity.set({
        id,
        outcome: outcomeOf(run),
        durationMs: Math.max(0, (run.endedAt ?? clock.now()) - run.startedAt),
        status: problem?.status ?? null,
        requestId: problem?.requestId ?? null,
        sent: countsOf(run),
        problem: problem && `${problem.code}: ${problem.title}. ${problem.why}`,
      })
    },
  }
}

function outcomeOf(run: AnyRun | undefined): ActivityEntry['outcome'] {
  return run?.state === 'finished' ? 'done' : run?.state === 'cancelled' ? 'cancelled' : 'failed'
}
