import iconv from 'iconv-lite'
import type { Language } from './languages'

/** How well the words of a file read in an encoding: 1, all of them could be words of one language; below 0, hardly any. */
export function scoreSingleByte(
  words: readonly Buffer[],
  encoding: string,
  languages: readonly Language[],
): number {
  const texts = words.map((word) => iconv.decode(word, encoding, { stripBOM: false }))
  return Math.max(...languages.map((language) => meanOf(texts, language) * language.weight))
}

function meanOf(texts: readonly string[], language: Language): number {
  let sum = 0
  let count = 0
  for (const text of texts) {
    for (let at = 0; at < text.length; at += 1) {
      if (text.charCodeAt(at) < 0x80) continue
      sum += scoreAt(text, at, language)
      count += 1
    }
  }
  return count === 0 ? 0 : sum / count
}

/** Marks that stand around words in any language, and those that stand within them. */
const around = new Set('«»“”„‚‘’–—…€£§°©®™¡¿ºª·•´\u00a0')
const within = new Set('’‘´·')

function scoreAt(text: string, at: number, language: Language): number {
  const character = text.charAt(at)
  const before = text.charAt(at - 1)
  const after = text.charAt(at + 1)
  if (!/\p{L}|\p{M}/u.test(character)) return scoreOfMark(character, before, after)
  const lower = character.toLowerCase()
  // A capital behind a small letter: right in a few names, wrong everywhere else.
  if (character !== lower && /\p{Ll}/u.test(before)) return -2
  if (!language.latin && (/[a-z]/i.test(before) || /[a-z]/i.test(after))) return -2
  if (!language.letters.has(lower) && !language.letters.has(character)) return language.latin ? 0.2 : -0.5
  // Accents seldom follow each other; in a script of its own, letters do nothing else.
  if (language.latin) return before > '\u007f' && /\p{L}/u.test(before) ? 0.6 : 1
  return language.frequent.has(lower) ? 1 : 0.7
}

function scoreOfMark(character: string, before: string, after: string): number {
  const inside = /\p{L}/u.test(before) && /\p{L}/u.test(after)
  if (inside) return within.has(character) ? 0.8 : -2
  return around.has(character) ? 0.6 : -1.5
}

/**
 * How well bytes read in an encoding of East Asia: 1, all its characters are of common kinds and many of them frequent;
 * 0, it cannot be.
 */
export function scoreEastAsian(sample: Buffer, encoding: string, frequent: ReadonlySet<string>): number {
  const text = iconv.decode(sample, encoding, { stripBOM: false })
  let common = 0
  let often = 0
  let all = 0
  let lost = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x80) continue
    all += 1
    if (code === 0xfffd || (code >= 0xe000 && code < 0xf900)) lost += 1
    else if (isCommon(code, encoding)) common += 1
    if (frequent.has(character) || isKana(code)) often += 1
  }
  // The sample may end in half a character, and a file may have a few that are broken.
  if (all === 0 || lost > 1 + all / 200) return 0
  return (common / all) * 0.6 + Math.min(1, (often / all) * 2) * 0.4
}

function isKana(code: number): boolean {
  return code >= 0x3040 && code < 0x3100
}

function isCommon(code: number, encoding: string): boolean {
  const ideograph = code >= 0x4e00 && code < 0xa000
  const mark = (code >= 0x3000 && code < 0x3020) || (code >= 0xff01 && code < 0xff61)
  if (encoding === 'euc-kr') return (code >= 0xac00 && code < 0xd7a4) || mark
  if (encoding === 'shift_jis' || encoding === 'euc-jp') return isKana(code) || ideograph || mark
  return ideograph || mark
}
