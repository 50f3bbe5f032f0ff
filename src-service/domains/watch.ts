import type { DnsLookups } from '../dns/dns'
import type { Outgoing } from '../outgoing'
import type { ServiceContext } from '../service-context'
import { domainCheckStore, type DueDomain, type CheckOutcome } from '../store/domain-checks'
import { lookAtDomain, type Publication } from './look'

/** Looks at the DNS of the sending domains, each when it is due. */
export interface DomainWatch extends Outgoing {
  /** Looks at a domain that was just added, without anyone waiting for it. */
  added(): Promise<void>
  /** Looks again at what is not verified, because somebody wants to know; at most every 15 s. */
  asked(): Promise<void>
  /** Looks at one domain now, unless it is one that is never looked at. */
  look(seq: number): Promise<void>
}

/** Domains that are looked at side by side. */
const together = 10
const restAfterAsking = 15_000
const restAfterFailure = 60_000
/** How long a look may take, in milliseconds: then it is begun anew, by whoever comes first, as its process may be gone. */
const lookWithin = 30_000

/**
 * Makes the watch. What is due when is in the database: a restart goes on where it was.
 * In one piece: all of it is about when it looks next.
 */
export function createDomainWatch({ db, clock, report }: ServiceContext, dns: DnsLookups): DomainWatch {
  const checks = domainCheckStore(db)
  let state: 'waiting' | 'looking' | 'stopped' = 'stopped'
  let callOff = (): void => {}
  /** How often it was asked when to look next. */
  let asked = 0

  async function schedule(): Promise<void> {
    callOff()
    const mine = ++asked
    try {
      const dueAt = await checks.nextDue()
      // Another may plan a look meanwhile: two would be done side by side, and what was read for this one is older.
      if (stopped() || mine !== asked) return
      if (dueAt !== null) lookAfter(Math.max(0, dueAt - clock.now()))
    } catch (error) {
      if (mine === asked) rest(error)
    }
  }

  function lookAfter(ms: number): void {
    callOff()
    callOff = clock.after(ms, () => void run())
  }

  /** Looks again some time after it failed. Of a database that was closed meanwhile nobody is told. */
  function rest(error: unknown): void {
    if (stopped()) return
    report('Looking at the DNS of the sending domains', error)
    state = 'waiting'
    lookAfter(restAfterFailure)
  }

  async function run(): Promise<void> {
    state = 'looking'
    try {
      const now = clock.now()
      await Promise.all((await checks.take(now, now + lookWithin, together)).map(look))
    } catch (error) {
      rest(error)
      return
    }
    if (stopped()) return
    state = 'waiting'
    await schedule()
  }

  async function look(domain: DueDomain): Promise<void> {
    const publication = await lookAtDomain(dns, domain)
    // The database may be closed by now.
    if (stopped()) return
    const now = clock.now()
    await checks.settle(domain.seq, outcomeOf(publication, domain, now), now)
  }

  // A function, because the state changes while others are waited for.
  const stopped = (): boolean => state === 'stopped'
  const soon = async (): Promise<void> => {
    if (state === 'waiting') await schedule()
  }

  db.onElsewhere(['domain', 'domain_check'], () => void soon())

  return {
    start() {
      state = 'waiting'
      void schedule()
    },
    async pause() {
      state = 'stopped'
      callOff()
    },
    isBusy: () => state === 'looking',
    // A look that is not settled is due again.
    endInterrupted: () => Promise.resolve(),
    added: soon,
    async look(seq) {
      const domain = await checks.get(seq)
      if (domain) await look(domain)
    },
    async asked() {
      const now = clock.now()
      await checks.hasten({ now, askedSince: now - restAfterAsking })
      await soon()
    },
  }
}

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
