const least = 0.02
/** A tenth of the setting comes back for every minute without a 429: full again after five from one half. */
const stepMs = 60_000
const stepPart = 0.1

/**
 * What part of the budget background work may take: as set, halved by every 429, won back slowly. `configured`: 0.05 to 1;
 * `now`: the monotonic clock.
 */
export function createShare(configured: number, now: () => number) {
  let setting = configured
  let value = configured
  let since = now()

  /** Climbs by whole steps only, and keeps the rest of the time for the next one. */
  function climb(): number {
    const steps = Math.floor((now() - since) / stepMs)
    if (steps > 0) {
      since += steps * stepMs
      value = Math.min(setting, value + steps * stepPart * setting)
    }
    return value
  }

  return {
    /** 0.02 to 1, as it stands now. */
    get current() {
      return climb()
    },
    /** Whether that is less than the setting. */
    get isLowered() {
      return climb() < setting
    },
    /** Changes the setting; a share that was halved stays so and climbs to the new setting. */
    set(next: number) {
      const whole = climb() >= setting
      setting = next
      value = whole ? next : Math.min(value, next)
    },
    halve() {
      value = Math.max(least, climb() / 2)
      since = now()
    },
  }
}
