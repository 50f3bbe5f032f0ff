/**
 * Those who want to hear of something. They are called in the order in which they came; one that another takes away
 * meanwhile is not called any more.
 */
export class Emitter<Message = void> {
  readonly #listeners = new Set<(told: Message) => void>()

  /** How many listen. */
  get size(): number {
    return this.#listeners.size
  }

  /** Calls it with everything that is told from now on. Returns the way to stop. */
  readonly add = (listener: (told: Message) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Tells everybody who listens. */
  emit(told: Message): void {
    for (const listener of this.#listeners) listener(told)
  }

  /** Nobody listens any more. */
  clear(): void {
    this.#listeners.clear()
  }
}
