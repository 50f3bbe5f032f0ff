import type { Clock } from '../clock'
import { Resolver } from 'node:dns/promises'
import { codeOf } from '../../../src-shared/error-code'

/**
 * What DNS said. That there is no such record, and that it could not be found out, are two answers: only the first is
 * one that a person can mend.
 */
export type DnsAnswer =
  | { kind: 'found'; records: string[] }
  | { kind: 'none' }
  /** Nobody answered, or with an error. `why` is the resolver's code, such as ETIMEOUT. */
  | { kind: 'unavailable'; why: string }

/** DNS, as the console asks it. Names are in ASCII. Nothing here rejects. */
export type Dns = ReturnType<typeof createDns>

/** How DNS is asked. */
interface DnsSettings {
  /** `ADDRESS` or `ADDRESS:PORT` of a resolver; null for the system's. */
  resolver: string | null
  clock: Clock
  /** Milliseconds that one try may take; there are two. */
  tryFor?: number
}

/** Milliseconds that a question may take with all its tries and whatever resolvers the system has. */
const answerWithin = 5000

/** Asks DNS through node:dns. The system's resolvers are read anew for each question: a machine changes networks. */
export function createDns({ resolver: server, clock, tryFor = 2000 }: DnsSettings) {
  function open(): Resolver {
    const resolver = new Resolver({ timeout: tryFor, tries: 2 })
    if (server !== null) resolver.setServers([server])
    return resolver
  }

  async function ask(look: (resolver: Resolver) => Promise<string[]>): Promise<DnsAnswer> {
    const resolver = open()
    const ended = new AbortController()
    const late = clock.sleep(answerWithin, ended.signal).then(
      (): DnsAnswer => ({ kind: 'unavailable', why: 'ETIMEOUT' }),
      // Called off below: the answer was there first.
      (): DnsAnswer => ({ kind: 'unavailable', why: 'ECANCELLED' }),
    )
    try {
      return await Promise.race([late, look(resolver).then(answerOf, answerOfError)])
    } finally {
      ended.abort()
      resolver.cancel()
    }
  }

  return {
    /** TXT records, the strings of each joined. */
    texts: (name: string) =>
      ask(async (resolver) => (await resolver.resolveTxt(name)).map((strings) => strings.join(''))),
    /** CNAME records, in lower case and without a dot at their end. */
    aliases: (name: string) => ask(async (resolver) => (await resolver.resolveCname(name)).map(plainName)),
    /** The names of MX records, the preferred first; '' for a domain that says that it takes no mail. */
    mailServers: (name: string) =>
      ask(async (resolver) => {
        const servers = await resolver.resolveMx(name)
        return servers.sort((a, b) => a.priority - b.priority).map(({ exchange }) => plainName(exchange))
      }),
    /** A and AAAA records. */
    async addresses(name: string): Promise<DnsAnswer> {
      const [four, six] = await Promise.all([
        ask((resolver) => resolver.resolve4(name)),
        ask((resolver) => resolver.resolve6(name)),
      ])
      if (four.kind === 'found' || six.kind === 'found')
        return {
          kind: 'found',
          records: [four, six].flatMap((of) => (of.kind === 'found' ? of.records : [])),
        }
      return four.kind === 'unavailable' ? four : six
    },
  }
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}

function answerOf(records: string[]): DnsAnswer {
  return records.length === 0 ? { kind: 'none' } : { kind: 'found', records }
}

/** Whatever is not a clear no is no answer. */
function answerOfError(error: unknown): DnsAnswer {
  const code = codeOf(error) || 'EUNKNOWN'
  // A name that cannot be one does not exist either.
  if (['ENODATA', 'ENOTFOUND', 'EBADNAME'].includes(code)) return { kind: 'none' }
  return { kind: 'unavailable', why: code }
}
