/** Those who do something of their own within the transaction that they are told in, one after the other. */
export class TransactionListeners<Message> {
  readonly #all: ((told: Message) => unknown)[] = []

  /** Calls it with everything that is told from now on. */
  add(listener: (told: Message) => unknown): void {
    this.#all.push(listener)
  }

  /** Tells everybody who listens. */
  async tell(told: Message): Promise<void> {
    for (const listener of this.#all) await listener(told)
  }
}
