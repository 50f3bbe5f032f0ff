import type { Clock } from '../clock'
import type { RecordRun } from '../../src-shared/bridge/records'
import type { Cache } from '../cache/store'
import type { ConnectionBook } from './book'

/** What is written down of runs that ended, and said of those that nobody watches. */
export class RecordRunLog {
  constructor(
    private readonly parts: {
      cache: Pick<Cache, 'activity'>
      book: Pick<ConnectionBook, 'all'>
      clock: Clock
      notify(title: string, body: string): void
    },
  ) {}

  /** Writes down how a run ended. */
  async ended(run: RecordRun): Promise<void> {
    const { cache, clock } = this.parts
    const { id, pages, received, added, changed, unchanged, removed, expected, drift, report } = run
    await cache.activity.add({
      at: run.startedAt,
      kind: 'run',
      cause: { person: 'You', schedule: 'Schedule', first: 'New connection' }[run.cause],
      title: `Reading of ${this.#nameOf(run) ?? 'records'}`,
      outcome: run.state === 'finished' ? 'done' : run.state === 'cancelled' ? 'cancelled' : 'failed',
      method: null,
      path: null,
      status: run.problem?.status ?? null,
      requestId: run.problem?.requestId ?? null,
      durationMs: Math.max(0, (run.endedAt ?? clock.now()) - run.startedAt),
      sent: { recordRun: id, pages, received, added, changed, unchanged, removed, expected, drift, report },
      problem: run.problem && `${run.problem.code}: ${run.problem.title}. ${run.problem.why}`,
    })
    // Of a run that nobody asked for, nobody watches the end.
    if (run.state === 'failed' && run.cause !== 'person') this.tell(run)
  }

  /** Tells a person what is wrong with a run, or what it asks. */
  tell(run: RecordRun): void {
    const name = this.#nameOf(run)
    if (run.problem && name !== null) this.parts.notify(name, `${run.problem.title}. ${run.problem.action}`)
  }

  #nameOf({ connectionId }: RecordRun): string | null {
    return this.parts.book.all().find(({ id }) => id === connectionId)?.name ?? null
  }
}
