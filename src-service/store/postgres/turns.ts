/** Work of which one is done at a time, in the order in which it was asked for. */
export class Turns {
  #last: Promise<void> = Promise.resolve()

  /** Does it when all that was asked for before has ended, however that went. */
  async next<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#last
    const done = before.then(work)
    this.#last = done.then(
      () => undefined,
      () => undefined,
    )
    return done
  }
}
