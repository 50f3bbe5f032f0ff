import type { DnsLookups } from '../dns/dns'
import type { Background, ServiceContext } from '../service-context'
import { domainCheckStore, type DueDomain } from '../store/domain-checks'
import { lookAtDomain } from './look'
import { outcomeOf } from './schedule'

/** Looks at the DNS of the sending domains, each when it is due. */
export interface DomainWatch extends Background {
  /** Looks at a domain that was just added, without anyone waiting for it. */
  added(): void
  /** Looks again at what is not verified, because somebody wants to know; at most every 15 s. */
  asked(): void
  /** Looks at one domain now, unless it is one that is never looked at. */
  look(seq: number): Promise<void>
}

/** Domains that are looked at side by side. */
const together = 10
const restAfterAsking = 15_000
const restAfterFailure = 60_000

/**
 * Makes the watch. What is due when is in the database: a restart goes on where it was.
 * In one piece: all of it is about when it looks next.
 */
export function createDomainWatch({ db, clock, report }: ServiceContext, dns: DnsLookups): DomainWatch {
  const checks = domainCheckStore(db)
  let state: 'new' | 'waiting' | 'looking' | 'stopped' = 'new'
  let callOff = (): void => {}

  function schedule(atLeast = 0): void {
    callOff()
    const dueAt = checks.nextDue()
    if (dueAt === null) return
    callOff = clock.after(Math.max(atLeast, dueAt - clock.now()), () => void run())
  }

  async function run(): Promise<void> {
    state = 'looking'
    let rest = 0
    try {
      await Promise.all(checks.due(clock.now(), together).map(look))
    } catch (error) {
      report('Looking at the DNS of the sending domains', error)
      rest = restAfterFailure
    }
    if (stopped()) return
    state = 'waiting'
    schedule(rest)
  }

  async function look(domain: DueDomain): Promise<void> {
    const publication = await lookAtDomain(dns, domain)
    // The database may be closed by now.
    if (stopped()) return
    const now = clock.now()
    checks.settle(domain.seq, outcomeOf(publication, domain, now), now)
  }

  // A function, because the state changes while others are waited for.
  const stopped = (): boolean => state === 'stopped'
  const soon = (): void => {
    if (state === 'waiting') schedule()
  }

  return {
    start() {
      state = 'waiting'
      schedule()
    },
    async stop() {
      state = 'stopped'
      callOff()
    },
    added: soon,
    async look(seq) {
      const domain = checks.get(seq)
      if (domain) await look(domain)
    },
    asked() {
      const now = clock.now()
      checks.hasten({ now, askedSince: now - restAfterAsking })
      soon()
    },
  }
}
