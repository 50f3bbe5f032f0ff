import { Resolver } from 'node:dns/promises'
import { asciiDomain } from '../../src-shared/address/domain-name'
import type { TimerClock } from '../clock'
import { type LookupAnswer, type MailServer, answerOfError } from './answer'
import { AnswerCache, type CachedAnswer } from './answer-cache'

/**
 * Looks one kind of record up. The name may be international; `fresh` asks the resolver whatever is remembered.
 * Never rejects.
 */
type Lookup<Entry> = (name: string, options?: { fresh?: boolean }) => Promise<LookupAnswer<Entry>>

/** The DNS, as the service asks it. */
export interface DnsLookups {
  /** A records: IPv4 addresses. */
  ipv4: Lookup<string>
  /** AAAA records: IPv6 addresses. */
  ipv6: Lookup<string>
  /** MX records. */
  mailServers: Lookup<MailServer>
  /** NS records. */
  nameServers: Lookup<string>
  /** CNAME records. */
  canonicalNames: Lookup<string>
  /** Gives up on what is under way: those who wait for it are told that it is unavailable. */
  stop(): void
}

/** How the DNS is asked. */
interface DnsLookupSettings {
  /** `ADDRESS` or `ADDRESS:PORT` of a resolver; null for the system's. */
  resolver: string | null
  clock: TimerClock
  /** Milliseconds that one try may take. */
  tryFor?: number
}

const second = 1000
const minute = 60 * second
/** What a look-up may take with all its tries and whatever resolvers the system has. */
const answerWithin = 2500
/** How long answers are remembered, in milliseconds. node:dns tells a time to live of addresses only. */
const keep = {
  atLeast: minute,
  atMost: 60 * minute,
  unlessTold: 5 * minute,
  none: minute,
  unavailable: 5 * second,
}
/** Answers of each type that are remembered. */
const cacheSize = 5000

/** Asks the DNS through node:dns, with two tries of a second each, and remembers what it said. */
export function createDnsLookups({
  resolver: server,
  clock,
  tryFor = second,
}: DnsLookupSettings): DnsLookups {
  const open = (): Resolver => {
    const opened = new Resolver({ timeout: tryFor, maxTimeout: tryFor, tries: 2 })
    if (server !== null) opened.setServers([server])
    return opened
  }
  let resolver = open()
  let openedAt = clock.now()

  // The system's resolvers are read when a Resolver is made: a machine that moved to another network has others.
  function renew(): void {
    if (server !== null || clock.now() - openedAt < keep.unavailable) return
    resolver = open()
    openedAt = clock.now()
  }

  function lookup<Entry>(ask: (name: string) => Promise<Asked<Entry>>): Lookup<Entry> {
    const cache = new AnswerCache<LookupAnswer<Entry>>(clock, cacheSize)
    return async (name, { fresh = false } = {}) => {
      const ascii = asciiDomain(name)
      if (ascii === null) return { kind: 'none', name: false }
      const asked = cache.get(
        ascii,
        async () => {
          const found = await answer(ask(ascii))
          if (found.value.kind === 'unavailable') renew()
          return found
        },
        fresh,
      )
      return inTime(clock, asked)
    }
  }

  return {
    ipv4: lookup(async (name) => addresses(await resolver.resolve4(name, { ttl: true }))),
    ipv6: lookup(async (name) => addresses(await resolver.resolve6(name, { ttl: true }))),
    mailServers: lookup(async (name) => ({ records: await resolver.resolveMx(name) })),
    nameServers: lookup(async (name) => ({ records: await resolver.resolveNs(name) })),
    canonicalNames: lookup(async (name) => ({ records: await resolver.resolveCname(name) })),
    stop: () => resolver.cancel(),
  }
}

/** Records, and for how many milliseconds they hold where the resolver told. */
interface Asked<Entry> {
  records: Entry[]
  holdFor?: number
}

function addresses(found: { address: string; ttl: number }[]): Asked<string> {
  const holdFor = Math.min(...found.map(({ ttl }) => ttl)) * second
  return { records: found.map(({ address }) => address), holdFor }
}

async function answer<Entry>(asked: Promise<Asked<Entry>>): Promise<CachedAnswer<LookupAnswer<Entry>>> {
  try {
    const { records, holdFor = keep.unlessTold } = await asked
    if (records.length === 0) return { value: { kind: 'none', name: true }, keepFor: keep.none }
    const keepFor = Math.min(keep.atMost, Math.max(keep.atLeast, holdFor))
    return { value: { kind: 'found', records }, keepFor }
  } catch (error) {
    const value = answerOfError(error)
    return { value, keepFor: keep[value.kind === 'none' ? 'none' : 'unavailable'] }
  }
}

// Several silent resolvers are tried one after the other, which together takes longer than anyone waits.
function inTime<Entry>(
  clock: TimerClock,
  answering: Promise<LookupAnswer<Entry>>,
): Promise<LookupAnswer<Entry>> {
  return new Promise((resolve, reject) => {
    const callOff = clock.after(answerWithin, () => resolve({ kind: 'unavailable', why: 'ETIMEOUT' }))
    answering.finally(callOff).then(resolve, reject)
  })
}
