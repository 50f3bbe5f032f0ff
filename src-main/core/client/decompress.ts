import { tell, type ToldSentence } from '../../../src-shared/messages/told'
import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib'
import type { ProblemError } from '../../../src-shared/problem'
import { problem } from '../problems'
import { codeOf } from '../../../src-shared/error-code'

/** What the transport offers to read, as `Accept-Encoding` lists it. */
export const acceptedEncodings = 'gzip, deflate, br'

/**
 * Undoes `Content-Encoding`, on Node's thread pool. Stops as soon as more than `cap` bytes come out
 * (`answer_too_large`), however small the compressed form is; `answer_malformed` for what cannot be undone.
 */
export async function decompress(body: Buffer, encoding: string | undefined, cap: number): Promise<Buffer> {
  const steps = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((step) => step.trim())
    .filter((step) => step !== '' && step !== 'identity')
  let bytes = body
  // Applied first to last, so undone last to first. More than two were never met in earnest.
  if (steps.length > 2) throw malformed(tell('core.decompress.itIsCompressedCount', { count: steps.length }))
  for (const step of steps.reverse()) bytes = await undo(bytes, step, cap)
  return bytes
}

/** How a body begins once it is undone, of which only the beginning is there; '' where that cannot be told. */
export async function decompressBeginning(bytes: Buffer, encoding: string | undefined): Promise<string> {
  const step = (encoding ?? '').trim().toLowerCase()
  if (step === '' || step === 'identity') return bytes.toString('utf8')
  const decoder = decoderOf(step, bytes)
  if (!decoder) return ''
  const finishFlush = step === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH
  return decoder(bytes, { finishFlush }).then(
    (text) => text.toString('utf8'),
    () => '', // It is damaged as well: then nothing is known of it.
  )
}

async function undo(bytes: Buffer, step: string, cap: number): Promise<Buffer> {
  if (bytes.length === 0) return bytes
  const decoder = decoderOf(step, bytes)
  if (!decoder) throw malformed(tell('core.decompress.itIsCompressedIn'))
  try {
    return await decoder(bytes, { maxOutputLength: cap })
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw problem('answer_too_large', {}, { cause: error })
    throw malformed(tell('core.decompress.itsCompressedBodyIs'), error)
  }
}

type Limits = Pick<ZlibOptions, 'maxOutputLength' | 'finishFlush'>
type Decompressor = (bytes: Buffer, options: Limits) => Promise<Buffer>

function decoderOf(step: string, bytes: Buffer): Decompressor | null {
  switch (step) {
    case 'gzip':
    case 'x-gzip':
      return promisify<Buffer, Limits, Buffer>(gunzip)
    case 'br':
      return promisify<Buffer, Limits, Buffer>(brotliDecompress)
    case 'deflate': {
      // Some servers send the bare stream without the zlib header that the standard asks for.
      const wrapped = ((bytes[0] ?? 0) & 0x0f) === 8
      return promisify<Buffer, Limits, Buffer>(wrapped ? inflate : inflateRaw)
    }
    default:
      return null
  }
}

function malformed(what: ToldSentence, cause?: unknown): ProblemError {
  return problem(
    'answer_malformed',
    { why: tell('core.decompress.theServiceAnsweredBut', { what }) },
    { cause },
  )
}
