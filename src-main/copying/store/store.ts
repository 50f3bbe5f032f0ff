import type { Stepped, Session } from '../../core/database/session'
import type { RunStore } from './api'
import type { Resource, Run } from '../../../src-shared/bridge/sync'
import { problem } from '../../core/problems'
import type { RunRegistry } from './registry'
import { sweep, type Sweepable } from './sweep'

/** The runs' part of the store. `lists` is what each resource's run reads, for its sweep. */
export function runStore(
  session: Session,
  registry: RunRegistry,
  lists: Record<Resource, Sweepable>,
): Stepped<RunStore> {
  const { table } = registry
  return {
    begin: ({ resource, mode, cause, now }) =>
      session.write(() => {
        if (table.liveOf(resource).length > 0) throw problem('sync_running')
        return table.add(resource, mode, cause, now).run
      }),

    get: (runId) =>
      session.read(() => {
        const stored = table.get(runId)
        return stored === null ? null : { run: stored.run, bookmark: stored.bookmark }
      }),

    live: () => session.read(() => table.live().map(({ run, bookmark }) => ({ run, bookmark }))),

    setState: ({ runId, state, now, problem: failure, note }) =>
      session.write(() => {
        const run = registry.enter(table.must(runId), state, now, { problem: failure, note })
        if (run.endedAt !== null) registry.prune(run.resource)
        return run
      }),

    unseen: (runId) =>
      session.read(() => {
        const { run, seen } = table.must(runId)
        const total = lists[run.resource].total()
        return { unseen: Math.max(0, total - seen), total }
      }),

    *finish({ runId, sweep: sweeps, note, now }): Generator<void, Run> {
      const { run } = session.read(() => table.must(runId))
      if (sweeps) yield* sweep(session, registry, lists[run.resource], runId)
      return session.write(() => {
        const finished = registry.enter(table.must(runId), 'finished', now, { note, problem: null })
        registry.prune(finished.resource)
        return finished
      })
    },

    page: (slice) => session.read(() => table.page(slice)),

    resource: (resource) =>
      session.read(() => ({
        rows: lists[resource].total(),
        asOf: table.lastEnded(resource, { state: 'finished' })?.endedAt ?? null,
        fullAsOf: table.lastEnded(resource, { state: 'finished', mode: 'full' })?.endedAt ?? null,
        run: table.liveOf(resource)[0]?.run ?? null,
        last: table.lastEnded(resource),
      })),
  }
}
