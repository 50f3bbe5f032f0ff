import { problem } from '../../../core/problems'
import type { Clock } from '../../../core/clock'
import type { JobProgress, JobWork } from '../../../jobs/job'

/** A change whose confirmation can be undone for a while: nothing is sent before that, each time that it begins. */
export class HeldWork implements JobWork {
  #until: number | null

  constructor(
    private readonly work: JobWork,
    seconds: number,
    private readonly clock: Clock,
  ) {
    this.#until = clock.now() + seconds * 1000
  }

  get heldUntil(): number | null {
    return this.#until
  }

  get itemsPerRequest(): number {
    return this.work.itemsPerRequest ?? 1
  }

  progress(): Promise<JobProgress> {
    return this.work.progress()
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    if (this.#until === null) return this.work.next(signal)
    await this.clock.sleep(Math.max(0, this.#until - this.clock.now()), signal).catch((error: unknown) => {
      throw problem('cancelled', {}, { cause: error })
    })
    this.#until = null
    return 'done'
  }

  close(): Promise<void> {
    return this.work.close?.() ?? Promise.resolve()
  }
}
