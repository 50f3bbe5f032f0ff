/** No address is longer; what is longer is told to be none by its beginning. */
const longest = 320

/** A cell as an address: without spaces around it, and never longer than what could be one. */
export function trimmed(cell: string): string {
  return cell
    .slice(0, 4 * longest)
    .trim()
    .slice(0, longest)
}

/** As addresses are compared. */
export function folded(email: string): string {
  return email.toLowerCase()
}

/** Encodes addresses in lower case as UTF-8 into bytes that are reused by the next call: a million make no garbage. */
export class LowerCase {
  bytes: Uint8Array = new Uint8Array(4 * longest)
  length = 0

  /** Leaves its findings in the fields. */
  encode(email: string): void {
    const { length } = email
    if (length > this.bytes.length) return this.encodeAny(email)
    const { bytes } = this
    for (let at = 0; at < length; at += 1) {
      const code = email.charCodeAt(at)
      if (code >= 128) return this.encodeAny(email)
      bytes[at] = code >= 65 && code <= 90 ? code + 32 : code
    }
    this.length = length
  }

  private encodeAny(email: string): void {
    const encoded = Buffer.from(folded(email), 'utf8')
    if (encoded.length > this.bytes.length) this.bytes = new Uint8Array(encoded.length)
    this.bytes.set(encoded)
    this.length = encoded.length
  }
}
