import type { CampaignResults, Funnel } from '../../../src-shared/bridge/campaigns'

/** Before so much of it is known (milliseconds), a rate says nothing; older than that, it says nothing of now. */
const leastMs = 20_000
const windowMs = 5 * 60_000

/** A minute of sending (milliseconds), and as many of them as a chart shows. */
const minute = 60_000
const mostMinutes = 24 * 60

/** How a campaign that is being sent gets on, as far as it was asked about. Times are monotonic, in milliseconds. */
export class Watched {
  #seen: { at: number; sent: number }[] = []

  /** The end of each minute that was watched. `wall`: by the wall clock. */
  #minutes: { at: number; wall: number; sent: number }[] = []
  #passed: CampaignResults['passed'] = null
  #lastLeft: { at: number; sent: number } | null = null

  /** Notes how many had been sent when the service was asked. `wall`: the same instant by the wall clock. */
  note(at: number, sent: number, wall = at): void {
    const last = this.#minutes.at(-1)
    if (last === undefined || at - last.at >= minute) this.#minutes.push({ at, wall, sent })
    if (this.#minutes.length > mostMinutes) this.#minutes.shift()
    if (this.#lastLeft === null || sent > this.#lastLeft.sent) this.#lastLeft = { at, sent }
    const [...seen] = this.#seen
    seen.push({ at, sent })
    // The oldest look stays until the one after it is old enough to reckon from.
    while (seen.length > 2 && at - (seen[1]?.at ?? at) >= windowMs) seen.shift()
    this.#seen = seen
  }

  /** Notes how many were delivered: round numbers, about eight of them, are worth telling. */
  reached({ delivered, recipients }: Pick<Funnel, 'delivered' | 'recipients'>, wall: number): void {
    const step = roundStep(recipients / 8)
    const round = Math.floor(delivered / step) * step
    if (round > (this.#passed?.delivered ?? 0)) this.#passed = { delivered: round, at: wall }
  }

  /** The last round number of deliveries, and when it was passed. */
  get passed(): CampaignResults['passed'] {
    return this.#passed
  }

  /** How fast it was sent, minute by minute. */
  pace(): CampaignResults['pace'] {
    return this.#minutes.slice(1).flatMap(({ at, wall, sent }, index) => {
      const before = this.#minutes[index]
      if (before === undefined) return []
      return [{ at: wall, perSecond: Math.max(0, ((sent - before.sent) * 1000) / (at - before.at)) }]
    })
  }

  /** Seconds since a mail left. */
  idleSeconds(): number {
    const [left, last] = [this.#lastLeft, this.#seen.at(-1)]
    return left === null || last === undefined ? 0 : (last.at - left.at) / 1000
  }

  /** How fast it is sent, and how long the rest takes; null until that is known. What was only fetched counts for nothing. */
  progress({ recipients }: Pick<Funnel, 'recipients'>): CampaignResults['progress'] {
    const first = this.#seen[0]
    const last = this.#seen.at(-1)
    if (!first || !last || last.at - first.at < leastMs || last.sent <= first.sent) return null
    const perSecond = ((last.sent - first.sent) * 1000) / (last.at - first.at)
    return { perSecond, secondsLeft: Math.max(0, recipients - last.sent) / perSecond }
  }
}

/** 1, 2 or 5 and as many noughts as bring it next to a number, a hundred at least. */
function roundStep(about: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(100, about)))
  return [1, 2, 5, 10].map((of) => of * power).find((step) => step >= about) ?? power
}
