import type { Clock } from '../../core/clock'
import { problem } from '../../core/problems'
import { KeptStaging } from './kept-staging'
import type { Staging } from './staging'

/** Opens the worker that holds an import's rows. */
export type OpenStaging = (importId: number) => Promise<Staging>

/**
 * The rows of a profile's imports, one worker each however many ask: a screen, a run, an undo. A worker starts when the
 * first asks, and ends when nobody asked for a minute.
 */
export class StagingStore {
  readonly #kept = new Map<number, KeptStaging>()
  #closed = false

  constructor(
    private readonly open: OpenStaging,
    private readonly clock: Pick<Clock, 'sleep'>,
  ) {}

  /** The rows of an import. Nobody needs to close them. Throws `cancelled` once the profile is left. */
  of(importId: number): Staging {
    if (this.#closed) throw problem('cancelled', { why: 'The profile was left.' })
    const entry = this.#kept.get(importId) ?? new KeptStaging(() => this.open(importId), this.clock)
    this.#kept.set(importId, entry)
    return entry.staging
  }

  /** Ends the worker of an import: its file is about to be deleted. */
  async end(importId: number): Promise<void> {
    const entry = this.#kept.get(importId)
    this.#kept.delete(importId)
    await entry?.close()
  }

  /** Ends every worker. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#kept.keys()].map((importId) => this.end(importId)))
  }
}
