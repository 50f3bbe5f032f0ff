import { AsyncLocalStorage } from 'node:async_hooks'

/** Work that is done by one at a time: what is asked for meanwhile is done once more when it has ended. */
export class Rounds {
  #current: Promise<void> | null = null
  #again = false
  // Whoever asks for a round may be in the middle of a transaction, which the round is no part of.
  readonly #apart = AsyncLocalStorage.snapshot()

  /** `work` fails for nothing: it reports what went wrong. */
  constructor(private readonly work: () => Promise<void>) {}

  /** Begins a round, or has another one follow. */
  readonly begin = (): void => {
    if (this.#current) this.#again = true
    else this.#current = this.#apart(() => this.#run())
  }

  /** When what is under way has ended, and begins nothing after it. */
  async end(): Promise<void> {
    this.#again = false
    await this.#current
  }

  async #run(): Promise<void> {
    do {
      this.#again = false
      await this.work()
    } while (this.#again)
    this.#current = null
  }
}
