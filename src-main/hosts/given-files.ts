import type { Clock } from '../core/clock'
import { createHash, randomBytes } from 'node:crypto'
import type { GivenFile } from '../core/host'

/** How long a token stands for its file, in milliseconds: a page opens what was dropped or uploaded at once. */
const tokenLifetime = 10 * 60_000

/** So many files can wait to be opened; the oldest goes when there are more. */
const most = 100

interface WaitingFile {
  file: GivenFile
  until: number
  /** What is done with a file that nobody opened. */
  forget(): void
}

/**
 * Files that a person gave (dropped on the window, uploaded) and that the page may name by a token alone. A token is
 * 256 random bits, works once, and is kept as a digest.
 */
export class GivenFiles {
  readonly #waiting = new Map<string, WaitingFile>()

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** The token of a file. `forget` is called where it is not opened in time. */
  give(file: GivenFile, forget: () => void = () => undefined): string {
    this.#dropExpired()
    const token = randomBytes(32).toString('base64url')
    this.#waiting.set(digestOf(token), { file, until: this.clock.monotonic() + tokenLifetime, forget })
    const [oldest] = this.#waiting.keys()
    if (this.#waiting.size > most && oldest !== undefined) this.#drop(oldest)
    return token
  }

  /** The file of a token, once; null where there is none. */
  take(token: string): GivenFile | null {
    this.#dropExpired()
    const key = digestOf(token)
    const found = this.#waiting.get(key)
    this.#waiting.delete(key)
    return found?.file ?? null
  }

  #dropExpired(): void {
    const now = this.clock.monotonic()
    for (const [key, { until }] of this.#waiting) if (until <= now) this.#drop(key)
  }

  #drop(key: string): void {
    const dropped = this.#waiting.get(key)
    this.#waiting.delete(key)
    dropped?.forget()
  }
}

const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex')
