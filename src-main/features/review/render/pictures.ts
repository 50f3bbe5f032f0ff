import type { Web } from '../web'
import { parseUrl } from '../../../../src-shared/url'

/** What is loaded for one mail: enough for any newsletter, too little to fill the memory. */
const limits = { pictures: 100, bytes: 5 * 1024 * 1024, atOnce: 4, withinMs: 10_000, redirects: 3 }
/** Characters of data URLs that are kept for the next look at the same mail. */
const mostKept = 64 * 1024 * 1024

/**
 * Pictures of mails as data URLs. They are asked for here and not by the page: no request of the page's leaves, its
 * policy needs no exception, and a picture's server sees neither cookies nor where it was asked from. Each is asked for
 * once, so that a look as the next person tells nobody anything.
 */
export class Pictures {
  readonly #kept = new Map<string, string>()
  #size = 0

  constructor(private readonly web: Web) {}

  /** Data URLs by address; those that could not be loaded are left out. */
  async load(addresses: readonly string[], signal?: AbortSignal): Promise<Map<string, string>> {
    const loaded = new Map<string, string>()
    const waiting = addresses.slice(0, limits.pictures)
    const work = async () => {
      for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
        if (signal?.aborted) return
        const found = this.#kept.get(address) ?? (await this.#ask(address, signal))
        if (found === null) continue
        loaded.set(address, found)
        this.#keep(address, found)
      }
    }
    await Promise.all(Array.from({ length: limits.atOnce }, work))
    return loaded
  }

  async #ask(address: string, signal: AbortSignal | undefined): Promise<string | null> {
    if (/^data:/i.test(address))
      return /^data:image\/(?:png|gif|jpeg|webp|avif|bmp);base64,[a-z0-9+/=\s]*$/i.test(address)
        ? address
        : null
    let url = address
    for (let hop = 0; hop <= limits.redirects; hop += 1) {
      const { bytes, withinMs } = limits
      const answer = await this.web({ url, method: 'GET', maxBytes: bytes, withinMs, signal })
      if (answer.kind === 'failed') return null
      if (answer.status >= 300 && answer.status < 400 && answer.location !== null) {
        // Where it leads nowhere, there is no picture.
        const next = parseUrl(answer.location, url)
        if (next === null) return null
        url = next.href
        continue
      }
      const type = typeOf(answer.body)
      return answer.status === 200 && type !== null
        ? `data:${type};base64,${answer.body.toString('base64')}`
        : null
    }
    return null
  }

  #keep(address: string, picture: string): void {
    const before = this.#kept.get(address)
    if (before !== undefined) this.#size -= before.length
    this.#kept.delete(address)
    this.#kept.set(address, picture)
    this.#size += picture.length
    for (const [oldest, kept] of this.#kept) {
      if (this.#size <= mostKept) break
      this.#kept.delete(oldest)
      this.#size -= kept.length
    }
  }
}

/** By what the bytes are, not by what their server says: no SVG, no page. */
function typeOf(bytes: Buffer): string | null {
  const begin = bytes.subarray(0, 16).toString('latin1')
  if (begin.startsWith('\x89PNG\r\n')) return 'image/png'
  if (begin.startsWith('GIF8')) return 'image/gif'
  if (begin.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (begin.startsWith('RIFF') && begin.slice(8, 12) === 'WEBP') return 'image/webp'
  if (/^ftyp(?:avif|avis)/.test(begin.slice(4))) return 'image/avif'
  return begin.startsWith('BM') ? 'image/bmp' : null
}
