import { toKeepWorded } from '../../../../src-shared/messages/told'
import type { ReadNote } from '../../../../src-shared/bridge/import-file'
import type { Detected } from './api'
import { createDecoder } from './decoder'
import { detectFormat } from './detect-delimiter'
import { detectEncoding } from './detect-encoding'
import { detectHeader, detectTitle } from './detect-header'
import { escapesQuotes, mended } from './mend'
import { refuseBinary, refuseNoise, refuseOtherText } from './refuse'

/** Bytes of the beginning of a file that tell how it is read. */
export const sampleSize = 256 * 1024

/**
 * Tells how a file is to be read from its beginning: the first {@link sampleSize} bytes, or all it has. More bytes
 * behind these are looked at for the encoding alone. Throws a ProblemError `file_unreadable` for what is no text.
 * @param name The file's name, whose ending decides where nothing else does (".tsv").
 */
export function detectReading(sample: Uint8Array, name: string): Detected {
  refuseBinary(sample)
  const encoding = detectEncoding(sample)
  const decoder = createDecoder(encoding.encoding)
  const text = decoder.write(sample.subarray(0, sampleSize)).text.replaceAll('\0', '')
  refuseNoise(text)
  refuseOtherText(text)
  const whole = sample.length < sampleSize
  const found = detectFormat(text, whole)
  const escapes = escapesQuotes(text, found)
  const format = escapes ? detectFormat(mended(text, { quote: found.quote, escape: '\\' }), whole) : found
  const skip = detectTitle(format.rows)
  const header = detectHeader(format.rows.filter(hasText).slice(skip))
  const single = format.rows.every((row) => row.length < 2)
  const delimiter = single && /\.(tsv|tab)$/i.test(name) ? '\t' : format.delimiter
  return {
    reading: {
      encoding: encoding.encoding,
      delimiter,
      quote: format.quote,
      header: header.header,
      ...(escapes ? { escape: '\\' as const } : {}),
      ...(skip > 0 ? { skip } : {}),
    },
    doubts: [
      ...doubt(encoding, toKeepWorded('imports.detect.fewLettersTellThe')),
      ...doubt({ ...format, confidence: 1 }, ''),
      ...doubt({ ...header, why: null }, toKeepWorded('imports.detect.theFirstRowMay')),
    ],
  }
}

const hasText = (row: readonly string[]): boolean => row.some((cell) => cell.trim() !== '')

/** Below this confidence, a person had better look. */
const sureEnough = 0.6

function doubt(
  { confidence, why }: { confidence: number; why: string | null },
  otherwise: string,
): ReadNote[] {
  if (why === null && confidence >= sureEnough) return []
  return [{ code: 'doubtful_reading', sentence: why ?? otherwise, count: 0, line: null }]
}
