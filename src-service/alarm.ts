import type { TimerClock } from './clock'

/** A call to come, at the earliest of the instants that it was set for. */
export class Alarm {
  #planned: { at: number; wait: number; callOff(): void } | null = null

  constructor(
    private readonly clock: TimerClock,
    private readonly call: () => void,
  ) {}

  /** Has it come at this instant (milliseconds since 1970), unless it comes before. */
  setFor(at: number): void {
    const now = this.clock.now()
    const planned = this.#planned
    // One that is overdue and yet waits was planned before the machine slept, or its clock was set.
    const comes = planned !== null && (planned.wait === 0 || planned.at > now)
    if (comes && planned.at <= at) return
    this.callOff()
    const wait = Math.max(0, at - now)
    const callOff = this.clock.after(wait, () => {
      this.#planned = null
      this.call()
    })
    this.#planned = { at, wait, callOff }
  }

  /** Has it not come. */
  callOff(): void {
    this.#planned?.callOff()
    this.#planned = null
  }
}
