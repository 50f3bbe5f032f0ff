import { setImmediate as turn } from 'node:timers/promises'
import type { AddressLine, AddressLines } from '../../../src-shared/bridge/segments'

/** An address as the service takes it, or nothing where a word is none. */
export type TidyWord = (word: string) => string | null

interface PastedAddresses {
  /** Different ones without regard to case, in their order. */
  addresses: string[]
  /** Words that are none, the first {@link mostInvalid}. */
  invalid: string[]
  invalidCount: number
}

/** So many words that are no addresses are told. */
const mostInvalid = 100

/** Words that are read between two pauses: some 5 ms. */
const slice = 5000

/** Longer words are cut when they are told. */
const longestWord = 200

/**
 * The addresses of a pasted text. They stand in lines, or between commas, semicolons, tabs and spaces; of `Name <a@b.de>`
 * the name is passed over.
 */
export async function readPasted(text: string, tidy: TidyWord): Promise<PastedAddresses> {
  const addresses = new Map<string, string>()
  const invalid: string[] = []
  let invalidCount = 0
  let read = 0
  for (const word of wordsOf(text)) {
    const address = tidy(word)
    if (address !== null) {
      const folded = address.toLowerCase()
      if (!addresses.has(folded)) addresses.set(folded, address)
    } else {
      invalidCount += 1
      if (invalid.length < mostInvalid) invalid.push(word.slice(0, longestWord))
    }
    read += 1
    if (read % slice === 0) await turn()
  }
  return { addresses: [...addresses.values()], invalid, invalidCount }
}

/**
 * What each line of a list is. A line holds one address, by itself or after a name; `known` says of addresses whether their
 * contacts are subscribed, null of those that are no contact's.
 */
export async function readLines(
  text: string,
  tidy: TidyWord,
  known: (emails: string[]) => Promise<(boolean | null)[]>,
): Promise<Pick<AddressLines, 'lines' | 'unsubscribed'>> {
  const firsts = new Map<string, number>()
  const lines: AddressLine[] = []
  for (const line of text.split(/\r\n|[\r\n]/)) {
    const at = lines.length
    const address = addressOf(line, tidy)
    const first = address === null ? undefined : firsts.get(address)
    if (line.trim() === '') lines.push({ state: 'blank' })
    else if (address === null) lines.push({ state: 'invalid' })
    else if (first !== undefined) lines.push({ state: 'again', as: first })
    else {
      firsts.set(address, at)
      lines.push({ state: 'contact' })
    }
    if (at % slice === slice - 1) await turn()
  }
  const found = await known([...firsts.keys()])
  for (const [index, at] of [...firsts.values()].entries())
    if (found[index] === null) lines[at] = { state: 'new' }
  return { lines, unsubscribed: found.filter((subscribed) => subscribed === false).length }
}

/** The address of a line, in lower case; null where it has none, or several. */
function addressOf(line: string, tidy: TidyWord): string | null {
  const words = [...wordsOf(line)].filter((word) => word.includes('@'))
  const [word] = words
  return word === undefined || words.length > 1 ? null : (tidy(word)?.toLowerCase() ?? null)
}

/** What may be an address, in its order. */
function* wordsOf(text: string): Generator<string, void, undefined> {
  // A name in quotes may hold what else stands between addresses.
  for (const line of text.replace(/"[^"\r\n]*"[ \t]*</g, '<').split(/[\r\n]+/)) {
    for (const piece of line.split(/[,;]/)) yield* wordsOfPiece(piece)
  }
}

/** A piece is words, or a name with an address in angle brackets, or several of these. */
function* wordsOfPiece(piece: string): Generator<string, void, undefined> {
  const words = piece.replaceAll('<', ' <').replaceAll('>', '> ').split(/\s+/)
  const named = words.some((word) => word.startsWith('<') && word.includes('@'))
  for (const word of words) {
    if (word !== '' && (!named || word.includes('@'))) yield word
  }
}
