/** The window of the rate, and how much of it must have passed before there is one, in milliseconds. */
const window = 30_000
const enough = 20_000

interface Sample {
  at: number
  received: number
}

/** Records a second of each run over the last half minute, from what its pages brought. */
export class Rates {
  private readonly samples = new Map<number, Sample[]>()

  /** `at` is monotonic, in milliseconds; `received` counts from the run's start. null until 20 s are known. */
  note(run: number, at: number, received: number): number | null {
    let samples = this.samples.get(run)
    if (samples === undefined) this.samples.set(run, (samples = []))
    const last = samples.at(-1)
    // One sample a second is enough, and keeps the list short at any speed.
    if (last === undefined || at - last.at >= 1000) samples.push({ at, received })
    while (samples.length > 2 && at - (samples[1]?.at ?? at) >= window) samples.shift()
    const first = samples[0]
    if (first === undefined || at - first.at < enough) return null
    return ((received - first.received) * 1000) / (at - first.at)
  }

  /** A run that pauses or ends begins anew. */
  forget(run: number): void {
    this.samples.delete(run)
  }
}
