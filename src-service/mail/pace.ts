/** How fast messages leave: evenly, and never more than the limit in any second of the clock. */
export interface Pace {
  /** Milliseconds until the next message may leave; 0 when it may now. `now` is milliseconds since 1970. */
  wait(now: number): number
  /** How many may leave together once that is over: as many as leave in a tenth of a second, and one at least. */
  room(now: number): number
  /** Says that a message left. */
  left(now: number): void
}

/**
 * The pace of one project.
 * @param perSecond Messages that any second may hold, 1 to 1000: the clock tells no more of them apart.
 */
export function createPace(perSecond: number): Pace {
  const interval = 1000 / perSecond
  const together = Math.max(1, Math.floor(perSecond / 10))
  // When the last `perSecond` messages left, oldest first from `oldest` on.
  const stamps = new Array<number>(perSecond).fill(Number.NEGATIVE_INFINITY)
  let oldest = 0
  let last = Number.NEGATIVE_INFINITY
  // When the next one is to leave, and the soonest that it may where those before it were late.
  let planned = Number.NEGATIVE_INFINITY
  let soonest = Number.NEGATIVE_INFINITY

  const freeAt = (place: number): number => (stamps[(oldest + place) % perSecond] ?? 0) + 1000

  return {
    wait(now) {
      if (now < last) {
        // The machine's clock was set back: what was noted lies in a future that may be far.
        stamps.fill(now)
        last = now
        planned = soonest = now + 1000
      }
      return Math.ceil(Math.max(0, planned - now, soonest - now, freeAt(0) - now))
    },
    room(now) {
      let room = 1
      while (room < together && freeAt(room) <= now) room++
      return room
    },
    left(now) {
      stamps[oldest] = now
      oldest = (oldest + 1) % perSecond
      last = now
      // Messages that left a little late do not delay those after them, but what was missed is not made up for at once.
      planned = (planned < now - together * interval ? now : planned) + interval
      soonest = Math.max(soonest, now) + interval / 2
    },
  }
}
