/** Does things one after the other, in the order in which they are given. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Does something once all that was given before is done, whatever became of that. Settles as it does. */
  run<Result>(act: () => Result | Promise<Result>): Promise<Result> {
    const turn = this.#last.then(act)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** Resolves when all that was given so far is done. */
  async idle(): Promise<void> {
    await this.#last
  }
}
