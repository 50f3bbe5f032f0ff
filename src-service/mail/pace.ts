/** When the messages of a project left, and the next ones may: milliseconds since 1970. */
export interface PaceState {
  /** When the next one is to leave. */
  planned: number
  /** The soonest that it may, where those before it were late. */
  soonest: number
  /** When the last ones left, the newest last: as many as a second may hold. */
  stamps: readonly number[]
}

/** How many messages leave now, and how long it is until another may: milliseconds, 0 when one may now. */
export interface Leaving {
  count: number
  wait: number
}

/** How fast the messages of a project leave: evenly, and never more than the limit in any second of the clock. */
export interface Pace {
  /** How many may leave together: as many as leave in a tenth of a second, and one at least. */
  readonly together: number
  /** Milliseconds until the next message may leave; 0 when it may now. `now` is milliseconds since 1970. */
  wait(now: number): Promise<number>
  /**
   * Counts messages as leaving now, at most so many, or none when that is too soon. Called in the transaction that says that
   * they leave.
   */
  take(now: number, most: number): Promise<Leaving>
  /** Takes back the newest that were counted, which did not leave. */
  giveBack(count: number): Promise<void>
}

/** Before anything left. */
export const beforeAny: PaceState = { planned: 0, soonest: 0, stamps: [] }

/**
 * What is allowed, whoever keeps the state.
 * @param perSecond Messages that any second may hold, 1 to 1000: the clock tells no more of them apart.
 */
export function paceRules(perSecond: number) {
  const interval = 1000 / perSecond
  const together = Math.max(1, Math.floor(perSecond / 10))
  const freeAt = ({ stamps }: PaceState): number => (stamps.at(-perSecond) ?? Number.NEGATIVE_INFINITY) + 1000

  function wait(state: PaceState, now: number): number {
    return Math.ceil(Math.max(0, state.planned - now, state.soonest - now, freeAt(state) - now))
  }

  function left({ planned, soonest, stamps }: PaceState, now: number): PaceState {
    return {
      // Messages that left a little late do not delay those after them, but what was missed is not made up for at once.
      planned: (planned < now - together * interval ? now : planned) + interval,
      soonest: Math.max(soonest, now) + interval / 2,
      stamps: [...stamps, now].slice(-perSecond),
    }
  }

  return {
    together,
    wait,
    /** Where the clock was set back what was noted lies in a future that may be far: it goes on within a second then. */
    at: (state: PaceState, now: number): PaceState =>
      now >= (state.stamps.at(-1) ?? now)
        ? state
        : { planned: now + 1000, soonest: now + 1000, stamps: new Array<number>(perSecond).fill(now) },
    /** Has messages leave ({@link Pace.take}). */
    take(state: PaceState, now: number, most: number): { state: PaceState; leaving: Leaving } {
      let [next, count] = [state, 0]
      if (wait(state, now) === 0)
        do {
          next = left(next, now)
          count++
        } while (count < Math.min(most, together) && freeAt(next) <= now)
      return { state: next, leaving: { count, wait: wait(next, now) } }
    },
    /** As it was before the newest. What they took the place of had been a second ago. */
    before: ({ planned, soonest, stamps }: PaceState, count: number): PaceState => ({
      planned: planned - count * interval,
      soonest: soonest - (count * interval) / 2,
      stamps: count > 0 ? stamps.slice(0, -count) : stamps,
    }),
  }
}

/** The pace of a project that one process sends for. `perSecond`: 1 to 1000. */
export function createPace(perSecond: number): Pace {
  const rules = paceRules(perSecond)
  let state = beforeAny
  return {
    together: rules.together,
    async wait(now) {
      state = rules.at(state, now)
      return rules.wait(state, now)
    },
    async take(now, most) {
      const taken = rules.take(rules.at(state, now), now, most)
      state = taken.state
      return taken.leaving
    },
    async giveBack(count) {
      state = rules.before(state, count)
    },
  }
}
