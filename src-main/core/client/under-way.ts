/** What is under way, so that closing can wait for it. */
export class PendingWork {
  readonly #work = new Set<Promise<unknown>>()

  /** Remembers some work until it has ended, and answers as it does. */
  follow<T>(work: Promise<T>): Promise<T> {
    this.#work.add(work)
    const done = () => this.#work.delete(work)
    work.then(done, done)
    return work
  }

  /** Resolves when all that is under way now has ended, however it did. */
  async ended(): Promise<void> {
    await Promise.allSettled([...this.#work])
  }
}
