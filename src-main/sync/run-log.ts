import type { ActivityEntry } from '../../src-shared/bridge/activity'
import type { Run } from '../../src-shared/bridge/sync'
import type { Problem } from '../../src-shared/problem'
import { z } from 'zod'
import type { Cache } from '../cache/store'
import { causeOf, titleOf } from './words'

/** The runs in the activity log: one entry each, from start to end, found again after a restart. */
export interface RunLog {
  /** Enters a run, or finds its entry where it was entered before a restart. */
  begin(run: Run): Promise<void>
  /** Closes the entry of a run that has ended. */
  end(run: Run): Promise<void>
}

const sentSchema = z.looseObject({ run: z.number().int() })

/** The log over one profile's cache. `now` is the wall clock. */
export function createRunLog(cache: Cache, now: () => number): RunLog {
  const entries = new Map<number, number>()
  let found: Promise<void> | null = null

  /** Entries that an earlier start of the program left running. */
  async function findRunning(): Promise<void> {
    const { entries: left } = await cache.activity.page({
      filter: { kind: 'run', outcome: 'running', search: '' },
      slice: { offset: 0, limit: 100 },
    })
    const live = new Set((await cache.runs.live()).map(({ run }) => run.id))
    for (const { id } of left) {
      const run = sentSchema.safeParse((await cache.activity.get(id))?.sent).data?.run
      if (run === undefined) continue // A job's.
      if (live.has(run)) entries.set(run, id)
      // Its run ended while nobody could write that down: its row knows how.
      else await cache.activity.set({ id, outcome: await outcomeOf(run) })
    }
  }

  async function outcomeOf(runId: number): Promise<ActivityEntry['outcome']> {
    const row = await cache.runs.get(runId)
    return row?.run.state === 'finished' ? 'done' : row?.run.state === 'cancelled' ? 'cancelled' : 'failed'
  }

  return {
    async begin(run) {
      await (found ??= findRunning())
      if (entries.has(run.id)) return
      const id = await cache.activity.add({
        at: now(),
        kind: 'run',
        cause: causeOf(run.cause),
        title: titleOf(run.resource, run.mode),
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
      await cache.activity.set({
        id,
        outcome: run.state === 'finished' ? 'done' : run.state === 'cancelled' ? 'cancelled' : 'failed',
        durationMs: Math.max(0, (run.endedAt ?? now()) - run.startedAt),
        status: run.problem?.status ?? null,
        requestId: run.problem?.requestId ?? null,
        sent: countsOf(run),
        problem: run.problem && sentence(run.problem),
      })
    },
  }
}

function countsOf(run: Run) {
  const { id, pages, received, added, changed, unchanged, removed, expected, note } = run
  return { run: id, pages, received, added, changed, unchanged, removed, expected, note }
}

function sentence(problem: Problem): string {
  return `${problem.code}: ${problem.title}. ${problem.why}`
}
