import type { Clock } from '../../../core/clock'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** How long a link opens the console, in milliseconds (docs/security.md, C39). */
export const linkLifetime = 60_000

/**
 * Who may talk to the browser host: whoever redeemed a link. A link's token works once, within a minute, and is
 * exchanged for a session's bearer, which works until the host ends. Only digests are kept; they are compared in
 * constant time.
 */
export class Sessions {
  #links: { digest: Buffer; until: number }[] = []
  readonly #bearers: Buffer[] = []

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** A new 256-bit token for one link. */
  issueLink(): string {
    this.#dropExpired()
    const token = randomBytes(32).toString('base64url')
    this.#links.push({ digest: digestOf(token), until: this.clock.monotonic() + linkLifetime })
    return token
  }

  /** Exchanges a link's token for a bearer; null where it is unknown, used or expired. */
  redeem(token: string): string | null {
    this.#dropExpired()
    const digest = digestOf(token)
    const known = this.#links.filter((link) => timingSafeEqual(link.digest, digest))
    if (known.length === 0) return null
    this.#links = this.#links.filter((link) => !known.includes(link))
    const bearer = randomBytes(32).toString('base64url')
    this.#bearers.push(digestOf(bearer))
    return bearer
  }

  /** Whether a bearer is one of ours. */
  accepts(bearer: string): boolean {
    const digest = digestOf(bearer)
    return this.#bearers.filter((known) => timingSafeEqual(known, digest)).length > 0
  }

  #dropExpired(): void {
    const now = this.clock.monotonic()
    this.#links = this.#links.filter((link) => link.until > now)
  }
}

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
