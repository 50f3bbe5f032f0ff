/** Work that is done by one at a time: what is asked for meanwhile is done once more when it has ended. */
export class Rounds {
  #current: Promise<void> | null = null
  #again = false

  /** `work` fails for nothing: it reports what went wrong. */
  constructor(private readonly work: () => Promise<void>) {}

  /** Begins a round, or has another one follow. */
  readonly begin = (): void => {
    if (this.#current) this.#again = true
    else this.#current = this.#run()
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
