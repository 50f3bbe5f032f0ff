/** A text as an address, to be read against `base` where that is given; null where it is none. URL.parse is not in Node 18.15. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    // That it is no address is the answer.
    return null
  }
}
