import { carriageReturn, lineFeed, space, tab } from './characters'

/** How far a stray quote looks for one that closes, in characters: far enough for a line that a person wrote. */
const farthest = 4096

/** What a run of quotes inside a quoted cell is. */
type QuoteSense =
  /** It ends the cell; `next` is where the delimiter, the line end or the end of all stands. */
  | { is: 'close'; next: number }
  /** The cell ends here though more follows before the delimiter, which is part of it: `"Big" Bob`. */
  | { is: 'closeThenText' }
  /** Quotes that are part of the text. */
  | { is: 'text' }
  /** It opens another cell: the quote that opened this one was never closed. */
  | { is: 'opens' }
  /** What follows must be known first. */
  | { is: 'undecided' }

/** Text in which quotes are looked at: the character codes, and whether more may follow. */
interface QuotedText {
  text: string
  delimiter: number
  quote: number
  ended: boolean
}

/**
 * Says what an odd run of quotes means that ends before `after`. In a sound file it closes its cell. In others the one
 * who wrote the file forgot to double a quote, or to close one; what comes next in the line tells which.
 * @param first Where the run begins.
 * @param contentFrom Where the content of the cell begins.
 */
export function senseOf(
  source: QuotedText,
  run: { first: number; after: number; contentFrom: number },
): QuoteSense {
  const next = skipSpaces(source, run.after)
  if (next === null) return { is: 'undecided' }
  if (isEnd(source, next)) return { is: 'close', next }
  if (looksLikeOpening(source, run.first, run.contentFrom)) return { is: 'opens' }
  const closes = closesInLine(source, run.after)
  if (closes === null) return { is: 'undecided' }
  return closes ? { is: 'text' } : { is: 'closeThenText' }
}

/** Where the spaces end that begin at `from`, if not too far away; null when more text is needed to tell. */
function skipSpaces(source: QuotedText, from: number): number | null {
  const { text, delimiter, ended } = source
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if ((code !== space && code !== tab) || code === delimiter || at - from >= farthest) return at
    at += 1
  }
  return ended ? at : null
}

/** Whether a cell ends at a position. */
function isEnd({ text, delimiter }: QuotedText, at: number): boolean {
  if (at >= text.length) return true
  const code = text.charCodeAt(at)
  return code === delimiter || code === lineFeed || code === carriageReturn
}

/** Whether only spaces stand between a quote and the delimiter or line end before it. */
function looksLikeOpening({ text, delimiter }: QuotedText, quoteAt: number, contentFrom: number): boolean {
  for (let at = quoteAt - 1; at >= contentFrom; at -= 1) {
    const code = text.charCodeAt(at)
    if (code === delimiter || code === lineFeed || code === carriageReturn) return true
    if (code !== space && code !== tab) return false
  }
  return false
}

/** Whether a quote that closes comes in the same line, before one that opens; null when more text is needed to tell. */
function closesInLine(source: QuotedText, from: number): boolean | null {
  const { text, quote, ended } = source
  const until = Math.min(text.length, from + farthest)
  let at = from
  while (at < until) {
    const code = text.charCodeAt(at)
    if (code === lineFeed || code === carriageReturn) return false
    if (code !== quote) {
      at += 1
      continue
    }
    const first = at
    while (at < text.length && text.charCodeAt(at) === quote) at += 1
    if (at === text.length && !ended) return null
    if ((at - first) % 2 === 0) continue
    const next = skipSpaces(source, at)
    if (next === null) return null
    if (isEnd(source, next)) return true
    if (looksLikeOpening(source, first, from)) return false
  }
  return at < from + farthest && !ended ? null : false
}
