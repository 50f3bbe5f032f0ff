import { fold, wellFormed } from '../../../src-shared/fold'

/** A piece of a text, and whether it is what was searched for. */
export interface Piece {
  text: string
  isHit: boolean
}

/** What stands before a hit at most where a text is cut around it, and after it, in letters. */
const room = { before: 24, after: 160 } as const

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A text as searches compare it. */
export function folded(text: string): string {
  return fold(wellFormed(text))
}

/** What is marked where a search looks for all that was typed as it was typed, spaces within it too. */
export function phraseOf(search: string): string[] {
  const phrase = search.trim()
  return phrase === '' ? [] : [folded(phrase)]
}

/** Those of the words, folded, that a text has. */
export function wordsIn(text: string, words: readonly string[]): string[] {
  if (words.length === 0) return []
  const whole = folded(text)
  return words.filter((word) => whole.includes(word))
}

/** Whether a text has every one of the words, folded. */
export function hasWords(text: string, words: readonly string[]): boolean {
  return wordsIn(text, words).length === words.length
}

/** The letters of a text with what each folds to. Where letters fold otherwise together than one by one, all of it is one. */
function foldedLetters(text: string): { letter: string; folded: string }[] {
  const each = Array.from(letters.segment(text), ({ segment }) => ({
    letter: segment,
    folded: folded(segment),
  }))
  const whole = folded(text)
  return each.map((one) => one.folded).join('') === whole ? each : [{ letter: text, folded: whole }]
}

/** Which places of a folded text belong to a word. */
function hitPlaces(whole: string, words: readonly string[]): boolean[] {
  const hits = new Array<boolean>(whole.length).fill(false)
  for (const word of words) {
    for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + 1)) {
      hits.fill(true, at, at + word.length)
    }
  }
  return hits
}

/** Splits a text at what searches find in it by these words, folded: whole letters, with all that is written on them. */
export function markedPieces(text: string, words: readonly string[]): Piece[] {
  const found = wordsIn(text, words)
  if (found.length === 0) return [{ text, isHit: false }]
  const all = foldedLetters(text)
  const hits = hitPlaces(all.map((one) => one.folded).join(''), found)
  const pieces: Piece[] = []
  let at = 0
  for (const { letter, folded: plain } of all) {
    const last = pieces.at(-1)
    // What folds to nothing goes with what is before it.
    const isHit = plain === '' ? (last?.isHit ?? false) : hits.slice(at, at + plain.length).includes(true)
    at += plain.length
    if (last?.isHit === isHit) last.text += letter
    else pieces.push({ text: letter, isHit })
  }
  return pieces
}

/** The end of a text: some whole words of it, or of a long word its last letters. */
function endOf(text: string, most: number): string {
  const all = Array.from(letters.segment(text), ({ segment }) => segment)
  if (all.length <= most) return text
  const end = all.slice(-most).join('')
  const space = end.search(/\s/u)
  return space < 0 ? `…${end}` : `… ${end.slice(space).trimStart()}`
}

/** The beginning of a text: whole words of it, where it has any. */
function startOf(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most).replace(/(?<=\s)\S*$|\p{Surrogate}$/u, '')}…`
}

/** The pieces from shortly before the first hit to some way after it, so that it is seen where a line is short. */
export function cutAround(pieces: readonly Piece[], before: number = room.before): Piece[] {
  const first = pieces.findIndex(({ isHit }) => isHit)
  if (first < 0) return [...pieces]
  const cut = pieces.slice(0, first).map(({ text }) => ({ text: endOf(text, before), isHit: false }))
  let left: number = room.after
  for (const { text, isHit } of pieces.slice(first)) {
    cut.push({ text: left <= 0 ? '…' : isHit ? text : startOf(text, left), isHit: isHit && left > 0 })
    if (left <= 0 || (!isHit && text.length > left)) break
    left -= text.length
  }
  return cut
}

/** The pieces for a line with room for so many letters: whole where its first hit is seen, else cut around that. */
export function fitted(pieces: readonly Piece[], most: number): Piece[] {
  const first = pieces.findIndex(({ isHit }) => isHit)
  const end = pieces.slice(0, first + 1).reduce((sum, { text }) => sum + text.length, 0)
  return end <= most ? [...pieces] : cutAround(pieces, Math.floor(most / 3))
}
