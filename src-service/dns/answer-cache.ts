import type { TimerClock } from '../clock'

/** A value and how long it may be kept, in milliseconds; 0 for not at all. */
export interface CachedAnswer<Value> {
  value: Value
  keepFor: number
}

/** Keeps answers for as long as each may be kept, and lets everyone who asks the same at once share one question. */
export class AnswerCache<Value> {
  private readonly kept = new Map<string, { value: Value; until: number }>()
  private readonly underWay = new Map<string, Promise<Value>>()

  /** @param size How many answers it holds at most; the one kept longest without being asked for goes first. */
  constructor(
    private readonly clock: TimerClock,
    private readonly size: number,
  ) {}

  /** The answer that is kept, or else what `ask` finds. `fresh` asks whatever is kept. */
  async get(key: string, ask: () => Promise<CachedAnswer<Value>>, fresh = false): Promise<Value> {
    const found = this.kept.get(key)
    if (found && !fresh && found.until > this.clock.now()) {
      this.put(key, found)
      return found.value
    }
    const shared = this.underWay.get(key)
    if (shared) return shared
    const asked = this.ask(key, ask).finally(() => this.underWay.delete(key))
    this.underWay.set(key, asked)
    return asked
  }

  private async ask(key: string, ask: () => Promise<CachedAnswer<Value>>): Promise<Value> {
    const { value, keepFor } = await ask()
    if (keepFor > 0) this.put(key, { value, until: this.clock.now() + keepFor })
    else this.kept.delete(key)
    return value
  }

  // A Map keeps the order of insertion: what is put again is the newest.
  private put(key: string, entry: { value: Value; until: number }): void {
    this.kept.delete(key)
    this.kept.set(key, entry)
    if (this.kept.size <= this.size) return
    for (const oldest of this.kept.keys()) {
      this.kept.delete(oldest)
      return
    }
  }
}
