import { tell } from '../../../../src-shared/messages/told'
import iconv from 'iconv-lite'
import { problem } from '../../../core/problems'
import { readableEncodings } from './encodings'

/** A piece of text, and what was wrong with its bytes. */
export interface DecodedText {
  text: string
  /** NUL characters there were, of which one of each run is left, and how much text stands before the first. */
  nuls: { count: number; at: number }
  /** Characters that show as U+FFFD, and where the first stands. */
  lost: { count: number; at: number }
}

/** Turns bytes into text, piece by piece; a character is never cut in two. */
interface Decoder {
  write(bytes: Uint8Array): DecodedText
  /** What the last bytes are that no more follow. */
  end(): DecodedText
}

/**
 * A decoder for an encoding of `readableEncodings`. The text is the same however the bytes were cut, a byte order mark
 * at the beginning is left out. Throws a ProblemError for another encoding.
 */
export function createDecoder(encoding: string): Decoder {
  if (!readableEncodings.includes(encoding)) {
    throw problem('input_invalid', { why: tell('imports.decoder.filesCannotBeRead', { encoding }) })
  }
  const { decode, openTail } = waysOf(encoding)
  const width = encoding.startsWith('utf-16') ? 2 : 1
  let held = Buffer.alloc(0)
  let begun = false
  /** Whether the text so far ends with a NUL: one more belongs to the same run. */
  let afterNul = false
  const tidy = (text: string): DecodedText => {
    let rest = text
    if (!begun && text.length > 0) {
      begun = true
      if (text.startsWith('\ufeff')) rest = text.slice(1)
    }
    const nuls = countOf(rest, 0)
    if (nuls.count > 0) rest = withFewNuls(rest, afterNul)
    if (text.length > 0) afterNul = text.endsWith('\0')
    return { text: rest, nuls, lost: countOf(rest, 0xfffd) }
  }
  const tidyHole = (count: number): DecodedText => {
    const text = afterNul ? '' : '\0'
    afterNul = true
    return { text, nuls: { count, at: 0 }, lost: { count: 0, at: -1 } }
  }
  return {
    write(bytes) {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      if (held.length === 0 && buffer.length % width === 0 && isHole(buffer))
        return tidyHole(buffer.length / width)
      const all = held.length > 0 ? Buffer.concat([held, buffer]) : buffer
      const whole = all.length - openTail(all)
      // A copy: whoever reads the file may use the same memory for what comes next.
      held = Buffer.from(all.subarray(whole))
      return tidy(decode(all.subarray(0, whole)))
    },
    end() {
      const rest = held
      held = Buffer.alloc(0)
      return tidy(decode(rest))
    },
  }
}

/** Decodes bytes that end where a character ends. */
type DecodeWhole = (bytes: Buffer) => string

/** How many bytes at the end may belong to a character that is not whole. */
type OpenTail = (bytes: Buffer) => number

/**
 * How an encoding is decoded, and where it may be cut. The streams of Node's StringDecoder and of iconv-lite make
 * something else of broken sequences at borders than inside, and lose what follows them: so nothing is cut but where
 * all agree.
 */
function waysOf(encoding: string): { decode: DecodeWhole; openTail: OpenTail } {
  if (encoding === 'utf-8') return { decode: (bytes) => bytes.toString('utf8'), openTail: openUtf8 }
  if (encoding === 'utf-16le') return { decode: utf16, openTail: openUtf16(1) }
  if (encoding === 'utf-16be') {
    return { decode: (bytes) => utf16(swapped(bytes)), openTail: openUtf16(0) }
  }
  const decode = (bytes: Buffer) => iconv.decode(bytes, encoding, { stripBOM: false })
  return { decode, openTail: multiByte.has(encoding) ? openMultiByte : () => 0 }
}

const multiByte = new Set(['shift_jis', 'euc-jp', 'euc-kr', 'gb18030', 'big5'])

function openUtf8(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return needed > back ? back : 0
  }
  return 0
}

/** Half a pair stands for nothing; stores and services would each make something else of it. */
function utf16(bytes: Buffer): string {
  const odd = bytes.length % 2
  return bytes.toString('utf16le').replace(/\p{Cs}/gu, '\ufffd') + (odd === 1 ? '\ufffd' : '')
}

/** The bytes of each pair the other way round; half a pair stays. */
function swapped(bytes: Buffer): Buffer {
  const pairs = bytes.length - (bytes.length % 2)
  return Buffer.concat([Buffer.from(bytes.subarray(0, pairs)).swap16(), bytes.subarray(pairs)])
}

/** @param high Which byte of the two is the higher one. */
function openUtf16(high: 0 | 1): OpenTail {
  return (bytes) => {
    const odd = bytes.length % 2
    const last = bytes[bytes.length - odd - 2 + high] ?? 0
    return last >= 0xd8 && last < 0xdc ? odd + 2 : odd
  }
}

/** Bytes below "0" are nothing but themselves in every encoding of East Asia, so a file is cut behind one of them. */
function openMultiByte(bytes: Buffer): number {
  let at = bytes.length
  while (at > 0 && (bytes[at - 1] ?? 0) >= 0x30) at -= 1
  const open = bytes.length - at
  return open > longestRun ? 0 : open
}

/** Longer runs without a space, comma or line end are no text, and are not waited for. */
const longestRun = 1 << 20

const zeros = Buffer.alloc(1 << 16)

/** Whether bytes are a piece of a hole: a file that was never written to its end has gigabytes of NULs. */
function isHole(bytes: Buffer): boolean {
  if (bytes.length === 0 || bytes[0] !== 0 || bytes.length > zeros.length) return false
  return bytes.equals(zeros.subarray(0, bytes.length))
}

function countOf(text: string, code: number): { count: number; at: number } {
  const first = text.indexOf(String.fromCharCode(code))
  let count = 0
  for (let at = first; at !== -1 && at < text.length; at += 1) if (text.charCodeAt(at) === code) count += 1
  return { count, at: first }
}

function withFewNuls(text: string, afterNul: boolean): string {
  return (afterNul ? text.replace(/^\0+/, '') : text).replace(/\0+/g, '\0')
}
