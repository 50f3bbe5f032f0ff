import type { CampaignResults, Funnel } from '../../../src-shared/bridge/campaigns'

/** Before so much of it is known (milliseconds), a rate says nothing; older than that, it says nothing of now. */
const leastMs = 20_000
const windowMs = 5 * 60_000

/** How a campaign that is being sent gets on, as far as it was asked about. Times are monotonic, in milliseconds. */
export class Watched {
  #seen: { at: number; sent: number }[] = []

  /** Notes how many had been sent when the service was asked. */
  note(at: number, sent: number): void {
    const [...seen] = this.#seen
    seen.push({ at, sent })
    // The oldest look stays until the one after it is old enough to reckon from.
    while (seen.length > 2 && at - (seen[1]?.at ?? at) >= windowMs) seen.shift()
    this.#seen = seen
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
