import { leavesOf, type Leaf } from '../../../src-shared/leaves'
import { shownText } from '../../../src-shared/unseen'
import { valueType } from '../../kit/form/value-type'
import { dataWords } from '../grid/data-words'
import { cutAround, folded, markedPieces, wordsIn, type Piece } from './marks'

/** A field of a row that searches look at. */
export interface SearchedField {
  name: string
  /** Its name is a key of the service's own. */
  mono: boolean
  value: unknown
  isShown: boolean
}

/** Why a row was found, where its cells do not show it: the first such field, and how many more there are. */
export interface Why {
  name: string
  mono: boolean
  text: string
  /** Of the text, around what was found. */
  pieces: Piece[]
  more: number
}

/** The words that a value has and that are seen where it is shown in a line. Objects are shown by their keys, which nobody searches. */
export function seenWords(value: unknown, words: readonly string[]): string[] {
  if (words.length === 0 || valueType(value) === 'object') return []
  const seen = wordsIn(dataWords(value), words)
  if (seen.length === 0) return []
  const texts = leavesOf('', value).map(({ text }) => folded(text))
  return seen.filter((word) => texts.some((text) => text.includes(word)))
}

/** Why a row was found by these words, folded, beyond what is marked where it is shown; `beside`: texts that are shown too. */
export function whyFound(
  fields: readonly SearchedField[],
  words: readonly string[],
  beside: readonly string[] = [],
): Why | null {
  if (words.length === 0) return null
  const seen = [...beside, ...fields.flatMap((field) => shownOf(field, words))].map(folded)
  const hits = fields.flatMap((field) => hiddenHits(field, words))
  const news = hits.filter(({ text }) => !seen.some((shown) => shown.includes(folded(text))))
  const unexplained = words.filter((word) => !seen.some((shown) => shown.includes(word)))
  const first = news.find(({ text }) => wordsIn(text, unexplained).length > 0) ?? news[0]
  if (!first) return null
  const { path, mono, text } = first
  // Marked as it is, then shown: what hides in a text is written out.
  const pieces = markedPieces(text, words).map((piece) => ({ ...piece, text: shownText(piece.text) }))
  const more = new Set(news.map((hit) => hit.path)).size - 1
  return { name: path, mono, text: shownText(text), pieces: cutAround(pieces), more }
}

function shownOf({ value, isShown }: SearchedField, words: readonly string[]): string[] {
  return isShown && seenWords(value, words).length > 0 ? [dataWords(value)] : []
}

/** What of a field was found and is not marked in its cell. */
function hiddenHits(
  { name, mono, value, isShown }: SearchedField,
  words: readonly string[],
): (Leaf & { mono: boolean })[] {
  const marked = isShown ? seenWords(value, words) : []
  return leavesOf(name, value)
    .filter(({ text }) => wordsIn(text, words).some((word) => !marked.includes(word)))
    .map((leaf) => ({ ...leaf, mono }))
}
