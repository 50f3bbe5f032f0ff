import { setImmediate as turn } from 'node:timers/promises'
import { problem } from '../../../core/problems'
import type { StagingProgress } from '../rows'

/** After so many milliseconds of work other calls are answered. */
const slice = 10

/** Long work in slices: between two of them the worker answers others, tells how far it is, and can be stopped. */
export class Pace {
  private since = performance.now()

  constructor(
    private readonly signal: AbortSignal,
    private readonly tell: (progress: StagingProgress) => void,
  ) {}

  /** After each small piece of work. Rejects with `cancelled` once it was stopped. */
  async step(progress: StagingProgress): Promise<void> {
    if (this.signal.aborted) throw problem('cancelled')
    if (performance.now() - this.since < slice) return
    this.tell(progress)
    await turn()
    this.since = performance.now()
    if (this.signal.aborted) throw problem('cancelled')
  }
}
