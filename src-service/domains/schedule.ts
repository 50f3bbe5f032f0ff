import type { CheckOutcome } from '../store/domain-checks'
import type { Publication } from './look'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How many times in a row the records of a verified domain must be missing before it is not verified any more. */
const refusalsToFall = 3
/** Milliseconds until the next look after one that the DNS did not answer. */
const afterSilence = 5 * minute

/** A domain as it stood before the look. Times are milliseconds since 1970. */
interface LookedAt {
  verified: boolean
  /** How many times in a row the records of a verified domain were missing. */
  refusals: number
  /** When it last became what it is: added, verified, or not verified any more. */
  updatedAt: number
}

/**
 * What follows from a look at `now`. What is not verified is looked at every minute at first, and ever more rarely the
 * longer it stays so: after a tenth of that time, a day at most. What is verified is looked at once a day, and each
 * hour while its records are missing. That the DNS could not be asked counts for nothing.
 */
export function outcomeOf(publication: Publication, domain: LookedAt, now: number): CheckOutcome {
  const { verified, refusals, updatedAt } = domain
  if (publication === 'unknown') return { verified, refusals, dueAt: now + afterSilence }
  if (publication === 'published') return { verified: true, refusals: 0, dueAt: now + day }
  if (!verified) {
    const wait = Math.min(day, Math.max(minute, (now - updatedAt) / 10))
    return { verified, refusals, dueAt: now + Math.floor(wait) }
  }
  if (refusals + 1 < refusalsToFall) return { verified, refusals: refusals + 1, dueAt: now + hour }
  return { verified: false, refusals: 0, dueAt: now + minute }
}
