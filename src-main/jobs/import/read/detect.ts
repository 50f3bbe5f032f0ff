import type { Detected } from './api'
import { createDecoder } from './decoder'
import { detectFormat } from './detect-delimiter'
import { detectEncoding } from './detect-encoding'
import { detectHeader } from './detect-header'
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
  const { encoding, confidence, why } = detectEncoding(sample)
  const decoder = createDecoder(encoding)
  const { text } = decoder.write(sample.subarray(0, sampleSize))
  refuseNoise(text)
  refuseOtherText(text)
  const format = detectFormat(text, sample.length < sampleSize)
  const header = detectHeader(format.rows)
  const single = format.rows.every((row) => row.length < 2)
  const delimiter = single && /\.(tsv|tab)$/i.test(name) ? '\t' : format.delimiter
  return {
    reading: { encoding, delimiter, quote: format.quote, header: header.header },
    confidence: { encoding: confidence, delimiter: format.confidence, header: header.confidence },
    why: [why, format.why].filter((reason) => reason !== null),
  }
}
