import type { Stepped, Session } from '../../../core/database/session'
import type { RecordStore } from './api'
import { problem } from '../../../core/problems'
import type { RecordRuns, StoredRecordRun } from './runs'
import type { RecordSources, SourceCounters } from './sources'
import type { RecordWriter } from './write'

/** What this part is opened with. */
interface RecordRunParts {
  session: Session
  sources: RecordSources
  runs: RecordRuns
  writer: RecordWriter
  sourceOf(connectionId: string): SourceCounters
}

type RunCalls = 'begin' | 'run' | 'live' | 'runs' | 'applyPages' | 'setState' | 'mark' | 'unseen' | 'finish'

const noDrift = { reread: 0, gaps: 0, repeated: 0, passes: 1 }

const row = ({ run, bookmark }: StoredRecordRun) => ({ run, bookmark })

/** The runs that read records. In one piece: it is a table of calls. */
export function recordRunStore(parts: RecordRunParts): Pick<Stepped<RecordStore>, RunCalls> {
  const { session, sources, runs, writer, sourceOf } = parts
  return {
    begin: ({ connectionId, cause, now }) =>
      session.write(() => {
        const source = sources.make(connectionId)
        if (runs.liveRun(source.number)) throw problem('sync_running')
        return runs.add(source.number, {
          connectionId,
          state: 'queued',
          cause,
          startedAt: now,
          endedAt: null,
          pages: 0,
          received: 0,
          added: 0,
          changed: 0,
          unchanged: 0,
          removed: 0,
          expected: null,
          rate: null,
          secondsLeft: null,
          inFlight: 0,
          drift: noDrift,
          report: [],
          problem: null,
        }).run
      }),

    run: (runId) =>
      session.read(() => {
        const stored = runs.get(runId)
        return stored === null ? null : row(stored)
      }),
    live: () => session.read(() => runs.live().map(row)),
    runs: ({ connectionId, slice }) => session.read(() => runs.page(sourceOf(connectionId).number, slice)),

    applyPages: (pages) => writer.applyPages(pages),

    setState: ({ runId, state, now, problem: failure, report }) =>
      session.write(() => {
        const stored = runs.must(runId)
        const ends = state === 'failed' || state === 'cancelled' || state === 'finished'
        const run = { ...stored.run, state, problem: failure, endedAt: ends ? now : null }
        if (report) run.report = report
        if (state !== 'running') Object.assign(run, { rate: null, secondsLeft: null, inFlight: 0 })
        if (ends) writer.drop(runId)
        runs.write({ ...stored, run })
        return run
      }),

    mark: ({ runId, bookmark, shown }) =>
      session.write(() => {
        const stored = runs.must(runId)
        const run = { ...stored.run, drift: shown.drift }
        runs.write({ ...stored, run, bookmark })
        return run
      }),

    unseen: (runId) =>
      session.read(() => {
        const { source, seen } = runs.must(runId)
        const total = sources.byNumber(source)?.rows ?? 0
        return { unseen: Math.max(0, total - seen), total }
      }),

    *finish({ runId, sweep, report, now }) {
      if (sweep) yield* writer.sweep(runId)
      return session.write(() => {
        const stored = runs.must(runId)
        const rest = { rate: null, secondsLeft: null, inFlight: 0, problem: null }
        const run = { ...stored.run, ...rest, state: 'finished' as const, report, endedAt: now }
        writer.drop(runId)
        runs.write({ ...stored, run })
        return run
      })
    },
  }
}
