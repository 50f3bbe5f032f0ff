/** The rows that changed lately, in order: what a cached order must be told to be right again. */
export class ChangeLog {
  private rows = new Uint32Array(1024)
  private length = 0
  /** How many changes came before the first that is kept. */
  private dropped = 0

  /** How many changes there were in all. */
  get position(): number {
    return this.dropped + this.length
  }

  /** `size`: how many rows there are; more changes than a quarter of them are not worth keeping. */
  add(row: number, size: number): void {
    if (this.length === this.rows.length) {
      if (this.length > 1 << 16 && this.length > size >>> 2) {
        const half = this.length >>> 1
        this.rows.copyWithin(0, half)
        this.dropped += half
        this.length -= half
      } else {
        const longer = new Uint32Array(this.length * 2)
        longer.set(this.rows)
        this.rows = longer
      }
    }
    this.rows[this.length++] = row
  }

  /** The changes after a position, null where they are no longer known. Rows may repeat. */
  since(position: number): Uint32Array | null {
    return position < this.dropped ? null : this.rows.subarray(position - this.dropped, this.length)
  }

  memoryBytes(): number {
    return this.rows.byteLength
  }
}
