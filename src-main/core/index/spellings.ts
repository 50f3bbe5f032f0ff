import { intsWithRoom, bytesWithRoom } from './growth'

/** The texts as written of those dictionary entries whose folded text does not tell: by code, ascending, in UTF-8. */
export class Spellings {
  codes: Uint32Array = new Uint32Array(0)
  ends: Uint32Array = new Uint32Array(0)
  bytes: Uint8Array = new Uint8Array(0)
  count = 0

  /** Bytes in use. */
  get used(): number {
    return this.count === 0 ? 0 : (this.ends[this.count - 1] ?? 0)
  }

  /** `code` is larger than any before it. */
  add(code: number, text: string): void {
    const from = this.used
    const encoded = Buffer.from(text, 'utf8')
    this.bytes = bytesWithRoom(this.bytes, from + encoded.length)
    this.bytes.set(encoded, from)
    this.codes = intsWithRoom(this.codes, this.count + 1)
    this.ends = intsWithRoom(this.ends, this.count + 1)
    this.codes[this.count] = code
    this.ends[this.count] = from + encoded.length
    this.count++
  }

  /** The text of an entry that was added. */
  get(code: number): string {
    let low = 0
    let high = this.count - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.codes[middle] ?? 0) < code) low = middle + 1
      else high = middle
    }
    return this.at(low)
  }

  /** The text at a place of {@link codes}. */
  at(index: number): string {
    const from = index === 0 ? 0 : (this.ends[index - 1] ?? 0)
    const view = Buffer.from(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length)
    return view.toString('utf8', from, this.ends[index] ?? 0)
  }
}
