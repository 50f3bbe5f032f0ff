import { createRateMeter, type RateMeter } from '../../core/rate-meter'

const window = { last: 30_000, least: 20_000, per: 1000 }

/** Records a second of each run over the last half minute, from what its pages brought. */
export class Rates {
  private readonly meters = new Map<number, RateMeter>()
  private now = 0

  /** `at` is monotonic, in milliseconds; `received` counts from the run's start. null until 20 s are known. */
  note(run: number, at: number, received: number): number | null {
    this.now = at
    let meter = this.meters.get(run)
    if (meter === undefined) this.meters.set(run, (meter = createRateMeter(() => this.now, received, window)))
    meter.note(received)
    return meter.rate()
  }

  /** A run that pauses or ends begins anew. */
  forget(run: number): void {
    this.meters.delete(run)
  }
}
