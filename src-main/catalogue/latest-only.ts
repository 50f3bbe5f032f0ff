import { problem } from '../problems'

/** Work of which only the newest counts, for each who asks: one at a time, and what waited meanwhile is passed over. */
export class LatestOnly {
  readonly #asked = new Map<string, { turn: number; running: Promise<unknown> }>()

  /** Does the work. Rejects with `cancelled` where the same asker asked again before it was done. */
  async run<T>(asker: string, work: () => Promise<T>): Promise<T> {
    const before = this.#asked.get(asker)
    const turn = (before?.turn ?? 0) + 1
    const isLatest = () => this.#asked.get(asker)?.turn === turn
    const mine = (before?.running ?? Promise.resolve()).then(
      () => (isLatest() ? work() : undefined),
      () => (isLatest() ? work() : undefined),
    )
    this.#asked.set(asker, { turn, running: mine })
    try {
      const answer = await mine
      if (!isLatest() || answer === undefined) throw problem('cancelled')
      return answer
    } finally {
      if (isLatest()) this.#asked.delete(asker)
    }
  }
}
