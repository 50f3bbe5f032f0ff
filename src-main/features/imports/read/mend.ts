import type { Reading } from '../../../../src-shared/bridge/import-file'

const backslash = '\\'

/** What is put right in a text before it is taken apart into rows, piece by piece. */
interface Mender {
  /** The text as far as it can be told; what may belong to the next piece is held back. */
  write(text: string): string
  /** What was held back. */
  end(): string
}

/**
 * Puts right what two kinds of programs do to a file. A line end that was written twice over (CR CR LF, as text mode
 * makes of CR LF) becomes one. Quotes that are escaped with a backslash, as MySQL does, become doubled ones, and doubled
 * backslashes one. The text is the same however it was cut.
 */
export function createMender({ quote, escape }: Pick<Reading, 'quote' | 'escape'>): Mender {
  const escapes = escape !== undefined && quote !== ''
  let held = ''
  const mend = (text: string, ended: boolean): string => {
    const all = held === '' ? text : held + text
    const until = ended ? all.length : all.length - heldBack(all, escapes)
    held = all.slice(until)
    const complete = until === all.length ? all : all.slice(0, until)
    const lined = complete.includes('\r\r\n') ? complete.replace(/\r\r\n/g, '\r\n') : complete
    return escapes && lined.includes(backslash) ? unescaped(lined, quote) : lined
  }
  return { write: (text) => mend(text, false), end: () => mend('', true) }
}

/** A text with all that is put right in it. */
export function mended(text: string, reading: Pick<Reading, 'quote' | 'escape'>): string {
  const mender = createMender(reading)
  return mender.write(text) + mender.end()
}

/** How many characters at the end mean something else if others follow. */
function heldBack(text: string, escapes: boolean): number {
  const last = text.length - 1
  if (text[last] === '\r') return text[last - 1] === '\r' ? 2 : 1
  if (!escapes || text[last] !== backslash) return 0
  let count = 1
  while (text[last - count] === backslash) count += 1
  return count % 2
}

function unescaped(text: string, quote: string): string {
  return text.replace(/\\(["'\\])/g, (pair, escaped: string) => {
    if (escaped === backslash) return backslash
    return escaped === quote ? quote + quote : pair
  })
}

/** Whether quotes in cells are escaped with a backslash: cells then end where a delimiter or a line end stands, and else not. */
export function escapesQuotes(
  text: string,
  { delimiter, quote }: Pick<Reading, 'delimiter' | 'quote'>,
): boolean {
  if (quote === '' || !text.includes(backslash + quote)) return false
  return oddEnds(text, delimiter, quote, true) < oddEnds(text, delimiter, quote, false)
}

/** In how many places a quoted cell ends and neither a delimiter nor a line end follows. */
function oddEnds(text: string, delimiter: string, quote: string, escapes: boolean): number {
  let odd = 0
  let at = 0
  while (at < text.length) {
    if (text[at] === quote) {
      at += 1
      for (;;) {
        const next = text[at]
        if (next === undefined) return odd
        if (escapes && next === backslash) at += 2
        else if (next !== quote) at += 1
        else if (text[at + 1] === quote) at += 2
        else break
      }
      at += 1
      if (at < text.length && !isEnd(text[at], delimiter)) odd += 1
    }
    while (at < text.length && !isEnd(text[at], delimiter)) at += 1
    at += 1
  }
  return odd
}

function isEnd(character: string | undefined, delimiter: string): boolean {
  return character === delimiter || character === '\n' || character === '\r'
}
