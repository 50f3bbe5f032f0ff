import { t } from '../../../../src-shared/messages/message'
import { tell } from '../../../../src-shared/messages/told'
import type { Reading } from '../../../../src-shared/bridge/import-file'
import { problem } from '../../../core/problems'
import { rowLimits, type FileReadEnd, type ReadOptions, type RowBatch } from './api'
import { createDecoder, type DecodedText } from './decoder'
import { createMender, mended } from './mend'
import { RowCollector } from './row-collector'
import { RowParser } from './row-parser'

/**
 * Hands on the rows of some bytes in batches; the next batch waits until the one before is taken. Memory is bounded
 * whatever the bytes are ({@link rowLimits}), and the rows are the same however the bytes were cut. Rejects with a ProblemError:
 * `cancelled`, `input_invalid` for a reading that cannot be, `file_unreadable` for a file of more than 10,000 columns.
 */
export async function readRows(
  input: AsyncIterable<Uint8Array>,
  reading: Reading,
  onRows: (batch: RowBatch) => void | Promise<void>,
  { signal, batch = 1000, limit = Number.POSITIVE_INFINITY }: ReadOptions = {},
): Promise<FileReadEnd> {
  refuseDelimiter(reading)
  const decoder = createDecoder(reading.encoding)
  const mender = createMender(reading)
  const collector = new RowCollector(reading)
  const parser = new RowParser(reading, rowLimits, (cells, line, fault) => {
    collector.add(cells, line, fault)
  })
  let bytes = 0

  const handOn = async (): Promise<void> => {
    let more = true
    while (more && collector.total < limit) {
      more = parser.take(Math.min(batch - collector.waiting, limit - collector.total))
      if (collector.isFull(batch)) await flush()
    }
  }
  const flush = async (): Promise<void> => {
    if (signal?.aborted) throw problem('cancelled')
    const { rows, lines, faults } = collector.takeBatch()
    if (rows.length > 0) await onRows({ rows, lines, faults, bytes })
  }
  const feed = async (decoded: DecodedText, last = false): Promise<void> => {
    collector.noteText(decoded, (text) => parser.lineAfter(mended(text, reading)))
    parser.push(mender.write(decoded.text) + (last ? mender.end() : ''))
    if (last) parser.end()
    await handOn()
  }

  for await (const chunk of input) {
    if (signal?.aborted) throw problem('cancelled')
    bytes += chunk.byteLength
    await feed(decoder.write(chunk))
    if (collector.total >= limit) break
  }
  if (collector.total < limit) await feed(decoder.end(), true)
  await flush()
  return collector.end(bytes, parser.unclosed)
}

/** A person may choose any character; under some there are no rows, or no cells. */
function refuseDelimiter({ delimiter, quote }: Reading): void {
  const why =
    delimiter === '\n' || delimiter === '\r'
      ? t('imports.readRows.aLineEndEnds')
      : delimiter === quote
        ? t('imports.readRows.theSameCharacterCannot')
        : /[\p{Cs}\0\ufeff\ufffd]/u.test(delimiter)
          ? t('imports.readRows.thisCharacterCannotStand')
          : null
  if (why !== null)
    throw problem('input_invalid', { why, action: tell('imports.readRows.chooseAnotherDelimiter') })
}
