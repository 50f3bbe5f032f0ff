/** Texts remembered per column at most. */
const most = 4096

/** After so many look-ups, a column in which few texts come again is no longer remembered. */
const trial = 8192

/**
 * What was made of a text, kept for the next cell that has it: plans, cities and countries come again and again, names
 * less, addresses never. A column that gains nothing by it is found out after some thousand rows.
 */
export class Memo<T> {
  private readonly known = new Map<string, T>()
  private asked = 0
  private met = 0
  private off = false

  constructor(private readonly make: (text: string) => T) {}

  get(text: string): T {
    if (this.off) return this.make(text)
    const held = this.known.get(text)
    this.asked += 1
    if (held !== undefined) {
      this.met += 1
      return held
    }
    const made = this.make(text)
    if (this.known.size < most) this.known.set(text, made)
    if (this.asked === trial) {
      this.off = this.met * 3 < this.asked
      if (this.off) this.known.clear()
      this.asked = 0
      this.met = 0
    }
    return made
  }
}
