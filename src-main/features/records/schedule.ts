import type { Clock } from '../../core/clock'
import { elapsed, keepTime, type Moment, momentOf } from '../../copying/schedule'
import type { Logger } from '../../core/log'
import type { ConnectionRegistry, StoredConnection } from './registry'

/** What the schedule is given. */
interface RecordScheduleParts {
  registry: Pick<ConnectionRegistry, 'all'>
  clock: Clock
  log: Logger
  /** Whether a run of a connection is still to come to its end. */
  isUnderWay(id: string): boolean
  /** When its list was last read or a run last ended; null: never. */
  lastAt(id: string): number | null
  begin(id: string): Promise<void>
}

const hourMs = 3_600_000

/** Begins the runs of a profile's connections when they are due. */
export class RecordSchedule {
  /** When a run was last begun: one that failed waits its time. */
  readonly #tried = new Map<string, Moment>()
  readonly #closing = new AbortController()
  #ticking: Promise<void> = Promise.resolve()

  constructor(private readonly parts: RecordScheduleParts) {}

  /** Looks at the clock from now on. */
  start(): void {
    const { clock, log } = this.parts
    this.#ticking = keepTime({ clock, log, signal: this.#closing.signal, act: () => this.#act() })
  }

  /** A run of a connection begins now, or is not to begin before its time. */
  tried(id: string): void {
    this.#tried.set(id, momentOf(this.parts.clock))
  }

  forget(id: string): void {
    this.#tried.delete(id)
  }

  /** When a run begins by itself; null where none will, or one is under way. */
  nextAt({ id, everyHours, createdAt }: StoredConnection): number | null {
    if (everyHours === null || this.parts.isUnderWay(id)) return null
    const due = Math.max(this.parts.lastAt(id) ?? 0, createdAt) + everyHours * hourMs
    return Math.max(due, this.parts.clock.now())
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The profile is closed'))
    await this.#ticking
  }

  async #act(): Promise<void> {
    const { clock, registry, begin } = this.parts
    for (const stored of registry.all()) {
      const due = this.nextAt(stored)
      if (due !== null && due <= clock.now() && !this.#triedLately(stored)) await begin(stored.id)
    }
  }

  #triedLately({ id, everyHours }: StoredConnection): boolean {
    const at = this.#tried.get(id)
    return at !== undefined && elapsed(at, momentOf(this.parts.clock)) < (everyHours ?? 1) * hourMs
  }
}
