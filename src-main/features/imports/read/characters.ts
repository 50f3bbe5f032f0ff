/** Codes of the characters that give a file its lines. */
export const tab = 0x09
export const lineFeed = 0x0a
export const carriageReturn = 0x0d
export const space = 0x20
export const byteOrderMark = 0xfeff

/** How many lines end between two positions: at LF, CR LF, or CR. `afterCr`: the character before `from` is a CR. */
export function countLineEnds(text: string, from: number, to: number, afterCr: boolean): number {
  let count = 0
  let wasCr = afterCr
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at)
    if (code === carriageReturn || (code === lineFeed && !wasCr)) count += 1
    wasCr = code === carriageReturn
  }
  return count
}

/** A position past any text: they are shorter than 2^29 characters. */
export const nowhere = 0x3fffffff

/** Where a character stands next; {@link nowhere} where there is none. */
export function positionOf(text: string, character: string, from: number): number {
  const at = text.indexOf(character, from)
  return at === -1 ? nowhere : at
}

/** Where a cell without quotes ends: at a delimiter, an LF or a CR; the text's length where none comes. */
export function cellEndFrom(text: string, from: number, delimiter: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === delimiter || code === lineFeed || code === carriageReturn) return at
  }
  return text.length
}

/** Shorter texts are no parts of others to the engine, but texts of their own. */
const leastPart = 13

/** A text that does not hold on to the longer one that it was cut from. */
export function copyOf(text: string): string {
  return text.length < leastPart ? text : Buffer.from(text, 'utf16le').toString('utf16le')
}
