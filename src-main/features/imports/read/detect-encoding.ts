import { toKeepWorded } from '../../../../src-shared/messages/told'
import { isUtf8 } from 'node:buffer'
import chardet from 'chardet'
import iconv from 'iconv-lite'
import { eastAsian, singleByte } from './languages'
import { scoreEastAsian, scoreSingleByte } from './score-encoding'

interface DetectedEncoding {
  encoding: string
  /** 0 to 1. */
  confidence: number
  /** Why, where there is a doubt; null where there is none. */
  why: string | null
}

const certain = (encoding: string): DetectedEncoding => ({ encoding, confidence: 1, why: null })

/** Tells the encoding of the beginning of a file. */
export function detectEncoding(sample: Uint8Array): DetectedEncoding {
  const bytes = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength)
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return certain('utf-8')
  if (startsWith(bytes, 0xff, 0xfe)) return certain('utf-16le')
  if (startsWith(bytes, 0xfe, 0xff)) return certain('utf-16be')
  const wide = utf16WithoutMark(bytes)
  if (wide !== null) return { encoding: wide, confidence: 0.9, why: null }
  if (isUtf8(withoutOpenEnd(bytes))) return certain('utf-8')
  // A few broken bytes do not make a file of UTF-8 one of another encoding.
  if (mostlyUtf8(bytes)) {
    return { encoding: 'utf-8', confidence: 0.8, why: null }
  }
  return legacyEncoding(bytes)
}

function startsWith(bytes: Buffer, ...mark: number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte)
}

/** What stands between words and cells: as UTF-16, each has a zero beside it. */
const between = new Set([...Buffer.from('\t\n\r ,;@')])

/** UTF-16 has a zero beside every space, delimiter and line end, always on the same side; other files hardly have any. */
function utf16WithoutMark(bytes: Buffer): string | null {
  const pairs = Math.floor(Math.min(bytes.length, 65536) / 2)
  let separators = 0
  let little = 0
  let big = 0
  for (let at = 0; at < pairs * 2; at += 2) {
    const [first, second] = [bytes[at] ?? 0, bytes[at + 1] ?? 0]
    if (between.has(first)) {
      separators += 1
      if (second === 0) little += 1
    }
    if (between.has(second)) {
      separators += 1
      if (first === 0) big += 1
    }
  }
  if (Math.max(little, big) < Math.max(2, pairs * 0.02) || Math.max(little, big) < separators / 2) return null
  return little > big ? 'utf-16le' : 'utf-16be'
}

/** Without the last bytes if they may be the beginning of a character. */
function withoutOpenEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    if ((bytes[bytes.length - back] ?? 0) >= 0xc0) return bytes.subarray(0, bytes.length - back)
    if ((bytes[bytes.length - back] ?? 0) < 0x80) break
  }
  return bytes
}

function mostlyUtf8(bytes: Buffer): boolean {
  const text = bytes.toString('utf8')
  const lost = text.split('\ufffd').length - 1
  const read = (text.match(/[^\0-\x7f\ufffd]/gu) ?? []).length
  return read > lost * 3
}

/** At most so many different words are looked at. */
const mostWords = 3000

function legacyEncoding(bytes: Buffer): DetectedEncoding {
  const words = wordsOf(bytes)
  const guesses = guessesOf(bytes)
  // Of a few words the library knows no more than anybody; what most files are in is the better guess.
  const known = Math.min(1, words.length / 50)
  const trust = 0.3 * known
  const latinOnly = isLatinLike(bytes)
  const scores = singleByte
    .filter(({ languages }) => !latinOnly || languages.some((language) => language.latin))
    .map(({ encoding, languages }) => ({
      encoding,
      score:
        scoreSingleByte(words, encoding, languages) +
        (guesses.get(encoding) ?? 0) * trust +
        (encoding === 'windows-1252' ? 0.1 * (1 - known) : 0),
    }))
  if (!latinOnly) {
    scores.push(
      ...eastAsian.map(({ encoding, frequent }) => ({
        encoding,
        score: scoreEastAsian(bytes, encoding, frequent) + (guesses.get(encoding) ?? 0) * trust,
      })),
    )
  }
  // Sorting is stable: of equals, the more common one is taken.
  const [best, ...others] = scores.sort((one, other) => other.score - one.score)
  if (best === undefined) return { encoding: 'windows-1252', confidence: 0, why: null }
  const read = (encoding: string) => iconv.decode(Buffer.concat(words), encoding, { stripBOM: false })
  const text = read(best.encoding)
  const next = others.slice(0, 3).find(({ encoding }) => read(encoding) !== text)
  const margin = best.score - (next?.score ?? 0)
  const confidence = Math.max(0.05, Math.min(0.95, 0.5 + margin * 2) * Math.min(1, 0.6 + words.length / 40))
  const why = next && margin < 0.1 ? toKeepWorded('imports.detectEncoding.otherEncodingsAreAs') : null
  return { encoding: best.encoding, confidence, why }
}

/** Different words with bytes that are not ASCII. */
function wordsOf(bytes: Buffer): Buffer[] {
  const found = new Set<string>()
  for (const [word] of bytes
    .toString('latin1')
    .matchAll(/[A-Za-z'\x80-\xff]*[\x80-\xff][A-Za-z'\x80-\xff]*/g)) {
    found.add(word.slice(0, 60))
    if (found.size >= mostWords) break
  }
  return [...found].map((word) => Buffer.from(word, 'latin1'))
}

/** Whether bytes that are not ASCII stand alone among letters that are, as in languages with accents. */
function isLatinLike(bytes: Buffer): boolean {
  const runs = bytes.toString('latin1').match(/[\x80-\xff]+/g) ?? []
  const alone = runs.filter((run) => run.length === 1).length
  return alone > runs.length * 0.75
}

/** How sure the library is of each encoding, 0 to 1. */
function guessesOf(bytes: Buffer): Map<string, number> {
  const guesses = new Map<string, number>()
  for (const { name, confidence } of chardet.analyse(bytes)) {
    const lower = name.toLowerCase()
    for (const encoding of alike.get(lower) ?? [lower]) {
      guesses.set(encoding, Math.max(guesses.get(encoding) ?? 0, confidence / 100))
    }
  }
  return guesses
}

/** What the library names by its smaller relative: Windows' code pages hold more than ISO's. */
const alike = new Map([
  ['iso-8859-1', ['windows-1252']],
  ['iso-8859-2', ['windows-1250', 'iso-8859-2']],
  ['iso-8859-6', ['windows-1256']],
  ['iso-8859-7', ['windows-1253']],
  ['iso-8859-8', ['windows-1255']],
  ['iso-8859-9', ['windows-1254']],
])
