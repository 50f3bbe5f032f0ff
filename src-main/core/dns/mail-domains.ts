import type { Clock } from '../clock'
import type { Dns } from './dns'

type TakesMail = 'yes' | 'no' | 'unknown'

/** An answer is believed for so long, in milliseconds. */
const heldMs = 10 * 60_000
/** Where nobody answered, nobody is asked for so long: each question would wait in vain. */
const quietMs = 30_000
/** Domains kept at most; then the memory begins anew. */
const mostKept = 10_000

/**
 * Whether domains take mail, by our own DNS: a second opinion where a service or a guess says that one does not. A domain takes
 * mail at its mail servers, or at its own address where it names none (RFC 5321, section 5.1), unless it says that it takes
 * none (RFC 7505).
 */
export class MailDomains {
  readonly #known = new Map<string, { answer: Promise<TakesMail>; at: number }>()
  #quietUntil = 0
  /** Whether any domain was found so far. A network that shuts programs in says of every name that it does not exist. */
  #isBelieved = false

  constructor(
    private readonly dns: Dns,
    private readonly clock: Clock,
  ) {}

  /** Never rejects; takes some seconds where DNS does not answer. `domain`: in ASCII. */
  async takesMail(domain: string): Promise<TakesMail> {
    const answer = await this.#answerFor(domain)
    return answer === 'no' && !this.#isBelieved ? 'unknown' : answer
  }

  #answerFor(domain: string): Promise<TakesMail> {
    const now = this.clock.monotonic()
    const known = this.#known.get(domain)
    if (known && now - known.at < heldMs) return known.answer
    if (now < this.#quietUntil) return Promise.resolve('unknown')
    if (this.#known.size >= mostKept) this.#known.clear()
    const answer = this.#ask(domain)
    this.#known.set(domain, { answer, at: now })
    return answer
  }

  async #ask(domain: string): Promise<TakesMail> {
    const servers = await this.dns.mailServers(domain)
    if (servers.kind === 'found') {
      this.#isBelieved = true
      return servers.records.some((name) => name !== '') ? 'yes' : 'no'
    }
    if (servers.kind === 'unavailable') return this.#unanswered(domain)
    const addresses = await this.dns.addresses(domain)
    if (addresses.kind === 'unavailable') return this.#unanswered(domain)
    if (addresses.kind === 'found') this.#isBelieved = true
    return addresses.kind === 'found' ? 'yes' : 'no'
  }

  #unanswered(domain: string): TakesMail {
    this.#known.delete(domain)
    this.#quietUntil = this.clock.monotonic() + quietMs
    return 'unknown'
  }
}
