import type { TimerClock } from '../clock'

/** A clock that stands where it was put: what is made gets that time. */
interface StandingClock extends TimerClock {
  /** Milliseconds since 1970. */
  moveTo(at: number): void
}

/** A clock that stands at 0. */
export function standingClock(): StandingClock {
  let time = 0
  return {
    moveTo: (at) => void (time = at),
    now: () => time,
    after() {
      throw new Error('Nothing waits while the sample is made.')
    },
  }
}
